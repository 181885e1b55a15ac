/** Scripts that one language, or one family of shapes, stands for: the browser takes its font by it. */
const BY_SCRIPT: readonly [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Sinhala}/u, 'si'],
  [/\p{Script=Ethiopic}/u, 'am'],
]

/** Chinese characters have other shapes in each of these countries. */
const HAN: Readonly<Record<string, string>> = {
  JPN: 'ja',
  KOR: 'ko',
  TWN: 'zh-Hant',
  HKG: 'zh-Hant-HK',
  MAC: 'zh-Hant-HK',
}
/** Their Arabic letters have other shapes, Urdu's above all. */
const ARABIC: Readonly<Record<string, string>> = { IRN: 'fa', AFG: 'fa', PAK: 'ur' }

/**
 * The language tag by which a browser finds the right font for a value in another script, by the script and the country
 * that printed it. Undefined for Latin, Cyrillic and Greek, which the page's own font has.
 */
export function languageOfText(text: string, country?: string): string | undefined {
  const found = BY_SCRIPT.find(([letters]) => letters.test(text))?.[1]
  if (found === 'ar') return ARABIC[country ?? ''] ?? found
  return found ?? (/\p{Script=Han}/u.test(text) ? (HAN[country ?? ''] ?? 'zh-Hans') : undefined)
}
