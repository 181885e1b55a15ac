import { type Catalogue, openCatalogue } from './catalogue/catalogue.ts'
import type { EarlyReading } from './document/early-reading.ts'
import type { ModelUse } from './document/page-reading.ts'
import { type Nets, openNets, watchNets } from './nets/runtime.ts'
import { decodeBudgetMs } from './picture/decode.ts'
import type { EngineSettings } from './settings.ts'
import type { DocumentModel } from './taught/model.ts'
import { openTaughtDocuments, type TaughtDocuments } from './taught/taught-documents.ts'

/** What every reading needs; opened once. */
export interface ReadEngine {
  nets: Nets
  catalogue: Catalogue
  settings: EngineSettings
  clock: Clock
  /** From now on exactly these taught documents are recognised. */
  useModels(models: readonly DocumentModel[]): void
  /** Runs a reading in its own context. */
  read<Value>(work: (context: ReadContext) => Promise<Value>, watch?: DecodingWatch): Promise<Reading<Value>>
}

/** Called when the decoding of a picture begins and ends: it has a budget of its own. */
export interface DecodingWatch {
  begins(budgetMs: number): void
  /** It could not be decoded. */
  refused(): void
  /** What another worker reads of the picture in the meantime, if one does. */
  ended(): Promise<ReadContext['early']>
}

interface Clock {
  now(): Date
}

/** The context of one reading: it records which nets the reading uses and how long each step takes. */
export interface ReadContext {
  nets: Nets
  catalogue: Catalogue
  settings: EngineSettings
  /** The taught document models. */
  taughtDocuments: TaughtDocuments
  /** ISO 8601. */
  today: string
  /** Runs a step of the reading and records its time. */
  time<Value>(step: string, work: () => Value | Promise<Value>): Promise<Value>
  /** Decodes a picture, as the step `decode`. */
  decoding<Value>(bytes: Uint8Array, work: () => Promise<Value>): Promise<Value>
  /** The nets that have run so far, in the order of their first run. */
  used(): ModelUse[]
  /** What another worker has read of the same picture in the meantime; undefined if there is none, or it failed. */
  early?: (() => Promise<EarlyReading | undefined>) | undefined
}

interface Reading<Value> {
  value: Value
  nets: ModelUse[]
  times: StepTime[]
}

export interface StepTime {
  step: string
  /** When the step began, in milliseconds after the reading began. */
  afterMs: number
  /** CPU time of the whole process, all threads, in milliseconds. */
  cpuMs: number
  wallMs: number
}

export function openReadEngine(settings: EngineSettings, clock: Clock = { now: () => new Date() }): ReadEngine {
  const { modelsFolder, modelsFile } = settings
  const nets = openNets({
    ...(modelsFolder && { folder: modelsFolder }),
    ...(modelsFile && { overrides: modelsFile }),
  })
  const engine = { nets, catalogue: openCatalogue(), settings, clock, taughtDocuments: openTaughtDocuments([]) }
  return {
    ...engine,
    useModels(models) {
      engine.taughtDocuments = openTaughtDocuments(models)
    },
    read: (work, watch) => readAt(engine, work, watch),
  }
}

async function readAt<Value>(
  {
    nets,
    catalogue,
    settings,
    clock,
    taughtDocuments,
  }: Omit<ReadEngine, 'read' | 'useModels'> & { taughtDocuments: TaughtDocuments },
  work: (context: ReadContext) => Promise<Value>,
  watch: DecodingWatch | undefined,
): Promise<Reading<Value>> {
  const used = new Map<string, ModelUse>()
  const times: StepTime[] = []
  const begun = performance.now()
  const context: ReadContext = {
    nets: watchNets(nets, (use) => used.set(use.name, use)),
    catalogue,
    settings,
    taughtDocuments,
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
    async decoding(bytes, work) {
      watch?.begins(decodeBudgetMs(bytes))
      const decoded = await context.time('decode', work).catch((error: unknown) => {
        watch?.refused()
        throw error
      })
      const early = await watch?.ended()
      if (early) context.early = () => withNets(early)
      return decoded
    },
    used: () => [...used.values()],
  }
  const withNets = async (early: NonNullable<ReadContext['early']>) => {
    const read = await early()
    for (const use of read?.models ?? []) if (!used.has(use.name)) used.set(use.name, use)
    return read
  }
  return { value: await work(context), nets: context.used(), times }
}
