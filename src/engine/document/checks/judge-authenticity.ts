import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { AuthenticityReading, VisualField } from '../../../domain/document/document.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { HeatMap } from '../draw-heat-map.ts'
import { findSpecimenWords } from './find-specimen-words.ts'
import type { Traces } from './traces/judge-traces.ts'

/** What the other checks found, as far as it helps to detect a forgery. */
interface Suspect {
  lines: readonly TextLine[]
  visual: readonly VisualField[]
  /** What its pixels say; undefined when nothing could look at them. */
  traces: Traces | undefined
  /** How it compares with its taught model; undefined where it has none. */
  reference: AuthenticityReading['reference'] | undefined
}

/** Looks for the traces that forgers leave. What is absent was not looked for; nothing found is no proof. */
export function judgeAuthenticity(
  { catalogue }: ReadContext,
  { lines, visual, traces, reference }: Suspect,
): AuthenticityReading {
  const specimenWords = findSpecimenWords(lines, visual, catalogue.specimenWords)
  return {
    ...(specimenWords.length ? { specimenWords } : {}),
    ...(traces?.edits ? { edits: traces.edits } : {}),
    ...(traces ? { camera: traces.camera } : {}),
    ...(reference ? { reference } : {}),
  }
}

/** The picture of where it looks changed, or else of where it is not as its model; undefined when neither is found. */
export function hottestOf(
  { edits, reference }: AuthenticityReading,
  traces: HeatMap | undefined,
  print: HeatMap | undefined,
): HeatMap | undefined {
  const against = reference && reference.score <= OPERATING_POINT ? print : undefined
  if (!traces || !against) return traces ?? against
  return (reference?.score ?? 100) < (edits?.score ?? 100) ? against : traces
}
