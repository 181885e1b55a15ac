import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** Russian, Ukrainian and Belarusian patronymics in -ович, -евич, -ич, -овна, -евна, -ична, -івна; Serbian surnames end otherwise. */
const PATRONYMIC = /^\p{Script=Cyrillic}{2,}(?:ОВИЧ|ЕВИЧ|ЁВИЧ|ЙОВИЧ|ОВНА|ЕВНА|ИНИЧНА|ІВНА|ЇВНА|АЎНА|ЕЎНА)$/iu

/** As sure as a label next to it: no other field of a document ends so. */
const BY_ENDING = 0.95

/** A name that says by its ending that it is the father's, made the holder's own. */
export const byPatronymic = (spans: readonly Span[], reading: Reading): Candidate[] =>
  spans
    .filter(({ text }) => PATRONYMIC.test(text.trim()))
    .flatMap((span) => asValue('middle_name', span, BY_ENDING, 'label', reading) ?? [])
