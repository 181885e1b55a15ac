import type { VisualFieldName } from '../../../domain/vocabulary.ts'
import { isName } from './names.ts'

/**
 * Letters of a language that the reader of Latin, Cyrillic and Greek does not know look like these to it: Қ like К, Ө like
 * О, Ư like U. Of the names of countries and languages in CLDR, 3 % (Kyrgyz, Mongolian) to 35 % (Tajik) have one of them.
 */
const READ_FOR: Readonly<Record<string, RegExp>> = {
  kk: /[АЄЭƏГКНОУХІ]/iu,
  ky: /[НОУӨ]/iu,
  tg: /[ГИЙКУХЧ]/iu,
  mn: /[ОУ]/iu,
  vi: /[AĂÂEÊIOÔUY]/iu,
}

const TEXTS: readonly VisualFieldName[] = ['place_of_birth', 'place_of_issue', 'address', 'authority']

/** As a value in which a letter was assumed: under what is held against anybody (domain/document/view.ts). */
const MOST = 80

/** The confidence of a value, lowered where one of its letters may be one that the reader does not know. */
export function lowered(
  confidence: number,
  { name, value }: { name: VisualFieldName; value: string },
  languages: readonly string[],
): number {
  const own = languages.find((language) => READ_FOR[language])
  if (!own || !(isName({ name }) || TEXTS.includes(name)) || !isInScriptOf(own, value)) return confidence
  return READ_FOR[own]?.test(value) ? Math.min(confidence, MOST) : confidence
}

/** Next to a Cyrillic name documents print its transliteration, which the reader knows every letter of. */
const isInScriptOf = (language: string, value: string): boolean =>
  (language === 'vi' ? /\p{Script=Latin}/u : /\p{Script=Cyrillic}/u).test(value)
