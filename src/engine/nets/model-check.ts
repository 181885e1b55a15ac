import type { EngineSettings } from '../settings.ts'
import { findMissingModels } from './find-missing.ts'

/** For readiness: a worker that has its models in memory goes on without the files; one that starts again could not. */
export const modelCheck = (settings: Partial<EngineSettings>) => ({
  name: 'models',
  async run() {
    const missing = await findMissingModels(settings)
    if (missing.length) throw new Error(`no file of ${missing.join(', ')}`)
  },
})
