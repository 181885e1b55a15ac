import type { ReferenceProperties } from '../../../domain/document/document.ts'
import type { ModelReference, ReferenceSpread } from '../../../domain/document/model.ts'
import type { Difference } from './difference.ts'

/**
 * By how much more than the taught pictures a page may differ from the reference and still be approved: one and a half times
 * the most that genuine pictures of five types do; see docs/decisions/0090-what-an-approval-by-the-reference-needs.md.
 */
const MORE = {
  softer: 0.12,
  weight: 0.1,
  stroke: 0.12,
  pattern: 0.21,
  faded: 0.095,
  worst: 0.4,
  uneven: 0.05,
  patch: 0.12,
  grain: 0.29,
} as const
/** However much the taught pictures differ: letters that are softer than that do not show the fine pattern. */
const MOST = { softer: 0.35, weight: 0.2, faded: 0.4 } as const
/** The logarithm of how many pixels the reference has for one of the picture: over it the fine pattern is not in the picture. */
const TOO_COARSE = 0.4
/** Where fewer of the page's windows can be compared, a change of print is seen nowhere else. Types that are judged have 0.14 and more. */
const LEAST_COVERED = 0.1
/** What is doubtful is neither refused nor approved: between the operating point and what is clearly genuine. */
const DOUBTFUL = 75

type Judged = keyof Pick<ReferenceProperties, 'pattern' | 'print' | 'colours' | 'fonts'>

/**
 * What supports a page, once it is known what counts against it: nothing that could not be judged in enough of the page, and
 * of what differs by more than the taught pictures do no more than a doubt.
 */
export function withDoubts(
  properties: ReferenceProperties,
  kept: ModelReference,
  difference: Difference,
  coarser: number,
): ReferenceProperties {
  const { spread } = kept
  const doubts: ReadonlySet<Judged> = spread ? doubtsOf(kept, spread, difference) : new Set()
  const known = {
    pattern: coarser <= TOO_COARSE,
    // With one picture, or where the pictures agree in too little of the page, nobody knows where genuine ones are alike.
    print: spread !== undefined && (difference.local?.covered ?? 0) >= LEAST_COVERED,
  }
  const judged = (name: Judged, isKnown = true): number | null => {
    const score = properties[name]
    if (score === null || score <= DOUBTFUL) return score
    if (!isKnown) return null
    return doubts.has(name) ? DOUBTFUL : score
  }
  return {
    ...properties,
    pattern: judged('pattern', known.pattern),
    print: judged('print', known.print),
    colours: judged('colours'),
    fonts: judged('fonts'),
  }
}

function doubtsOf(kept: ModelReference, spread: ReferenceSpread, difference: Difference): Set<Judged> {
  const { softer, weight, pattern, faded, local, colours, stroke, grain } = difference
  const isOver = (name: keyof ReferenceSpread, value: number | undefined, most = Number.POSITIVE_INFINITY): boolean =>
    value !== undefined && Math.abs(value) > Math.min(most, spread[name] + MORE[name])
  const isOtherGrain =
    grain !== undefined && kept.grain && Math.abs(grain - kept.grain.usual) > kept.grain.varies + MORE.grain
  const doubts = new Set<Judged>()
  if (
    isOver('softer', softer, MOST.softer) ||
    isOver('faded', faded, MOST.faded) ||
    [pattern?.soft, pattern?.faint, pattern?.grainy, pattern?.coarse].some((value) => isOver('pattern', value))
  )
    doubts.add('pattern')
  if (isOver('weight', weight, MOST.weight) || isOver('worst', local?.worst) || isOtherGrain) doubts.add('print')
  if (isOver('uneven', colours?.uneven) || isOver('patch', colours?.patch)) doubts.add('colours')
  if (isOver('stroke', stroke)) doubts.add('fonts')
  return doubts
}

/** A taught picture whose letters are softer than the reference's by more than this says nothing of how genuine ones differ. */
const TOO_SOFT_TO_TEACH = 0.45

/** The taught pictures that say how genuine ones differ: not those that are much softer than the others, unless all are. */
export function tellingOf<Each extends { difference: Difference }>(others: readonly Each[]): readonly Each[] {
  const telling = others.filter(({ difference }) => difference.softer <= TOO_SOFT_TO_TEACH)
  return telling.length ? telling : others
}

/** By how much taught pictures differ from the reference, at most. */
export function spreadOf(differences: readonly Difference[]): ReferenceSpread {
  const most = (of: (difference: Difference) => (number | undefined)[]): number =>
    Math.round(10_000 * Math.max(0, ...differences.flatMap(of).map((value) => Math.abs(value ?? 0)))) / 10_000
  return {
    softer: most(({ softer }) => [softer]),
    weight: most(({ weight }) => [weight]),
    stroke: most(({ stroke }) => [stroke]),
    pattern: most(({ pattern }) => [pattern?.soft, pattern?.faint, pattern?.grainy, pattern?.coarse]),
    faded: most(({ faded }) => [faded]),
    worst: most(({ local }) => [local?.worst]),
    uneven: most(({ colours }) => [colours?.uneven]),
    patch: most(({ colours }) => [colours?.patch]),
  }
}
