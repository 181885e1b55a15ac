import type { ReferenceProperties } from '../../../domain/document/document.ts'
import { type ModelReference, type ReferenceSpread, TOO_COARSE } from '../../../domain/document/model.ts'
import type { Difference } from './difference.ts'

/**
 * By how much more than the taught pictures a page may differ from the reference and still be approved: one and a half times
 * the most that genuine pictures of five types do; see docs/decisions/0101-comparison-with-a-taught-document.md.
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
  inks: 0.1,
  spot: 0.12,
  grain: 0.29,
} as const
/** However much the taught pictures differ: letters that are softer than that do not show the fine pattern. */
const MOST = { softer: 0.35, weight: 0.2, faded: 0.4 } as const
export const isTooCoarse = (coarser: number): boolean => coarser > TOO_COARSE
/** Where fewer of the page's windows can be compared, a change of print is seen nowhere else. Types that are judged have 0.14 and more. */
const LEAST_COVERED = 0.1
/** What is doubtful is neither refused nor approved: between the operating point and what is clearly genuine. */
export const DOUBTFUL = 75

/**
 * One measure counts for so much at most, and all together are the root of their squares. Over the limit they count against the
 * page. The score changes from 95 to 5 within six times `wide`.
 */
const TOGETHER = { most: 3, limit: 2.75, wide: 0.5 } as const
/** From so many pictures on it is known how genuine ones differ from the one that the reference is made of. */
const LEAST_PICTURES = 2
/** A picture whose letters are softer than the reference's by more than this, as a logarithm, does not say how genuine ones differ. */
const TOO_SOFT = 0.45
/**
 * Taught pictures whose colours differ by less than this are files that no camera and no scanner took. How genuine pictures
 * differ they do not say. Files have 0.004 at most, scans and phone photos 0.0095 and more.
 */
const LEAST_UNEVEN = 0.006
/**
 * By how much a page that is softer than the taught pictures differs for that alone, as a share of how much softer it is, up to
 * `most`: its strokes look wider, its pattern weaker; on a sharper page it is the other way round. Medians over genuine
 * pictures of three types.
 */
const SOFTENED = { weight: 1.7, stroke: 1.1, pattern: 1, coarse: 0.5, faded: 0.3, most: 0.25 } as const

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
    pattern: !isTooCoarse(coarser),
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

/**
 * The logarithm of the grain of taught portraits, in grey levels: with less it may be the camera's, and a file or a scan of the
 * same document has less. Less of it does not speak against a page then. Phone photos have up to 1.34, scans of print 1.67 and more.
 */
const CAMERA_GRAIN = 1.4

export const isCameraGrain = (usual: number, grain: number): boolean => usual < CAMERA_GRAIN && grain < usual

/** By how much a measure exceeds the spread of the taught pictures, in units of what it may: over 1 it is doubtful. */
interface Excess {
  about: Judged
  over: number
  /** Of that, what the sharpness of the picture explains. */
  softened: number
  /** Over what no spread allows. */
  isTooMuch: boolean
}

function excessesOf({ grain: usual }: ModelReference, spread: ReferenceSpread, difference: Difference): Excess[] {
  const { weight, pattern, faded, local, colours, stroke, grain } = difference
  // One of the two is 0. What is sharper is negative here.
  const beyond = (value: number) => Math.min(SOFTENED.most, Math.max(0, value - spread.softer))
  const softer = beyond(difference.softer) - beyond(difference.sharper)
  // `softens`: by how much the measure grows where a picture is softer, or falls where it is negative.
  const of = (
    about: Judged,
    name: Exclude<keyof ReferenceSpread, 'pictures'>,
    value: number | undefined,
    softens = 0,
  ): Excess[] =>
    value === undefined || spread[name] === undefined
      ? []
      : [
          {
            about,
            over: (Math.abs(value) - spread[name]) / MORE[name],
            softened: value * softens * softer > 0 ? Math.abs(softens * softer) / MORE[name] : 0,
            isTooMuch: name in MOST && Math.abs(value) > MOST[name as keyof typeof MOST],
          },
        ]
  const isGrainKnown = grain !== undefined && usual && !isCameraGrain(usual.usual, grain)
  const otherGrain = isGrainKnown ? (Math.abs(grain - usual.usual) - usual.varies) / MORE.grain : 0
  return [
    ...of('pattern', 'faded', faded, SOFTENED.faded),
    ...of('pattern', 'pattern', pattern?.soft, SOFTENED.pattern),
    ...of('pattern', 'pattern', pattern?.faint, SOFTENED.pattern),
    ...of('pattern', 'pattern', pattern?.grainy, -SOFTENED.pattern),
    ...of('pattern', 'pattern', pattern?.coarse, -SOFTENED.coarse),
    ...of('print', 'weight', weight, SOFTENED.weight),
    ...of('print', 'worst', local?.worst),
    { about: 'print', over: otherGrain, softened: 0, isTooMuch: false },
    ...of('colours', 'uneven', colours?.uneven),
    ...of('colours', 'patch', colours?.patch),
    ...of('colours', 'inks', colours?.inks),
    ...of('colours', 'spot', colours?.spot),
    ...of('fonts', 'stroke', stroke, SOFTENED.stroke),
  ]
}

function doubtsOf(kept: ModelReference, spread: ReferenceSpread, difference: Difference): Set<Judged> {
  const doubts = new Set(
    excessesOf(kept, spread, difference).flatMap(({ about, over, isTooMuch }) => (over > 1 || isTooMuch ? about : [])),
  )
  if (difference.softer > Math.min(MOST.softer, spread.softer + MORE.softer)) doubts.add('pattern')
  return doubts
}

/**
 * What all measures say together, 0…100, over 50 for the page: many small excesses count as one large one does. Undefined where
 * nothing is known of how genuine ones differ (one picture, files), or the picture has too few pixels or is too soft. Properties
 * that could not be judged have no say. It is a doubt at most where only one picture says how genuine ones differ, or strong
 * compression adds to each measure by nobody knows how much.
 * See docs/decisions/0101-comparison-with-a-taught-document.md.
 */
export function scoreOfAll(
  kept: ModelReference,
  difference: Difference,
  coarser: number,
  judged: ReferenceProperties,
  /** How much of the finest forms compression has taken away, 0…1. */
  loss = 0,
): number | undefined {
  const { spread } = kept
  if (!spread || spread.uneven < LEAST_UNEVEN || isTooCoarse(coarser) || difference.softer > TOO_SOFT) return undefined
  const together = Math.hypot(
    ...excessesOf(kept, spread, difference)
      .filter(({ about }) => judged[about] !== null)
      .map(({ over, softened }) => Math.max(0, Math.min(TOGETHER.most, over - softened))),
  )
  const score = Math.round(100 / (1 + Math.exp((together - TOGETHER.limit) / TOGETHER.wide)))
  const isDoubtOnly = loss > 0 || (spread.pictures ?? LEAST_PICTURES) < LEAST_PICTURES
  return isDoubtOnly ? Math.max(DOUBTFUL, score) : score
}

/** The taught pictures that say how genuine ones differ: not those that are much softer than the others, unless all are. */
export function tellingOf<Each extends { difference: Difference }>(others: readonly Each[]): readonly Each[] {
  const comparable = others.filter(({ difference }) => difference.softer <= TOO_SOFT)
  return comparable.length ? comparable : others
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
    inks: most(({ colours }) => [colours?.inks]),
    spot: most(({ colours }) => [colours?.spot]),
  }
}
