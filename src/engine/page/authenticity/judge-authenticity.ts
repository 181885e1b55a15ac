import type { AuthenticityReading, VisualField } from '../../../domain/document/document.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Desk } from '../../workbench.ts'
import { findSpecimenWords } from './find-specimen-words.ts'

/** What the other rooms found, as far as it helps to tell a forgery. */
export interface Suspect {
  lines: readonly TextLine[]
  visual: readonly VisualField[]
}

/** Looks for the traces that forgers leave. What is absent was not looked for; nothing found is no proof. */
export function judgeAuthenticity({ catalogue }: Desk, { lines, visual }: Suspect): AuthenticityReading {
  const specimenWords = findSpecimenWords(lines, visual, catalogue.specimenWords)
  return { ...(specimenWords.length ? { specimenWords } : {}) }
}
