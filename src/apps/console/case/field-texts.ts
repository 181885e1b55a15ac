interface Piece {
  text: string
  differs: boolean
}

/**
 * Splits a text into the parts that it shares with another one, in the same order, and those that differ. Case is
 * ignored.
 */
export function differences(text: string, other: string): Piece[] {
  const [a, b] = [[...text], [...other]]
  const common = longestCommon(
    a.map((each) => each.toUpperCase()),
    b.map((each) => each.toUpperCase()),
  )
  const pieces: Piece[] = []
  for (const [at, character] of a.entries()) {
    const differs = !common.has(at)
    const last = pieces.at(-1)
    if (last?.differs === differs) last.text += character
    else pieces.push({ text: character, differs })
  }
  return pieces
}

/** The positions in `a` of a longest common subsequence with `b`. */
function longestCommon(a: string[], b: string[]): Set<number> {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[]
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const places = new Set<number>()
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      places.add(i)
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return places
}

/** Scripts that are used by one language or need one set of glyphs: the browser chooses the font by the language. */
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

/** Chinese characters have different shapes in each of these countries. */
const HAN: Readonly<Record<string, string>> = {
  JPN: 'ja',
  KOR: 'ko',
  TWN: 'zh-Hant',
  HKG: 'zh-Hant-HK',
  MAC: 'zh-Hant-HK',
}
/** Arabic letters have different shapes in these countries, in Urdu above all. */
const ARABIC: Readonly<Record<string, string>> = { IRN: 'fa', AFG: 'fa', PAK: 'ur' }

/**
 * The language tag by which a browser finds the right font for a value in another script, by the script and the country
 * that issued the document. Undefined for Latin, Cyrillic and Greek, which the page's own font has.
 */
export function languageOfText(text: string, country?: string): string | undefined {
  const found = BY_SCRIPT.find(([letters]) => letters.test(text))?.[1]
  if (found === 'ar') return ARABIC[country ?? ''] ?? found
  return found ?? (/\p{Script=Han}/u.test(text) ? (HAN[country ?? ''] ?? 'zh-Hans') : undefined)
}
