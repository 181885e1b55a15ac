import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { ReferenceProperties } from '../../../domain/document/document.ts'
import type { ModelReference } from '../../../domain/document/model.ts'
import type { Difference } from './difference.ts'
import { DOUBTFUL, isCameraGrain, withDoubts } from './doubts.ts'
import type { LayoutDifference } from './layout.ts'

/**
 * A limit, by how much it widens with a picture that is unlike the reference, and how wide the change from 99 to 1 is. A page
 * that is nearer to it than `doubtful` is not refused, and not approved either.
 */
interface Limit {
  limit: number
  widens: number
  wide: number
  doubtful?: number
}

// How they were chosen: docs/decisions/0101-comparison-with-a-taught-document.md, 0052-windows-and-grain-of-taught-documents.md
// and 0101-limits-that-hold-whichever-pictures-teach.md.
const SOFT: Limit = { limit: 0.36, widens: 0.15, wide: 0.06 }
const FAINT: Limit = { limit: 0.32, widens: 0.35, wide: 0.06 }
const GRAINY: Limit = { limit: 0.45, widens: 0.8, wide: 0.08 }
const COARSE: Limit = { limit: 0.34, widens: 0.7, wide: 0.08 }
const PATCH: Limit = { limit: 0.1, widens: 0.5, wide: 0.03 }
const OTHER_PATTERN: Limit = { limit: 0.35, widens: 0.1, wide: 0.03, doubtful: 0.12 }
const UNLIKE_PRINT: Limit = { limit: 0.4, widens: 0.1, wide: 0.03 }
const POOR_PRINT: Limit = { limit: 0.7, widens: 0, wide: 0.04, doubtful: 0.18 }
const MISSING: Limit = { limit: 0.24, widens: 0, wide: 0.03 }
const MOVED: Limit = { limit: 0.13, widens: 0.05, wide: 0.02 }
const FALLEN: Limit = { limit: 0.048, widens: 0.03, wide: 0.01 }
const OTHER_PRINT: Limit = { limit: 0.05, widens: 0, wide: 0.005, doubtful: 0.022 }
const PORTRAIT: Limit = { limit: 0.31, widens: 0.3, wide: 0.04 }
const TURNED: Limit = { limit: 20, widens: 0, wide: 3 }
const UNEVEN: Limit = { limit: 0.16, widens: 0.1, wide: 0.015, doubtful: 0.065 }
const OTHER_COLOUR: Limit = { limit: 0.36, widens: 0.15, wide: 0.03, doubtful: 0.225 }
const PALE: Limit = { limit: -0.25, widens: 0, wide: 0.05 }
const LINES: Limit = { limit: 0.36, widens: 0.2, wide: 0.04 }
const ELSEWHERE: Limit = { limit: 0.47, widens: 0, wide: 0.05 }
const FACE: Limit = { limit: 2.9, widens: 0, wide: 0.2 }
const STROKE: Limit = { limit: 0.32, widens: 1, wide: 0.06 }

/** Compared with how alike the taught pictures are, a genuine one is so much less alike at most. */
const ALIKE = { pattern: 0.2, print: 0.09 }
/** Of what the taught pictures vary by, so much is added to the limits of the pattern. */
const VARIED = 0.5
/** A picture with fewer pixels than the reference cannot show its finest forms: of the logarithm of what is missing, so much. */
const COARSER = 0.8
/** And its windows are less alike by so much of it. */
const COARSER_WINDOWS = 0.08
/** And by so much of it more of its clear print is not found; see docs/decisions/0101-comparison-with-a-taught-document.md. */
const COARSER_MISSING = 0.1
/**
 * Lines and dots of a background are finer than letters: a picture of another kind than those it was taught with, softer or
 * sharper, shows less of them than its letters say, or more. By so much of the difference at the letters, up to `most`, the
 * limits widen for what is not comparable.
 */
const OTHER_KIND = { soft: 0.4, faint: 0.3, fallen: 0.5, grainy: 1, print: 0.3, most: 0.3 }
/** What strong compression takes away: the finest forms of the background more than those of letters, and the dots of a portrait. */
const COMPRESSED = { soft: 0.25, portrait: 0.3 }
/** A document with less colour than this cannot be judged by it. */
const LEAST_COLOUR = 0.02
/** Letters so much less sharp than the reference's, as a logarithm, and the picture does not show its fine pattern. */
const TOO_SOFT = 1.1
/** Of the document so much is taken away by light: what is left of the pattern is faint as well, and so are the colours. */
const TOO_LIGHT = 0.4

/**
 * What each property says of the page, 0…100, over 50 for it; null where the picture does not show it, or differs by no more
 * than pictures of another kind than the taught ones do (scans and files next to photographs), or than strong compression explains.
 */
