import type { Engine } from '../../actions/ports/engine.ts'
import { readConfig } from '../../config.ts'

/** ENGINE_SECONDS is for the service, where others wait behind a picture. A command waits as long as a slow machine needs. */
const LEAST_SECONDS = 900

/** Opens an engine of one worker with the service's settings, lets the command use it, and closes it again. */
export async function withEngine<Value>(use: (engine: Engine) => Promise<Value>): Promise<Value> {
  const { maxMegapixels, engineSeconds, modelsFile } = readConfig(process.env)
  const { openEngine } = await import('../../engine/process/pool.ts')
  const engine = openEngine({
    workers: 1,
    timeLimitMs: Math.max(engineSeconds, LEAST_SECONDS) * 1000,
    settings: { maxMegapixels, ...(modelsFile ? { modelsFile } : {}) },
  })
  try {
    await engine.started
    return await use(engine)
  } finally {
    await engine.close()
  }
}
