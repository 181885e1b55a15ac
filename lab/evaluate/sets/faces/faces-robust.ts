import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { findPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { quantile } from '../../measure/rates.ts'
import { type Packed, scoreOf } from '../../measure/score.ts'
import { tablesOf } from '../../report/measured.ts'

/** How much the score of genuine pairs changes if one of the two pictures is compressed, scaled or lit differently. */
export const facesRobust: EvaluationSet = { name: 'facesRobust', folder: 'faces', run }

const PAIRS = 40
const SURE = 70
const LIMIT = 50

const CHANGES: Record<string, (picture: Sharp, width: number) => Sharp> = {
  'JPEG 95': (picture) => picture.jpeg({ quality: 95 }),
  'JPEG 80': (picture) => picture.jpeg({ quality: 80 }),
  'JPEG 60': (picture) => picture.jpeg({ quality: 60 }),
  'JPEG 40': (picture) => picture.jpeg({ quality: 40 }),
  'scale 0.75': (picture, width) => picture.resize(Math.round(width * 0.75)).jpeg({ quality: 92 }),
  'scale 0.5': (picture, width) => picture.resize(Math.round(width * 0.5)).jpeg({ quality: 92 }),
  'brightness −30 %': (picture) => picture.linear(0.7, 0).jpeg({ quality: 92 }),
  'brightness +30 %': (picture) => picture.linear(1.3, 0).jpeg({ quality: 92 }),
  grey: (picture) => picture.greyscale().jpeg({ quality: 92 }),
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const genuine = (await readCsv(path.join(folder, 'pairs.csv'))).filter(({ same }) => same === '1')
  const step = Math.max(1, Math.floor(genuine.length / PAIRS))
  const pairs = genuine.filter((_, i) => i % step === 0).slice(0, PAIRS)
  const moves = new Map(Object.keys(CHANGES).map((name) => [name, [] as { before: number; after: number }[]]))
  for (const [i, { file1 = '', file2 = '' }] of pairs.entries()) {
    const bytes = await readFile(path.join(folder, file1))
    const other = await templateOf(engine, await readFile(path.join(folder, file2)))
    const before = scoreOf(await templateOf(engine, bytes), other)
    const { width } = await sharp(bytes).metadata()
    for (const [name, change] of Object.entries(CHANGES)) {
      const changed = await change(sharp(bytes), width).toBuffer()
      moves.get(name)?.push({ before, after: scoreOf(await templateOf(engine, changed), other) })
    }
    progress(i + 1, pairs.length)
  }

  const rows = [...moves].map(([name, scores]) => {
    const shifts = scores.map(({ before, after }) => after - before)
    const sure = scores.filter(({ before }) => before > SURE)
    return {
      name,
      median: quantile(shifts, 0.5),
      p5: quantile(shifts, 0.05),
      least: Math.min(...shifts),
      sure: sure.length,
      crossed: sure.filter(({ after }) => after <= LIMIT).length,
    }
  })
  const json = { pairs: pairs.length, byChange: Object.fromEntries(rows.map(({ name, ...row }) => [name, row])) }
  return { json, tables: tablesOf('facesRobust', json) }
}

async function templateOf(engine: ReadEngine, bytes: Uint8Array): Promise<Packed | undefined> {
  const picture = await decode(bytes)
  const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
  return portrait?.template
}
