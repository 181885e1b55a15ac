import type { ModelUse } from '../domain/document/document.ts'
import type { DocumentModel } from '../domain/document/model.ts'
import { type Catalogue, openCatalogue } from './catalogue/catalogue.ts'
import { type Nets, openNets, watchNets } from './nets/runtime.ts'
import type { SeenBeside } from './page/seen-beside.ts'
import type { EngineSettings } from './settings.ts'
import { openShelf, type Shelf } from './taught/shelf.ts'

/** What every reading needs, opened once. */
export interface Workbench {
  nets: Nets
  catalogue: Catalogue
  settings: EngineSettings
  clock: Clock
  /** From now on these taught documents are recognised, and no others. */
  useModels(models: readonly DocumentModel[]): void
  /** Makes a reading at a desk of its own. */
  read<Value>(work: (desk: Desk) => Promise<Value>, beside?: Desk['beside']): Promise<Reading<Value>>
}

export interface Clock {
  now(): Date
}

/** The workbench as one reading sees it: notes what the reading uses and how long it takes. */
export interface Desk {
  nets: Nets
  catalogue: Catalogue
  settings: EngineSettings
  /** The documents that were taught. */
  shelf: Shelf
  /** ISO 8601. */
  today: string
  /** Takes a step of the reading and notes its time. */
  time<Value>(step: string, work: () => Value | Promise<Value>): Promise<Value>
  /** The nets that have run so far, in the order of their first run. */
  used(): ModelUse[]
  /** What another worker has seen in the same picture meanwhile; undefined where none looks, or it could not. */
  beside?: (() => Promise<SeenBeside | undefined>) | undefined
}

export interface Reading<Value> {
  value: Value
  nets: ModelUse[]
  times: StepTime[]
}

export interface StepTime {
  step: string
  /** When it began: milliseconds after the reading did. */
  afterMs: number
  /** Processor time of the whole process, all threads, in milliseconds. */
  cpuMs: number
  wallMs: number
}

export function openWorkbench(settings: EngineSettings, clock: Clock = { now: () => new Date() }): Workbench {
  const { modelsFolder, modelsFile } = settings
  const nets = openNets({
    ...(modelsFolder && { folder: modelsFolder }),
    ...(modelsFile && { overrides: modelsFile }),
  })
  const bench = { nets, catalogue: openCatalogue(), settings, clock, shelf: openShelf([]) }
  return {
    ...bench,
    useModels(models) {
      bench.shelf = openShelf(models)
    },
    read: (work, beside) => readAt(bench, work, beside),
  }
}

async function readAt<Value>(
  { nets, catalogue, settings, clock, shelf }: Omit<Workbench, 'read' | 'useModels'> & { shelf: Shelf },
  work: (desk: Desk) => Promise<Value>,
  beside: Desk['beside'],
): Promise<Reading<Value>> {
  const used = new Map<string, ModelUse>()
  const times: StepTime[] = []
  const begun = performance.now()
  const desk: Desk = {
    nets: watchNets(nets, (use) => used.set(use.name, use)),
    catalogue,
    settings,
    shelf,
    today: clock.now().toISOString().slice(0, 10),
    async time(step, work) {
      const cpu = process.cpuUsage()
      const started = performance.now()
      try {
        return await work()
      } finally {
        const { user, system } = process.cpuUsage(cpu)
        const wallMs = performance.now() - started
        times.push({ step, afterMs: started - begun, cpuMs: (user + system) / 1000, wallMs })
      }
    },
    used: () => [...used.values()],
    ...(beside && {
      async beside() {
        const seen = await beside()
        for (const use of seen?.models ?? []) if (!used.has(use.name)) used.set(use.name, use)
        return seen
      },
    }),
  }
  return { value: await work(desk), nets: desk.used(), times }
}
