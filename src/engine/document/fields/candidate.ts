import type { FieldGround } from '../../../domain/document/document.ts'
import { VISUAL_FIELDS, type VisualFieldName } from '../../../domain/vocabulary.ts'
import type { Box } from '../../picture/box.ts'
import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'
import { type Script, scriptOf } from '../../text/scripts.ts'

/** A value that may belong to a field, with what supports it. */
export interface Candidate {
  name: VisualFieldName
  value: string
  /** ISO 8601, for dates. */
  date?: string
  /** Probability of its weakest and of its average character. */
  weakest: number
  average: number
  /** How sure the place is: 1 for a catalogued position or a label read letter by letter. */
  place: number
  /** Identifies the printed text it was taken from. */
  source: string
  /** The line and the characters of it that the value was taken from: no character serves two fields. */
  from: Stretch
  /** What says that this is the field; `heading` is in readings of earlier versions alone. */
  by: Exclude<FieldGround, 'heading'>
  /** The label next to it is one for the net alone, which is so sure of it. */
  labelByNet?: number
}

/** Characters of a line, the last one not included. */
export interface Stretch {
  line: number
  start: number
  end: number
}

/** A stretch of a line with the probabilities of its characters. */
export interface Span {
  text: string
  probabilities: number[]
  box: Box
  source: string
  /** Which line it is of, and at which of its characters it begins. */
  line: number
  start: number
}

export const toSpan = (line: TextLine, index: number): Span => ({
  text: line.text,
  probabilities: line.probabilities,
  box: line.box,
  source: String(index),
  line: index,
  start: 0,
})

/** Part of a span by character positions; its box is cut in proportion, from the right where the text begins there. */
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

/** Which script a name is written in; undefined for what is no name, and for one in two scripts. */
export function scriptOfName({ name, value }: Pick<Candidate, 'name' | 'value'>): Script | undefined {
  if (!isName({ name })) return undefined
  const scripts = new Set([...value].flatMap((letter) => scriptOf(letter) ?? []))
  return scripts.size === 1 ? [...scripts][0] : undefined
}

/** 0 Latin. A document that prints a name in two scripts prints it in Latin for others to read. */
export const isInLatin = (candidate: Pick<Candidate, 'name' | 'value'>): boolean => scriptOfName(candidate) === 0
