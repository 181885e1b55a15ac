import type { VisualField } from '../../../formats/visual-field.ts'
import { editDistance, fold, foldOnce } from '../../text/fold.ts'
import type { PageCheck } from './check.ts'

/** Is the document marked as a specimen? */
export const specimenWords: PageCheck = {
  name: 'specimen-words',
  nets: [],
  judgePage({ catalogue }, { lines, visual }) {
    const words = findSpecimenWords(lines, visual, catalogue.specimenWords)
    return words.length ? { authenticity: { specimenWords: words } } : {}
  },
}

/** Words of this many letters tolerate one misread letter; a shorter word would become another word. */
const LONG = 7
/** Below this confidence the text may as well be an ornament. */
const LEAST_CONFIDENCE = 0.6

/**
 * The words on a page that mark it as a specimen, as the catalogue spells them. The holder's own values do not count:
 * there are people called Muster.
 */
export function findSpecimenWords(
  lines: readonly { text: string; confidence: number }[],
  values: readonly Pick<VisualField, 'value'>[],
  words: readonly string[],
): string[] {
  const own = values.map(({ value }) => fold(value))
  const read = lines
    .filter(({ text, confidence }) => confidence >= LEAST_CONFIDENCE && !own.includes(fold(text)))
    .flatMap(({ text }) => [text, ...text.split(/[^\p{L}\p{M}]+/u)])
    .map(fold)
    .filter((word) => !own.some((value) => value.includes(word)))
  const exact = words.filter((word) => read.includes(foldOnce(word)))
  return exact.length ? exact : words.filter((word) => read.some((each) => isNearly(each, foldOnce(word)))).slice(0, 1)
}

const isNearly = (read: string, word: string): boolean =>
  word.length >= LONG && Math.abs(read.length - word.length) <= 1 && editDistance(read, word) <= 1
