import { openReadEngine } from '../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../src/vision/settings.ts'

/** The one engine of this process, for tests that teach it nothing: to open its nets takes as long as to read a page. */
export const engine = openReadEngine(DEFAULT_SETTINGS)
