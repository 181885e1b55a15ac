import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PageReading } from '../../../domain/document/document.ts'
import { findDocument } from '../../../engine/page/outline/find-document.ts'
import { readPage } from '../../../engine/page/read-page.ts'
import { decode } from '../../../engine/picture/decode.ts'
import { quadOfPicture } from '../../../engine/picture/quad.ts'
import { editDistance } from '../../../engine/text/fold.ts'
import type { EvaluationContext, EvaluationSet } from '../../evaluation.ts'
import { median, overlap, percentile } from '../../measure/overlap.ts'
import { percent, type Table } from '../../measure/table.ts'
import { countryOfTruth, type DocumentTruth, fieldsOfTruth, readField, typeOfTruth } from './document-truth.ts'

/** Country, type, corners, MRZ and fields as the engine reads them, against what the sources state. */
export const documents: EvaluationSet = {
  name: 'documents',
  folder: 'documents',
  async run({ bench, folder, progress }) {
    const truths = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8')) as DocumentTruth[]
    const outcomes: Outcome[] = []
    for (const [i, truth] of truths.entries()) {
      outcomes.push(await measure(bench, await readFile(path.join(folder, truth.file)), truth))
      progress(i + 1, truths.length)
    }
    return { json: jsonOf(outcomes), tables: tablesOf(outcomes) }
  },
}

interface Outcome {
  truth: DocumentTruth
  reading?: PageReading
  iou?: number
  cpuMs: number
  steps: Record<string, number>
}

async function measure(bench: EvaluationContext['bench'], bytes: Uint8Array, truth: DocumentTruth): Promise<Outcome> {
  const before = process.cpuUsage()
  const { value: result, times } = await bench.read((desk) => readPage(desk, bytes))
  const { user, system } = process.cpuUsage(before)
  const steps: Record<string, number> = {}
  for (const { step, cpuMs } of times) steps[step] = (steps[step] ?? 0) + cpuMs
  const quad = truth.quad?.map(([x, y]) => ({ x, y }))
  const photo = quad && (await decode(bytes))
  const found = photo && ((await findDocument(bench.nets, photo))?.quad ?? quadOfPicture(photo))
  return {
    truth,
    ...(result.ok ? { reading: result.value.reading } : {}),
    ...(quad && found ? { iou: overlap(found, quad) } : {}),
    cpuMs: (user + system) / 1000,
    steps,
  }
}

function jsonOf(outcomes: readonly Outcome[]) {
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
    cpuMs: {
      p50: percentile(
        outcomes.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
      p95: percentile(
        outcomes.map(({ cpuMs }) => cpuMs),
        0.95,
      ),
    },
  }
}

const exactMrz = ({ truth, reading }: Outcome) => reading?.mrz?.lines.join('\n') === truth.mrz?.join('\n')
const allValid = (reading: PageReading | undefined) => reading?.mrz?.checks.every(({ valid }) => valid) ?? false

/** Changes between what was read and the nearest spelling that is right. A field that was not read is wholly wrong. */
function fieldResults(outcomes: readonly Outcome[]) {
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

function tablesOf(outcomes: readonly Outcome[]): Table[] {
  const json = jsonOf(outcomes)
  const rate = (right: number, of: number) => [`${right} of ${of}`, percent(right / of)]
  const noMrz = outcomes.filter(({ truth, reading }) => countryOfTruth(truth) && !truth.mrz && !reading?.mrz)
  const bothRight = noMrz.filter(
    ({ truth, reading }) => reading?.country === countryOfTruth(truth) && reading?.type === typeOfTruth(truth),
  )
  return [
    {
      title: 'Documents',
      head: ['what', 'right', 'share'],
      rows: [
        ['recognised', ...rate(json.recognised, json.n)],
        ['country', ...rate(json.countryCorrect, json.countryKnown)],
        ['type', ...rate(json.typeCorrect, json.typeKnown)],
        ['country and type, no MRZ on the page', ...rate(bothRight.length, noMrz.length)],
        ['corners, IoU ≥ 0.9', ...rate(json.quad.iou90, json.quad.n)],
        ['corners, median IoU', json.quad.medianIou.toFixed(4), ''],
        ['MRZ exact', ...rate(json.mrz.exact, json.mrz.n)],
        ['MRZ check digits valid', ...rate(json.mrz.checkDigitsValid, json.mrz.n)],
        ['fields exact', ...rate(json.fields.exact, json.fields.n)],
        ['character errors in fields', '', percent(json.fields.cer, 2)],
        ['CPU-ms a page, p50 / p95', `${json.cpuMs.p50.toFixed(0)} / ${json.cpuMs.p95.toFixed(0)}`, ''],
      ],
    },
    calibrationTable(outcomes),
    missesTable(outcomes),
    stepsTable(outcomes),
  ]
}

/** Of the values given a confidence, how many were right. */
function calibrationTable(outcomes: readonly Outcome[]): Table {
  const given = fieldResults(outcomes).filter(({ confidence }) => confidence !== undefined)
  const bands = [
    [0, 50],
    [50, 70],
    [70, 85],
    [85, 95],
    [95, 101],
  ] as const
  return {
    title: 'Confidence of visual fields',
    head: ['confidence', 'values', 'right', 'mean confidence'],
    rows: bands.map(([from, to]) => {
      const inBand = given.filter(({ confidence = 0 }) => confidence >= from && confidence < to)
      const right = inBand.filter(({ distance }) => distance === 0).length
      const mean = inBand.reduce((sum, { confidence = 0 }) => sum + confidence, 0) / inBand.length
      return [`${from}–${Math.min(100, to)}`, inBand.length, percent(right / inBand.length), mean.toFixed(1)]
    }),
  }
}

function missesTable(outcomes: readonly Outcome[]): Table {
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
  return { title: 'Misses', head: ['file', 'what'], rows: [...rows, ...fields] }
}

function stepsTable(outcomes: readonly Outcome[]): Table {
  const names = [...new Set(outcomes.flatMap(({ steps }) => Object.keys(steps)))]
  const total = median(outcomes.map(({ cpuMs }) => cpuMs))
  return {
    title: 'CPU-ms by step',
    head: ['step', 'p50', 'p95', 'share of p50'],
    rows: names.map((name) => {
      const values = outcomes.map(({ steps }) => steps[name] ?? 0)
      return [name, median(values).toFixed(1), percentile(values, 0.95).toFixed(1), percent(median(values) / total)]
    }),
  }
}
