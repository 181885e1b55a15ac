import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Catalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { findDocument } from '../../../../src/vision/document/outline/find-document.ts'
import type { PageReading } from '../../../../src/vision/document/page-reading.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import { editDistance } from '../../../../src/vision/text/fold.ts'
import type { EvaluationContext } from '../../evaluation.ts'
import { median, overlap, percentile } from '../../measure/overlap.ts'
import type { Table } from '../../measure/table.ts'
import type { DocumentsFigures } from '../../report/tables/documents.ts'
import { countryOfTruth, type DocumentTruth, fieldsOfTruth, readField, typeOfTruth } from './document-truth.ts'

/** The result for one picture. */
export interface MeasuredDocument {
  truth: DocumentTruth
  reading?: PageReading
  iou?: number
  cpuMs: number
  steps: Record<string, number>
}

/**
 * Reads every picture of a folder's truth.json; `knowing` determines the engine's knowledge of documents for each
 * reading.
 */
export async function measureAll(
  { engine, folder, nets = engine.nets }: Pick<EvaluationContext, 'engine' | 'folder' | 'nets'>,
  done: (count: number, of: number) => void,
  knowing?: (truth: DocumentTruth) => Catalogue,
): Promise<MeasuredDocument[]> {
  const truths = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as DocumentTruth[]
  const outcomes: MeasuredDocument[] = []
  for (const [i, truth] of truths.entries()) {
    const bytes = await readFile(path.join(folder, truth.file))
    outcomes.push(await measure({ engine, nets }, bytes, truth, knowing?.(truth)))
    done(i + 1, truths.length)
  }
  return outcomes
}

async function measure(
  { engine, nets }: Required<Pick<EvaluationContext, 'engine' | 'nets'>>,
  bytes: Uint8Array,
  truth: DocumentTruth,
  catalogue?: Catalogue,
): Promise<MeasuredDocument> {
  const before = process.cpuUsage()
  const { value: result, times } = await engine.read((context) =>
    readPage({ ...context, ...(nets !== engine.nets && { nets }), ...(catalogue && { catalogue }) }, bytes),
  )
  const { user, system } = process.cpuUsage(before)
  const steps: Record<string, number> = {}
  for (const { step, cpuMs } of times) steps[step] = (steps[step] ?? 0) + cpuMs
  const quad = truth.quad?.map(([x, y]) => ({ x, y }))
  const photo = quad && (await decode(bytes))
  const found = photo && ((await findDocument(engine.nets, photo))?.quad ?? quadOfPicture(photo))
  return {
    truth,
    ...(result.ok ? { reading: result.value.reading } : {}),
    ...(quad && found ? { iou: overlap(found, quad) } : {}),
    cpuMs: (user + system) / 1000,
    steps,
  }
}

/** The figures of a set of documents. */
export function figuresOf(outcomes: readonly MeasuredDocument[]): DocumentsFigures {
  const countryKnown = outcomes.filter(({ truth }) => countryOfTruth(truth))
  const typeKnown = outcomes.filter(({ truth }) => typeOfTruth(truth))
  const overlaps = outcomes.flatMap(({ iou }) => iou ?? [])
  const withMrz = outcomes.filter(({ truth }) => truth.mrz)
  const fields = fieldResults(outcomes)
  const letters = fields.reduce((sum, { length }) => sum + length, 0)
  return {
    n: outcomes.length,
    recognised: outcomes.filter(({ reading }) => reading).length,
    countryCorrect: countryKnown.filter(({ truth, reading }) => reading?.country === countryOfTruth(truth)).length,
    countryKnown: countryKnown.length,
    typeCorrect: typeKnown.filter(({ truth, reading }) => reading?.type === typeOfTruth(truth)).length,
    typeKnown: typeKnown.length,
    withoutMrz: withoutMrz(outcomes),
    quad: { n: overlaps.length, iou90: overlaps.filter((iou) => iou >= 0.9).length, medianIou: median(overlaps) },
    mrz: {
      n: withMrz.length,
      exact: withMrz.filter(exactMrz).length,
      checkDigitsValid: withMrz.filter(({ reading }) => allValid(reading)).length,
    },
    fields: {
      n: fields.length,
      exact: fields.filter(({ distance }) => distance === 0).length,
      cer: letters ? fields.reduce((sum, { distance }) => sum + distance, 0) / letters : 0,
    },
    confidence: confidenceOf(fields),
    cpuMs: spread(outcomes.map(({ cpuMs }) => cpuMs)),
    steps: stepsOf(outcomes),
  }
}

