import type { Locale } from '../../../kernel/session/session-words.ts'
import type english from './sign-in.en-US.json'

/** What the hosted page says of a sign-in. Loaded with its screen alone. */
export type SignInTexts = typeof english

const loaders: Record<Locale, () => Promise<{ default: SignInTexts }>> = {
  'ar-SA': () => import('./sign-in.ar-SA.json', { with: { type: 'json' } }),
  'cs-CZ': () => import('./sign-in.cs-CZ.json', { with: { type: 'json' } }),
  'da-DK': () => import('./sign-in.da-DK.json', { with: { type: 'json' } }),
  'de-DE': () => import('./sign-in.de-DE.json', { with: { type: 'json' } }),
  'en-US': () => import('./sign-in.en-US.json', { with: { type: 'json' } }),
  'es-ES': () => import('./sign-in.es-ES.json', { with: { type: 'json' } }),
  'fi-FI': () => import('./sign-in.fi-FI.json', { with: { type: 'json' } }),
  'fr-FR': () => import('./sign-in.fr-FR.json', { with: { type: 'json' } }),
  'hu-HU': () => import('./sign-in.hu-HU.json', { with: { type: 'json' } }),
  'jp-JP': () => import('./sign-in.jp-JP.json', { with: { type: 'json' } }),
  'lv-LV': () => import('./sign-in.lv-LV.json', { with: { type: 'json' } }),
  'ro-RO': () => import('./sign-in.ro-RO.json', { with: { type: 'json' } }),
  'sk-SK': () => import('./sign-in.sk-SK.json', { with: { type: 'json' } }),
  'sv-SE': () => import('./sign-in.sv-SE.json', { with: { type: 'json' } }),
  'uk-UA': () => import('./sign-in.uk-UA.json', { with: { type: 'json' } }),
}

export const loadSignInTexts = async (locale: Locale): Promise<SignInTexts> => (await loaders[locale]()).default
