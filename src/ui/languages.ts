import type { EnrolmentState } from '../contract/enrolment/enrolment-state.ts'
import { firstTexts as english, type FirstTexts } from './locales/en-US.first.ts'
import type { Texts } from './locales/en-US.ts'

export type Locale = NonNullable<EnrolmentState['lang']>

/** Each locale is two files of its own, the first screen and everything, loaded when they are wanted. `jp-JP` is the wire name of `ja-JP`. */
const loaders: Record<Locale, () => Promise<{ texts: Texts }>> = {
  'ar-SA': () => import('./locales/ar-SA.ts'),
  'cs-CZ': () => import('./locales/cs-CZ.ts'),
  'da-DK': () => import('./locales/da-DK.ts'),
  'de-DE': () => import('./locales/de-DE.ts'),
  'en-US': () => import('./locales/en-US.ts'),
  'es-ES': () => import('./locales/es-ES.ts'),
  'fi-FI': () => import('./locales/fi-FI.ts'),
  'fr-FR': () => import('./locales/fr-FR.ts'),
  'hu-HU': () => import('./locales/hu-HU.ts'),
  'jp-JP': () => import('./locales/jp-JP.ts'),
  'lv-LV': () => import('./locales/lv-LV.ts'),
  'ro-RO': () => import('./locales/ro-RO.ts'),
  'sk-SK': () => import('./locales/sk-SK.ts'),
  'sv-SE': () => import('./locales/sv-SE.ts'),
  'uk-UA': () => import('./locales/uk-UA.ts'),
}

/** The first screen's sentences; the English ones come with the page. */
const firstLoaders: Record<Exclude<Locale, 'en-US'>, () => Promise<{ firstTexts: FirstTexts }>> = {
  'ar-SA': () => import('./locales/ar-SA.first.ts'),
  'cs-CZ': () => import('./locales/cs-CZ.first.ts'),
  'da-DK': () => import('./locales/da-DK.first.ts'),
  'de-DE': () => import('./locales/de-DE.first.ts'),
  'es-ES': () => import('./locales/es-ES.first.ts'),
  'fi-FI': () => import('./locales/fi-FI.first.ts'),
  'fr-FR': () => import('./locales/fr-FR.first.ts'),
  'hu-HU': () => import('./locales/hu-HU.first.ts'),
  'jp-JP': () => import('./locales/jp-JP.first.ts'),
  'lv-LV': () => import('./locales/lv-LV.first.ts'),
  'ro-RO': () => import('./locales/ro-RO.first.ts'),
  'sk-SK': () => import('./locales/sk-SK.first.ts'),
  'sv-SE': () => import('./locales/sv-SE.first.ts'),
  'uk-UA': () => import('./locales/uk-UA.first.ts'),
}

/** The languages in their own words, in the order of the menu. */
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

export const isLocale = (value: string | null | undefined): value is Locale => !!value && value in loaders

/** `lang` of the address forces; else the session's, else the browser's first that we speak, else English. */
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

/** The sentences of a language. One that cannot be had, on a broken line, is English for now: better than nothing at all. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  try {
    return (await loaders[locale]()).texts
  } catch (error) {
    if (locale === 'en-US') throw error
    console.warn(`${locale} could not be loaded`, error)
    return (await loaders['en-US']()).texts
  }
}

/** Those of the first screen, which are small; English where the others cannot be had. */
export async function loadFirstTexts(locale: Locale): Promise<FirstTexts> {
  if (locale === 'en-US') return english
  try {
    return (await firstLoaders[locale]()).firstTexts
  } catch (error) {
    console.warn(`${locale} could not be loaded`, error)
    return english
  }
}

/** Puts values into a sentence; numbers are written as the locale writes them. */
export function fill(sentence: string, values: Record<string, string | number>, locale: Locale): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
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
