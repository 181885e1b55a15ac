import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ReferenceReading } from '../../../../src/vision/document/page-reading.ts'
import { CLEARLY_GENUINE, OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Difference } from '../../../../src/vision/taught/compare/difference.ts'
import { beyondUsual, judgeDifference } from '../../../../src/vision/taught/compare/judge.ts'
import { comparePage } from '../../../../src/vision/taught/judge-reference.ts'
import { MEASURES, type Measure, type MeasureName } from '../../../../src/vision/taught/limits.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { ablateTraces, type TracesAblation } from '../authenticity/ablate-traces.ts'
import { checkCosts, costsOf, type Steps, stepsOf } from './check-costs.ts'
import { layPhoto, originalOf } from './compare-photo.ts'
import { imitate } from './imitate/imitate.ts'
import { METHODS } from './imitate/methods.ts'
import { readEntries, teach } from './teach-entry.ts'

const SHOTS = 3
/** One genuine picture of each document is imitated with every third method, with others for the next document. */
const EVERY = 3

/** The results of pictures: shares of those that were recognised. */
interface Ends {
  n: number
  approved: number
  refused: number
}

export interface AblationFigures {
  types: number
  /** Median CPU-ms of comparing a page with its reference. */
  cpuMs: number
  taught: { without: string; genuineScans: Ends; genuinePhotos: Ends; imitations: Ends; apart: Ends }[]
  units: Record<string, number>
  traces: TracesAblation[]
}

/** The data that a part of a run leaves for the next one. */
interface Measured {
  compared: Compared[]
  readings: Steps[]
  traces: TracesAblation[]
}

/** One picture, measured once. */
interface Compared extends Pick<ReturnType<typeof comparePage>, 'seen'> {
  difference: Omit<Difference, 'heat' | 'hidden'>
  model: string
  isScan: boolean
  kept: Parameters<typeof judgeDifference>[0]
  method?: string
  isApart?: boolean
  cpuMs: number
}

/**
 * The contribution of each measure of the comparison and of each part of the check for edits. Every picture is measured
 * once; verdicts are computed again without each of them. For each document type units are fitted only to genuine
 * pictures of the other types, so that neither the type nor any imitation influences them.
 */
export const ablation: EvaluationSet = {
  name: 'ablation',
  folder: '.',
  async run({ engine, folder, progress, part, earlier }) {
    const entries = await readEntries(path.join(folder, 'taught'), part)
    const first = part?.from ?? 0
    const before = earlier as Partial<Measured> | undefined
    const compared: Compared[] = [...(before?.compared ?? [])]
    const readings: Steps[] = [...(before?.readings ?? [])]
    for (const [i, entry] of entries.entries()) {
      const { model } = await teach(engine, path.join(folder, 'taught'), entry, SHOTS)
      engine.useModels(model ? [model] : [])
      const described = { model: entry.model, isScan: entry.capture === 'flatbed scan' }
      const add = async (photo: Picture, more: Pick<Compared, 'method' | 'isApart'> = {}) => {
        const found = await compareOnce(engine, photo)
        if (found) compared.push({ ...described, ...more, ...found })
      }
      const files = await Promise.all(entry.test.map(({ file }) => readFile(path.join(folder, 'taught', file))))
      const photos = await Promise.all(files.map((bytes) => decode(bytes)))
      for (const photo of photos) await add(photo)
      if (files[0]) readings.push(await stepsOf(engine, files[0]))
      const original = photos[0] && (await originalOf(engine, photos[0]))
      for (const [m, method] of METHODS.entries()) {
        if (!original || m % EVERY !== (first + i) % EVERY) continue
        const made = await imitate({ ...original, seed: 7 * m }, method)
        await add(await decode(await toJpeg(made)), { method: method.name, ...(method.isApart && { isApart: true }) })
      }
      progress(i + 1, entries.length + 1)
    }
    engine.useModels([])
    const traces = before?.traces ?? (await ablateTraces(engine, folder))
    progress(entries.length + 1, entries.length + 1)
    const figures: AblationFigures = { ...figuresOf(compared), traces }
    const tables = [...tablesOf('ablation', figures), checkCosts(await costsOf(readings))]
    return { json: { ...figures, compared, readings }, figures, tables }
  },
}

