import type first from './locales/en-US.first.json'
import type rest from './locales/en-US.json'

/** The sentences of the hosted page: the English files name the keys, every other locale has exactly these. `{name}` marks a value. */
export type FirstTexts = Record<keyof typeof first, string>
export type RestTexts = Record<keyof typeof rest, string>
export type Texts = FirstTexts & RestTexts