const exactMrz = ({ truth, reading }: MeasuredDocument) => reading?.mrz?.lines.join('\n') === truth.mrz?.join('\n')
const allValid = (reading: PageReading | undefined) => reading?.mrz?.checks.every(({ valid }) => valid) ?? false

/**
 * Edit distance between the reading and the nearest correct spelling. A field that was not read is completely wrong.
 */
export function fieldResults(outcomes: readonly MeasuredDocument[]) {
  return outcomes.flatMap(({ truth, reading }) =>
    [...fieldsOfTruth(truth)].map(([name, spellings]) => {
      const field = reading?.visual.find((visual) => visual.name === name)
      const [nearest] = spellings
        .map((right) => ({ right, read: readField(reading, name, right) ?? '' }))
        .map(({ right, read }) => ({ right, read, distance: editDistance(read, right) }))
        .sort((a, b) => a.distance - b.distance)
      const { right = '', read = '', distance = 0 } = nearest ?? {}
      return { file: truth.file, name, read, right, distance, length: right.length, confidence: field?.confidence }
    }),
  )
}

/** From this confidence a caller will use a value without checking it. */
const SURE = 85

/** The values that a caller will use without checking them, and how many of them are wrong. */
export function sureOf(outcomes: readonly MeasuredDocument[]): { n: number; wrong: number } {
  const sure = fieldResults(outcomes).filter(({ confidence = 0 }) => confidence >= SURE)
  return { n: sure.length, wrong: sure.filter(({ distance }) => distance > 0).length }
}

/** Country and type both right, for pages that neither have an MRZ nor were read as if they had one. */
function withoutMrz(outcomes: readonly MeasuredDocument[]): { n: number; right: number } {
  const of = outcomes.filter(({ truth, reading }) => countryOfTruth(truth) && !truth.mrz && !reading?.mrz)
  const right = of.filter(
    ({ truth, reading }) => reading?.country === countryOfTruth(truth) && reading?.type === typeOfTruth(truth),
  )
  return { n: of.length, right: right.length }
}

const BANDS = [0, 50, 70, 85, 95, 100]

/** For the values with a confidence, how many were right; the last band includes both its ends. */
function confidenceOf(fields: ReturnType<typeof fieldResults>): DocumentsFigures['confidence'] {
  return BANDS.slice(1).map((to, at) => {
    const from = BANDS[at] ?? 0
    const inBand = fields.filter(
      ({ confidence: given }) => given !== undefined && given >= from && (given < to || to === 100),
    )
    const sum = inBand.reduce((all, { confidence: given = 0 }) => all + given, 0)
    const right = inBand.filter(({ distance }) => distance === 0).length
    return { from, to, values: inBand.length, right, mean: inBand.length ? sum / inBand.length : null }
  })
}

export function missesTable(outcomes: readonly MeasuredDocument[], title = 'Misses'): Table {
  const rows = outcomes.flatMap(({ truth, reading, iou }) => {
    const wrong = [
      ...(countryOfTruth(truth) && reading?.country !== countryOfTruth(truth)
        ? [`country ${reading?.country ?? '–'} for ${countryOfTruth(truth)}`]
        : []),
      ...(typeOfTruth(truth) && reading?.type !== typeOfTruth(truth)
        ? [`type ${reading?.type ?? '–'} for ${typeOfTruth(truth)}`]
        : []),
      ...(truth.mrz && !exactMrz({ truth, ...(reading ? { reading } : {}), cpuMs: 0, steps: {} })
        ? [reading?.mrz ? 'MRZ not exact' : 'MRZ not read']
        : []),
      ...(iou !== undefined && iou < 0.9 ? [`IoU ${iou.toFixed(2)}`] : []),
    ]
    return wrong.length ? [[truth.file, wrong.join('; ')]] : []
  })
  const fields = fieldResults(outcomes)
    .filter(({ distance }) => distance > 0)
    .map(({ file, name, read, right, confidence }) => [file, `${name} "${read}" for "${right}" (${confidence ?? '–'})`])
  return { title, head: ['file', 'what'], rows: [...rows, ...fields] }
}

function stepsOf(outcomes: readonly MeasuredDocument[]): DocumentsFigures['steps'] {
  const names = [...new Set(outcomes.flatMap(({ steps }) => Object.keys(steps)))]
  return Object.fromEntries(names.map((name) => [name, spread(outcomes.map(({ steps }) => steps[name] ?? 0))]))
}

const spread = (values: readonly number[]) => ({ p50: percentile(values, 0.5), p95: percentile(values, 0.95) })
