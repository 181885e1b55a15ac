import type { Check } from './check.ts'
import { editor } from './editor.ts'
import { recapture } from './recapture/judge-recapture.ts'
import { reference } from './reference.ts'
import { specimenWords } from './specimen-words.ts'
import { traces } from './traces/judge-traces.ts'

/** Every check of a document's picture, in the order in which they run. */
export const checks: readonly Check[] = [recapture, editor, specimenWords, traces, reference]
