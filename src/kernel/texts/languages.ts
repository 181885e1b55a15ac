import type { EnrolmentState } from '../session/contract/enrolment-state.ts'
import english from './locales/en-US.first.json' with { type: 'json' }
import type first from './locales/en-US.first.json'
import type rest from './locales/en-US.json'

export type Locale = NonNullable<EnrolmentState['lang']>

/**
 * Each locale is two files, the first screen's sentences and all others, loaded when they are needed. `jp-JP` is the
 * wire name of `ja-JP`.
 */
const loaders: Record<Locale, () => Promise<{ default: RestTexts }>> = {
  'ar-SA': () => import('./locales/ar-SA.json', { with: { type: 'json' } }),
  'cs-CZ': () => import('./locales/cs-CZ.json', { with: { type: 'json' } }),
  'da-DK': () => import('./locales/da-DK.json', { with: { type: 'json' } }),
  'de-DE': () => import('./locales/de-DE.json', { with: { type: 'json' } }),
  'en-US': () => import('./locales/en-US.json', { with: { type: 'json' } }),
  'es-ES': () => import('./locales/es-ES.json', { with: { type: 'json' } }),
  'fi-FI': () => import('./locales/fi-FI.json', { with: { type: 'json' } }),
  'fr-FR': () => import('./locales/fr-FR.json', { with: { type: 'json' } }),
  'hu-HU': () => import('./locales/hu-HU.json', { with: { type: 'json' } }),
  'jp-JP': () => import('./locales/jp-JP.json', { with: { type: 'json' } }),
  'lv-LV': () => import('./locales/lv-LV.json', { with: { type: 'json' } }),
  'ro-RO': () => import('./locales/ro-RO.json', { with: { type: 'json' } }),
  'sk-SK': () => import('./locales/sk-SK.json', { with: { type: 'json' } }),
  'sv-SE': () => import('./locales/sv-SE.json', { with: { type: 'json' } }),
  'uk-UA': () => import('./locales/uk-UA.json', { with: { type: 'json' } }),
}

/** The first screen's sentences; the English ones come with the page. */
const firstLoaders: Record<Exclude<Locale, 'en-US'>, () => Promise<{ default: FirstTexts }>> = {
  'ar-SA': () => import('./locales/ar-SA.first.json', { with: { type: 'json' } }),
  'cs-CZ': () => import('./locales/cs-CZ.first.json', { with: { type: 'json' } }),
  'da-DK': () => import('./locales/da-DK.first.json', { with: { type: 'json' } }),
  'de-DE': () => import('./locales/de-DE.first.json', { with: { type: 'json' } }),
  'es-ES': () => import('./locales/es-ES.first.json', { with: { type: 'json' } }),
  'fi-FI': () => import('./locales/fi-FI.first.json', { with: { type: 'json' } }),
  'fr-FR': () => import('./locales/fr-FR.first.json', { with: { type: 'json' } }),
  'hu-HU': () => import('./locales/hu-HU.first.json', { with: { type: 'json' } }),
  'jp-JP': () => import('./locales/jp-JP.first.json', { with: { type: 'json' } }),
  'lv-LV': () => import('./locales/lv-LV.first.json', { with: { type: 'json' } }),
  'ro-RO': () => import('./locales/ro-RO.first.json', { with: { type: 'json' } }),
  'sk-SK': () => import('./locales/sk-SK.first.json', { with: { type: 'json' } }),
  'sv-SE': () => import('./locales/sv-SE.first.json', { with: { type: 'json' } }),
  'uk-UA': () => import('./locales/uk-UA.first.json', { with: { type: 'json' } }),
}

/** The languages by their own names, in the order of the menu. */
export const languageNames: Record<Locale, string> = {
  'ar-SA': 'العربية',
  'cs-CZ': 'Čeština',
  'da-DK': 'Dansk',
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-ES': 'Español',
  'fi-FI': 'Suomi',
  'fr-FR': 'Français',
  'hu-HU': 'Magyar',
  'jp-JP': '日本語',
  'lv-LV': 'Latviešu',
  'ro-RO': 'Română',
  'sk-SK': 'Slovenčina',
  'sv-SE': 'Svenska',
  'uk-UA': 'Українська',
}

export const isLocale = (value: string | null | undefined): value is Locale => !!value && Object.hasOwn(loaders, value)

/** `lang` in the address wins; then the session's language, then the browser's first supported one, then English. */
export function chooseLocale(forced: string | null, session: string | undefined, browser: readonly string[]): Locale {
  if (forced === 'ja-JP') return 'jp-JP' // the standard's code, next to the specification's
  if (isLocale(forced)) return forced
  if (isLocale(session)) return session
  for (const wanted of browser) {
    const language = wanted.toLowerCase().split('-')[0]
    const found = Object.keys(loaders).find((locale) => languageOf(locale as Locale) === language)
    if (found) return found as Locale
  }
  return 'en-US'
}

/** The BCP 47 tag that browsers understand. */
export const tagOf = (locale: Locale): string => (locale === 'jp-JP' ? 'ja-JP' : locale)

export const directionOf = (locale: Locale): 'rtl' | 'ltr' => (locale === 'ar-SA' ? 'rtl' : 'ltr')

/** All sentences of a language; English if they cannot be loaded, for example on an unstable connection. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  try {
    const [first, rest] = await Promise.all([firstOf(locale), loaders[locale]()])
    return { ...first, ...rest.default }
  } catch (error) {
    if (locale === 'en-US') throw error
    console.warn(locale, error)
    return loadTexts('en-US')
  }
}

/** The sentences of the first screen, a small file; English if they cannot be loaded. */
export async function loadFirstTexts(locale: Locale): Promise<FirstTexts> {
  try {
    return await firstOf(locale)
  } catch (error) {
    console.warn(locale, error)
    return english
  }
}

const firstOf = async (locale: Locale): Promise<FirstTexts> =>
  locale === 'en-US' ? english : (await firstLoaders[locale]()).default

/** Fills values into a sentence; numbers are formatted for the locale. */
export function fill(sentence: string, values: Record<string, string | number>, locale: Locale): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined
      ? whole
      : typeof value === 'number'
        ? new Intl.NumberFormat(tagOf(locale)).format(value)
        : value
  })
}

function languageOf(locale: Locale): string | undefined {
  return tagOf(locale).split('-')[0]
}

/**
 * The sentences of the hosted page: the English files define the keys, every other locale has exactly the same.
 * `{name}` marks a value.
 */
export type FirstTexts = Record<keyof typeof first, string>
type RestTexts = Record<keyof typeof rest, string>
export type Texts = FirstTexts & RestTexts