async function compareOnce(engine: ReadEngine, photo: Picture) {
  const { value } = await engine.read(async (context) => {
    const laid = await layPhoto(context, photo)
    if (!laid) return undefined
    const started = process.cpuUsage()
    const { difference, seen } = comparePage(laid.recognised, laid.reference, laid.source, laid.lines)
    const { user, system } = process.cpuUsage(started)
    const { heat: _, hidden: __, ...measured } = difference
    return { difference: measured, seen, kept: laid.reference.kept, cpuMs: (user + system) / 1000 }
  })
  return value
}

export function figuresOf(compared: readonly Compared[]): Omit<AblationFigures, 'traces'> {
  const types = [...new Set(compared.map(({ model }) => model))]
  const genuine = compared.filter(({ method }) => !method)
  const made = compared.filter(({ method }) => method)
  const unitsFor = new Map(
    types.map((type) => [type, fitUnits(genuine.filter(({ model }) => model !== type))] as const),
  )
  const endsOf = (some: readonly Compared[], without?: MeasureName): Ends => {
    const scores = some.map(({ model, kept, difference, seen }) => {
      const { [without ?? 'none']: _, ...measures } = unitsFor.get(model) as Record<string, Measure>
      const { score, properties } = judgeDifference(kept, difference, seen, measures)
      return { score: Math.min(score, ...Object.values(properties).map((each) => each ?? 100)), properties }
    })
    return {
      n: some.length,
      approved: scores.filter(isApproved).length,
      refused: scores.filter(({ score }) => score <= OPERATING_POINT).length,
    }
  }
  const row = (without?: MeasureName) => ({
    without: without ?? '',
    genuineScans: endsOf(
      genuine.filter(({ isScan }) => isScan),
      without,
    ),
    genuinePhotos: endsOf(
      genuine.filter(({ isScan }) => !isScan),
      without,
    ),
    imitations: endsOf(made, without),
    apart: endsOf(
      made.filter(({ isApart }) => isApart),
      without,
    ),
  })
  const costs = compared.map(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b)
  return {
    types: types.length,
    cpuMs: Math.round(costs[costs.length >> 1] ?? 0),
    taught: [row(), ...(Object.keys(MEASURES) as MeasureName[]).map(row)],
    units: Object.fromEntries(Object.entries(fitUnits(genuine)).map(([name, { unit }]) => [name, unit])),
  }
}

const isApproved = ({ score, properties }: Pick<ReferenceReading, 'score' | 'properties'>): boolean =>
  score >= CLEARLY_GENUINE && properties?.pattern != null && properties.print !== null

/** The share of genuine pictures within a unit, the margin factor, and the minimum as a share of the usual difference. */
const FIT = { share: 0.95, more: 1.25, least: 0.25 }
/** With a unit of 0 any difference would be a doubt. */
const SMALLEST = 0.001

/** The value that this share of genuine pictures stays within beyond the taught pictures, plus a margin. */
function fitUnits(genuine: readonly Compared[]): Record<MeasureName, Measure> {
  const beyond = genuine.map(({ kept, difference, seen }) => beyondUsual(kept, difference, seen))
  return Object.fromEntries(
    (Object.entries(MEASURES) as [MeasureName, Measure][]).map(([name, measure]) => {
      const sorted = beyond
        .flatMap((each) => (each[name] ? [each[name].value / each[name].widened - each[name].usual / 2] : []))
        .toSorted((a, b) => a - b)
      const most = sorted[Math.min(sorted.length - 1, Math.floor(FIT.share * sorted.length))] ?? measure.unit
      return [
        name,
        { ...measure, unit: Number(Math.max(SMALLEST, FIT.least * measure.usual, FIT.more * most).toPrecision(2)) },
      ]
    }),
  ) as Record<MeasureName, Measure>
}
