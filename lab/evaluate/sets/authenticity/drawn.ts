import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { stateCodes } from '../../../../packages/specimen/src/issue/states.ts'
import { KINDS } from '../../../../packages/specimen/src/issue/truth.ts'
import { random } from '../../../../packages/specimen/src/random.ts'
import { judgeTraces } from '../../../../src/vision/document/checks/traces/judge-traces.ts'
import { findDocument } from '../../../../src/vision/document/outline/find-document.ts'
import { OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { type DrawnFigures, drawnDetected } from '../../report/tables/authenticity.ts'
import type { DocumentTruth } from '../documents/document-truth.ts'

/** The ways in which a drawing's file may be saved: unchanged, scaled, cropped, saved twice. */
const SAVED: Record<string, (file: Sharp, width: number, height: number) => Promise<Buffer>> = {
  'JPEG, quality 95': (file) => file.jpeg({ quality: 95 }).toBuffer(),
  'JPEG, quality 80': (file) => file.jpeg({ quality: 80 }).toBuffer(),
  PNG: (file) => file.png().toBuffer(),
  WebP: (file) => file.webp({ quality: 85 }).toBuffer(),
  'shrunk to 70 %': (file, width) => shrunk(file, width * 0.7, 90),
  'sent by messenger': async (file, width) =>
    shrunk(sharp(await file.jpeg({ quality: 92 }).toBuffer()), width * 0.8, 75),
  cut: (file, width, height) =>
    file
      .extract({ left: 13, top: 9, width: width - 37, height: height - 21 })
      .jpeg({ quality: 88 })
      .toBuffer(),
  'saved twice': async (file) =>
    sharp(await file.jpeg({ quality: 85 }).toBuffer())
      .jpeg({ quality: 92 })
      .toBuffer(),
}
const EACH = 14

/**
 * Drawn documents as files, compared with documents in front of a camera or in a scanner: corners, documents and
 * taught.
 */
export const drawn: EvaluationSet = {
  name: 'drawn',
  folder: '.',
  async run({ engine, folder, progress }) {
    const sets = await takenPictures(folder)
    const ways = Object.entries(SAVED)
    const total = ways.length * EACH + Object.values(sets).flat().length
    let done = 0
    const tally = async (pictures: (() => Promise<Uint8Array>)[]) => {
      let flagged = 0
      for (const picture of pictures) {
        if (await isDrawn(engine, await picture())) flagged++
        progress(++done, total)
      }
      return { n: pictures.length, flagged }
    }
    const json: DrawnFigures = { drawn: {}, taken: {} }
    for (const [w, [way, save]] of ways.entries()) {
      const numbers = Array.from({ length: EACH }, (_, i) => i * ways.length + w)
      json.drawn[way] = await tally(numbers.map((number) => () => draw(number, save)))
    }
    for (const [set, files] of Object.entries(sets)) {
      json.taken[set] = await tally(files.map((file) => () => readFile(file)))
    }
    return { json, tables: [drawnDetected(json)] }
  },
}

async function draw(number: number, save: (typeof SAVED)[string]): Promise<Uint8Array> {
  const source = random(`drawn ${number}`)
  const kind = KINDS[number % KINDS.length] ?? 'td1'
  const country = kind === 'us-licence' ? {} : { country: source.pick(stateCodes()) }
  const { front } = await drawSpecimen({ kind, ...country, seed: `drawn ${number}`, format: 'png' })
  const file = sharp(front)
  const { width = 0, height = 0 } = await file.metadata()
  return save(file, width, height)
}

const shrunk = (file: Sharp, width: number, quality: number) =>
  file
    .resize({ width: Math.round(width) })
    .jpeg({ quality })
    .toBuffer()

async function isDrawn({ nets }: ReadEngine, bytes: Uint8Array): Promise<boolean> {
  const photo = await decode(bytes)
  const quad = (await findDocument(nets, photo))?.quad ?? quadOfPicture(photo)
  const traces = await judgeTraces(nets, { photo, quad, turns: 0 })
  return traces !== undefined && traces.camera.score <= OPERATING_POINT
}

interface Taught {
  teach: { file: string }[]
  test: { file: string }[]
}

/** Pictures known to be taken by a camera or a scanner; missing sets are skipped. */
async function takenPictures(data: string): Promise<Record<string, string[]>> {
  const sets: Record<string, string[]> = {}
  const [corners, documents, taught] = ['corners', 'documents', 'taught'].map((name) => path.join(data, name)) as [
    string,
    string,
    string,
  ]
  if (existsSync(corners)) {
    const names = (await readdir(corners)).filter((name) => name.endsWith('.jpg')).toSorted()
    sets.corners = names.map((name) => path.join(corners, name))
  }
  const list = path.join(documents, 'truth.json')
  if (existsSync(list)) {
    const truths = JSON.parse(await readFile(list, 'utf8')) as DocumentTruth[]
    sets.documents = truths.filter(({ capture }) => capture).map(({ file }) => path.join(documents, file))
  }
  const models = path.join(taught, 'truth.json')
  if (existsSync(models)) {
    const entries = JSON.parse(await readFile(models, 'utf8')) as Taught[]
    const files = entries.flatMap(({ teach, test }) => [...teach, ...test])
    sets.taught = files.map(({ file }) => path.join(taught, file))
  }
  return sets
}
