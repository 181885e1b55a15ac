import { type DateKind, type DateOrder, printedDate } from '../../../domain/text/dates.ts'

interface FoundDate {
  /** ISO 8601. */
  date: string
  /** The part of the text that is the date, as printed. */
  text: string
  /** False when a separator was missing and had to be assumed. */
  whole: boolean
}

/** How a date may stand inside a line: in figures, with a month's name, or with the separators lost by the reader. */
const FORMS: readonly { pattern: RegExp; whole: boolean }[] = [
  { pattern: /(?<!\d)\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日?/, whole: true },
  { pattern: /(?<!\d)\d{4}\s?[-./ ]\s?\d{1,2}\s?[-./ ]\s?\d{1,2}(?!\d)/, whole: true },
  { pattern: /(?<!\d)\d{1,2}\s?[-./, ]\s?\d{1,2}\s?[-./, ]\s?\d{4}(?!\d)/, whole: true },
  { pattern: /(?<!\d)\d{1,2}[\s.]*(?:\p{L}{3,10}\.?\s?\/?\s?){1,3}(?:\d{4}|\d{2})(?!\d)/u, whole: true },
  { pattern: /(?<!\d)\d{2}[-./, ]?\d{2}[-./, ]?(?:19|20)\d{2}(?!\d)/, whole: false },
  { pattern: /(?<!\d)\d{2}[-./ ]\d{2}[-./ ]\d{2}(?!\d)/, whole: true },
]

/** Finds a date as documents print it: 31.12.1999, 1999-12-31, 12/31/1999, 31 DEC/DÉC 99. */
export function findDate(text: string, kind: DateKind, today: string, order: DateOrder = 'DMY'): FoundDate | undefined {
  for (const { pattern, whole } of FORMS) {
    const match = pattern.exec(text)
    const date = match && printedDate(match[0].replace(/[年月]/g, '-').replace(/[日\s]+$/, ''), kind, today, order)
    if (date) return { date, text: match[0].trim(), whole }
  }
  return undefined
}
