import { VISUAL_FIELDS, type VisualFieldName } from '../../../formats/document-words.ts'
import type { FieldGround } from '../../../formats/visual-field.ts'
import type { Box } from '../../picture/box.ts'
import type { Other } from '../../text/decode-ctc.ts'
import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'
import { type Script, scriptOf } from '../../text/scripts.ts'

/** A value that may belong to a field, with the evidence for it. */
export interface Candidate {
  name: VisualFieldName
  value: string
  /** ISO 8601, for dates. */
  date?: string
  /** Probability of its weakest character and the mean over all of them. */
  weakest: number
  average: number
  /** How certain the place is: 1 for a catalogued position or a label read without errors. */
  place: number
  /** Identifies the printed text that the value was taken from. */
  source: string
  /** The line and the characters that the value was taken from: no character is used for two fields. */
  from: Stretch
  /** The evidence that this is the field; `heading` occurs only in readings of earlier versions. */
  by: Exclude<FieldGround, 'heading'>
  /** How confident the net is of the label, if only the net recognised it. */
  labelByNet?: number
}

/** Characters of a line, excluding the end. */
export interface Stretch {
  line: number
  start: number
  end: number
}

/** A stretch of a line with the probabilities of its characters. */
export interface Span {
  text: string
  probabilities: number[]
  /** For each character what else the reader considered there. */
  others?: readonly (readonly Other[])[]
  box: Box
  source: string
  /** The index of its line, and the index of its first character there. */
  line: number
  start: number
}

export const toSpan = (line: TextLine, index: number): Span => ({
  text: line.text,
  probabilities: line.probabilities,
  ...(line.others && { others: line.others }),
  box: line.box,
  source: String(index),
  line: index,
  start: 0,
})

/** Part of a span by character positions; its box is cut in proportion, from the right for right-to-left text. */
export function slice(span: Span, from: number, to: number): Span {
  const raw = span.text.slice(from, to)
  const lead = raw.length - raw.trimStart().length
  const start = from + lead
  const text = raw.trim()
  const width = span.box.width / Math.max(1, span.text.length)
  const before = runsLeft(span.text) ? span.text.length - start - text.length : start
  return {
    text,
    probabilities: span.probabilities.slice(start, start + text.length),
    ...(span.others && { others: span.others.slice(start, start + text.length) }),
    box: { ...span.box, x: span.box.x + before * width, width: text.length * width },
    source: `${span.source}:${start}`,
    line: span.line,
    start: span.start + start,
  }
}

export function certainty({ probabilities }: Span): { weakest: number; average: number } {
  if (!probabilities.length) return { weakest: 0, average: 0 }
  return {
    weakest: Math.min(...probabilities),
    average: probabilities.reduce((sum, p) => sum + p, 0) / probabilities.length,
  }
}

const NAMES: readonly VisualFieldName[] = VISUAL_FIELDS.filter(
  (name) => /name$|names$/.test(name) && name !== 'issuing_state_name',
)

export const isName = ({ name }: Pick<Candidate, 'name'>): boolean => NAMES.includes(name)

/** The script of a name; undefined if it is not a name, or is in two scripts. */
export function scriptOfName({ name, value }: Pick<Candidate, 'name' | 'value'>): Script | undefined {
  if (!isName({ name })) return undefined
  const scripts = new Set([...value].flatMap((letter) => scriptOf(letter) ?? []))
  return scripts.size === 1 ? [...scripts][0] : undefined
}

/**
 * Whether a name is in Latin script (0). A document that prints a name in two scripts prints the Latin one for readers
 * of other languages.
 */
export const isInLatin = (candidate: Pick<Candidate, 'name' | 'value'>): boolean => scriptOfName(candidate) === 0
