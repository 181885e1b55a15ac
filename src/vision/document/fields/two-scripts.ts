import type { VisualFieldName } from '../../../formats/document-words.ts'
import type { Candidate, Span } from './candidate.ts'
import type { SettledName } from './spelling.ts'

const TWICE: readonly VisualFieldName[] = ['surname', 'given_name', 'surname_and_given_names']

/** In line heights: the two are in one column, one directly under the other. */
const ASIDE = 1.5
const APART = 2.2

/**
 * A name that is printed in Latin letters and in another script is two values of one field, the Latin one first: issuers
 * print it for readers of other languages. Only a label shows that both lines are the same name.
 */
export function inBothScripts(
  chosen: readonly SettledName[],
  candidates: readonly Candidate[],
  spans: readonly Span[],
): SettledName[] {
  const taken = new Set(chosen.map(({ from }) => from.line))
  const boxOf = ({ from }: Candidate) => spans.find(({ line }) => line === from.line)?.box
  return chosen.flatMap((each) => {
    const script = writing(each.value)
    const own = boxOf(each)
    if (!TWICE.includes(each.name) || !script || !own) return [each]
    const other = candidates
      .filter((candidate) => candidate.name === each.name && candidate.by !== 'place' && candidate.place > MIN_PLACE)
      .filter((candidate) => {
        const box = boxOf(candidate)
        if (!box || taken.has(candidate.from.line)) return false
        const isOther = writing(candidate.value) === (script === 'Latin' ? 'other' : 'Latin')
        const apart = Math.abs(box.y - own.y)
        return (
          isOther &&
          Math.abs(box.x - own.x) < ASIDE * own.height &&
          apart > own.height / 2 &&
          apart < APART * own.height
        )
      })
      .toSorted((a, b) => b.place - a.place)[0]
    if (!other) return [each]
    taken.add(other.from.line)
    const second: SettledName = { ...other, margin: each.margin }
    return script === 'Latin' ? [each, second] : [second, each]
  })
}

/** A line further from its label is another field's. */
const MIN_PLACE = 0.5

/** Undefined if a text has letters of both, or none. */
function writing(text: string): 'Latin' | 'other' | undefined {
  const [latin, other] = [/\p{Script=Latin}/u.test(text), /[^\P{L}\p{Script=Latin}]/u.test(text)]
  if (latin === other) return undefined
  return latin ? 'Latin' : 'other'
}
