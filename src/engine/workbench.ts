import { type Models, openModels } from './nets/runtime.ts'
import type { EngineSettings } from './settings.ts'

/** What a reading needs: the models, the settings, and a stopwatch for its steps. One reading at a time. */
export interface Workbench {
  models: Models
  settings: EngineSettings
  /** Runs a step and notes its time. */
  time<Value>(step: string, work: () => Value | Promise<Value>): Promise<Value>
  /** The steps timed since the last call. */
  laps(): StepTime[]
}

export interface StepTime {
  step: string
  /** Processor time of the whole process, all threads, in milliseconds. */
  cpuMs: number
  wallMs: number
}

export function openWorkbench(settings: EngineSettings): Workbench {
  const { modelsFolder, modelsFile } = settings
  const models = openModels({
    ...(modelsFolder && { folder: modelsFolder }),
    ...(modelsFile && { overrides: modelsFile }),
  })
  let laps: StepTime[] = []
  return {
    models,
    settings,
    async time(step, work) {
      const cpu = process.cpuUsage()
      const started = performance.now()
      try {
        return await work()
      } finally {
        const { user, system } = process.cpuUsage(cpu)
        laps.push({ step, cpuMs: (user + system) / 1000, wallMs: performance.now() - started })
      }
    },
    laps() {
      const done = laps
      laps = []
      return done
    },
  }
}
