import type { Locale } from '../../../kernel/session/session-words.ts'
import type english from './en-US.json'

/** What the hosted page says of a sign-in. Loaded with its screen alone. */
export type SignInTexts = typeof english

const loaders: Record<Locale, () => Promise<{ default: SignInTexts }>> = {
  'ar-SA': () => import('./ar-SA.json', { with: { type: 'json' } }),
  'cs-CZ': () => import('./cs-CZ.json', { with: { type: 'json' } }),
  'da-DK': () => import('./da-DK.json', { with: { type: 'json' } }),
  'de-DE': () => import('./de-DE.json', { with: { type: 'json' } }),
  'en-US': () => import('./en-US.json', { with: { type: 'json' } }),
  'es-ES': () => import('./es-ES.json', { with: { type: 'json' } }),
  'fi-FI': () => import('./fi-FI.json', { with: { type: 'json' } }),
  'fr-FR': () => import('./fr-FR.json', { with: { type: 'json' } }),
  'hu-HU': () => import('./hu-HU.json', { with: { type: 'json' } }),
  'jp-JP': () => import('./jp-JP.json', { with: { type: 'json' } }),
  'lv-LV': () => import('./lv-LV.json', { with: { type: 'json' } }),
  'ro-RO': () => import('./ro-RO.json', { with: { type: 'json' } }),
  'sk-SK': () => import('./sk-SK.json', { with: { type: 'json' } }),
  'sv-SE': () => import('./sv-SE.json', { with: { type: 'json' } }),
  'uk-UA': () => import('./uk-UA.json', { with: { type: 'json' } }),
}

export const loadSignInTexts = async (locale: Locale): Promise<SignInTexts> => (await loaders[locale]()).default