export function propertiesOf(
  kept: ModelReference,
  difference: Difference,
  layout: LayoutDifference,
  /** The logarithm of how many pixels the reference has for one of the picture. */
  coarser = 0,
  /** How much of the finest forms compression has taken away, 0…1. */
  loss = 0,
): ReferenceProperties {
  const own = scoresOf(kept, difference, layout, coarser, { softer: 0, sharper: 0, loss: 0, mayBeCamera: false })
  const other = scoresOf(kept, difference, layout, coarser, {
    softer: Math.min(OTHER_KIND.most, difference.softer),
    sharper: Math.min(OTHER_KIND.most, difference.sharper),
    loss,
    mayBeCamera: true,
  })
  const names = Object.keys(own) as (keyof ReferenceProperties)[]
  const judged = Object.fromEntries(
    names.map((name) => [name, isAgainst(own[name]) && !isAgainst(other[name]) ? null : own[name]]),
  ) as unknown as ReferenceProperties
  return withDoubts(judged, kept, difference, coarser)
}

const isAgainst = (score: number | null): boolean => score !== null && score <= OPERATING_POINT

function scoresOf(
  kept: ModelReference,
  { unlike, washed, pattern, print, local, grain, colours, stroke }: Difference,
  layout: LayoutDifference,
  coarser: number,
  {
    softer,
    sharper,
    loss,
    mayBeCamera,
  }: Pick<Difference, 'softer' | 'sharper'> & { loss: number; mayBeCamera: boolean },
): ReferenceProperties {
  const against = (value: number | undefined, limit: Limit, tighter = limit.limit): number =>
    value === undefined
      ? 100
      : scoreOf(value, { ...limit, limit: Math.min(limit.limit, tighter) + limit.widens * unlike })
  const { alike } = kept
  // Pictures of one document that differ so much among themselves let another one differ too.
  const varied = (limit: Limit): Limit => wider(limit, VARIED * (alike?.varies ?? 0))
  const seen = (limit: Limit, more = COARSER): Limit => wider(limit, more * Math.max(0, coarser))
  const same = alike && 1 - alike.pattern + ALIKE.pattern
  // Of a page that the light covers, what is left is less alike than the taught pictures are.
  const like = alike && washed < TOO_LIGHT ? 1 - alike.print + ALIKE.print : undefined
  // How portraits of this document vary among the taught pictures, others may vary too.
  const isPatternSeen = pattern !== undefined && unlike < TOO_SOFT && washed < TOO_LIGHT
  const portrait =
    grain === undefined || !kept.grain || !isPatternSeen || (mayBeCamera && isCameraGrain(kept.grain.usual, grain))
      ? undefined
      : Math.abs(grain - kept.grain.usual) - kept.grain.varies
  return {
    pattern: isPatternSeen
      ? Math.min(
          against(pattern.soft, wider(seen(varied(SOFT)), OTHER_KIND.soft * softer + COMPRESSED.soft * loss)),
          against(pattern.faint, wider(seen(varied(FAINT)), OTHER_KIND.faint * softer)),
          against(pattern.grainy, wider(varied(GRAINY), OTHER_KIND.grainy * sharper)),
          against(pattern.coarse, varied(COARSE)),
          against(pattern.patch, PATCH),
          against(1 - pattern.same, OTHER_PATTERN, same),
        )
      : null,
    print: print
      ? Math.min(
          against(1 - print.like - OTHER_KIND.print * sharper, UNLIKE_PRINT, like),
          against(1 - print.poor, wider(POOR_PRINT, OTHER_KIND.print * sharper)),
          against(print.missing, seen(MISSING, COARSER_MISSING)),
          against(print.moved, MOVED),
          against(
            local?.fallen,
            wider(seen(FALLEN, COARSER_WINDOWS), (alike?.fallen ?? 0) + OTHER_KIND.fallen * softer),
          ),
          against(local?.area, wider(OTHER_PRINT, alike?.area ?? 0)),
          against(portrait, wider(seen(PORTRAIT), OTHER_KIND.grainy * (softer + sharper) + COMPRESSED.portrait * loss)),
        )
      : null,
    layout:
      !print || (layout.lines === undefined && layout.face === undefined)
        ? null
        : Math.min(
            against(layout.lines, wider(LINES, kept.layout?.lines ?? 0)),
            against(layout.elsewhere, wider(ELSEWHERE, kept.layout?.elsewhere ?? 0)),
            against(layout.face, wider(FACE, kept.layout?.face ?? 0)),
          ),
    colours:
      colours && colours.amount >= LEAST_COLOUR && washed < TOO_LIGHT
        ? Math.min(
            against(colours.turned, TURNED),
            against(colours.uneven, UNEVEN),
            against(colours.patch, OTHER_COLOUR),
            against(-colours.left, PALE),
          )
        : null,
    fonts: stroke === undefined ? null : against(Math.abs(stroke), STROKE),
  }
}

const wider = (limit: Limit, by: number): Limit => ({ ...limit, limit: limit.limit + by })

function scoreOf(value: number, { limit, wide, doubtful = 0 }: Limit): number {
  const score = Math.round(100 / (1 + Math.exp((value - limit) / (wide / 2))))
  return value > limit - doubtful ? Math.min(DOUBTFUL, score) : score
}
