import type { TextLine } from '../../text/read-text.ts'
import { runsLeft } from '../../text/reading-order.ts'

/** Figures in groups, with the marks and capitals of dates and numbers; at the line's end, or at its beginning. */
const AT_END = /(?:^|(?<=[^\p{L}\d]))(?:[A-Z]{0,3}\d[A-Z\d./()-]*)(?: [A-Z\d./()-]*\d[A-Z\d./()-]*)*$/u
const AT_START = /^[A-Z]{0,3}\d[A-Z\d./()-]*(?: [A-Z\d./()-]*\d[A-Z\d./()-]*)*/u
/** What the other reader made of the same figures. */
const TAIL = /[\d./()-]*\d[\d./() -]*$/u

/** The usual reader is this sure of each character where it reads its own print. */
const SURE = 0.9
const MIN_FIGURES = 4

/**
 * A line with a label in another script and figures of ours: the reader of that script has the label, the usual one the
 * figures, which the other often loses. They are taken where the other's figures are among them, in their order.
 */
export function withOurFigures(other: TextLine, usual: TextLine): TextLine {
  const isRight = runsLeft(other.text)
  const run = (isRight ? AT_START : AT_END).exec(usual.text)
  if (!run) return other
  const probabilities = usual.probabilities.slice(run.index, run.index + run[0].length)
  const figures = run[0].replaceAll(/\D/g, '')
  if (figures.length < MIN_FIGURES || Math.min(...probabilities) < SURE) return other
  const tail = TAIL.exec(other.text)
  const found = (tail?.[0] ?? '').replaceAll(/\D/g, '')
  if (!tail || !found || found.length >= figures.length || !isWithin(found, figures)) return other
  const kept = other.text.slice(0, tail.index)
  const gap = /\s$/.test(kept) || !kept ? '' : ' '
  return {
    ...other,
    text: `${kept}${gap}${run[0]}`,
    probabilities: [...other.probabilities.slice(0, tail.index), ...(gap ? [1] : []), ...probabilities],
  }
}

/** Whether the letters of one text stand in the other in their order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of whole) if (letter === part[at]) at++
  return at === part.length
}
