import type { AuthenticityReading, VisualField } from '../../../domain/document/document.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Desk } from '../../workbench.ts'
import { findSpecimenWords } from './find-specimen-words.ts'
import type { Traces } from './judge-traces.ts'

/** What the other rooms found, as far as it helps to tell a forgery. */
export interface Suspect {
  lines: readonly TextLine[]
  visual: readonly VisualField[]
  /** What its pixels say; undefined when nothing could look at them. */
  traces: Traces | undefined
}

/** Looks for the traces that forgers leave. What is absent was not looked for; nothing found is no proof. */
export function judgeAuthenticity({ catalogue }: Desk, { lines, visual, traces }: Suspect): AuthenticityReading {
  const specimenWords = findSpecimenWords(lines, visual, catalogue.specimenWords)
  return {
    ...(specimenWords.length ? { specimenWords } : {}),
    ...(traces?.edits ? { edits: traces.edits } : {}),
    ...(traces ? { camera: traces.camera } : {}),
  }
}
