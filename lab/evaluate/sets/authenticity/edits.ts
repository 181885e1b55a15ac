import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { judgeTraces } from '../../../../src/vision/document/checks/traces/judge-traces.ts'
import { pickPortrait } from '../../../../src/vision/document/find-portraits.ts'
import { findQuad } from '../../../../src/vision/document/outline/find-outline.ts'
import { pagePlace } from '../../../../src/vision/document/page-place.ts'
import { findFaces } from '../../../../src/vision/face/detect-faces.ts'
import type { Nets } from '../../../../src/vision/nets/runtime.ts'
import { OPERATING_POINT } from '../../../../src/vision/operating-point.ts'
import { type Box, boundsOf } from '../../../../src/vision/picture/box.ts'
import { isCrushed } from '../../../../src/vision/picture/compression.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { quadOf } from '../../../../src/vision/picture/quad.ts'
import { findText } from '../../../../src/vision/text/find-text.ts'
import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import type { EditsFigures } from '../../report/tables/edits.ts'
import type { DocumentTruth } from '../documents/document-truth.ts'
import { type Canvas, EDITS, RESAVED } from './make-edits.ts'

/** This many genuine scans of each document are edited with every method. */
const EACH = 1

interface Shown {
  file: string
  model: string
  isScan: boolean
}

/**
 * Genuine pictures flagged as edited, by set, and edits made of them by a program, by method. Only pixels are judged,
 * without reading the page.
 */
export const edits: EvaluationSet = {
  name: 'edits',
  folder: '.',
  async run({ engine: { nets }, folder, progress }) {
    const sets = await genuinePictures(folder)
    const scans = scansToEdit(Object.values(sets).flat())
    const methods = Object.keys(EDITS).length + Object.keys(RESAVED).length
    const total = Object.values(sets).flat().length + scans.length * methods
    let done = 0
    const json: EditsFigures = { untouched: {}, made: {}, resaved: {} }
    const count = async (into: EditsFigures['made'], name: string, bytes: Uint8Array) => {
      const flag = await isFlagged(nets, bytes)
      const { n = 0, flagged = 0, unavailable = 0 } = into[name] ?? {}
      into[name] = {
        n: n + 1,
        flagged: flagged + (flag ? 1 : 0),
        unavailable: unavailable + (flag === undefined ? 1 : 0),
      }
      progress(++done, total)
    }
    for (const [set, pictures] of Object.entries(sets)) {
      for (const { file, isScan } of pictures) {
        await count(json.untouched, `${set}, ${isScan ? 'scans' : 'photographs'}`, await readFile(file))
      }
    }
    for (const [shown, donor] of scans) {
      const canvas = await canvasOf(nets, shown, donor)
      for (const [method, edit] of Object.entries(canvas ? EDITS : {})) {
        await count(json.made, method, await edit(canvas as Canvas))
      }
      const bytes = await readFile(shown.file)
      for (const [way, save] of Object.entries(RESAVED)) await count(json.resaved, way, await save(bytes))
    }
    return { json, tables: tablesOf('edits', json) }
  },
}

/** Undefined if the picture gives no result. */
async function isFlagged(nets: Nets, bytes: Uint8Array): Promise<boolean | undefined> {
  const { located, known } = await seePage(nets, bytes)
  const { edits } = await judgeTraces(nets, located, known)
  return edits && edits.score <= OPERATING_POINT
}

/** The input of the check for edits for an upright document. */
export async function seePage(nets: Nets, bytes: Uint8Array) {
  const photo = await decode(bytes)
  const { quad } = await findQuad(nets, photo)
  const portrait = pickPortrait(await findFaces(nets, photo), photo)
  const page = pagePlace(quad, 0)
  return {
    located: { photo, quad, turns: 0 as const },
    known: {
      face: portrait && boundsOf(quadOf(portrait).map((corner) => page.onPage(corner))),
      lines: (await findText(nets, photo, 768)).map((box) => box.quad),
      isCrushed: isCrushed(bytes),
    },
  }
}

/**
 * The positions of the portrait and of one printed value, and those of another document of the type; undefined if not
 * found.
 */
async function canvasOf(nets: Nets, shown: Shown, donor: Shown): Promise<Canvas | undefined> {
  const [own, other] = [await placesOf(nets, shown.file), await placesOf(nets, donor.file)]
  return own && other && { ...own, donor: other }
}

async function placesOf(nets: Nets, file: string) {
  const picture = await readFile(file)
  const photo = await decode(picture)
  const face = pickPortrait(await findFaces(nets, photo), photo)
  if (!face) return undefined
  const { x, y, width, height } = face
  const portrait = { x: x - 0.25 * width, y: y - 0.45 * height, width: 1.5 * width, height: 1.9 * height }
  const lines = (await findText(nets, photo, 768)).map(({ quad }) => boundsOf(quad))
  const value = lines
    .filter((line) => line.width > 90 && line.width < photo.width / 3 && isFree(line, portrait, photo))
    .toSorted((a, b) => Math.abs(a.width - 180) - Math.abs(b.width - 180))[0]
  const isInside = portrait.x > 0 && portrait.y > 0 && portrait.x + portrait.width < photo.width
  return value && isInside && portrait.y + portrait.height < photo.height
    ? { picture, portrait, value: { ...value, y: value.y - 5, height: value.height + 10 } }
    : undefined
}

/** In the middle of the page, outside the portrait. */
function isFree(line: Box, portrait: Box, page: { width: number; height: number }): boolean {
  const isAdjacent = line.x > portrait.x + portrait.width || line.x + line.width < portrait.x
  return (
    isAdjacent &&
    line.y > 0.25 * page.height &&
    line.y + line.height < 0.8 * page.height &&
    line.x + line.width < page.width
  )
}

/** For each document with several scans the first few, each with the next one as donor. */
function scansToEdit(pictures: readonly Shown[]): [Shown, Shown][] {
  const byModel = Map.groupBy(
    pictures.filter(({ isScan }) => isScan),
    ({ model }) => model,
  )
  return [...byModel.values()].flatMap((scans) =>
    scans.slice(0, EACH).flatMap((scan, i) => (scans[i + EACH] ? [[scan, scans[i + EACH]] as [Shown, Shown]] : [])),
  )
}

interface Taught {
  model: string
  capture: string
  teach: { file: string }[]
  test: { file: string }[]
}

/**
 * Pictures known to be genuine; missing sets are skipped, as are pictures from the web, which are of unknown origin.
 */
async function genuinePictures(data: string): Promise<Record<string, Shown[]>> {
  const sets: Record<string, Shown[]> = {}
  const read = async (name: string) => {
    const list = path.join(data, name)
    return existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
  }
  const isScan = (capture: string) => capture.includes('scan')
  const documents = ((await read('documents/truth.json')) as DocumentTruth[]).flatMap(
    ({ file, capture, country, type }) =>
      capture
        ? [{ file: path.join(data, 'documents', file), model: `${country} ${type}`, isScan: isScan(capture) }]
        : [],
  )
  const taught = ((await read('taught/truth.json')) as Taught[]).flatMap(({ model, capture, teach, test }) =>
    [...teach, ...test].map(({ file }) => ({ file: path.join(data, 'taught', file), model, isScan: isScan(capture) })),
  )
  const frames = existsSync(path.join(data, 'corners')) ? await readdir(path.join(data, 'corners')) : []
  const corners = frames
    .filter((name) => name.endsWith('.jpg'))
    .toSorted()
    .map((name) => ({ file: path.join(data, 'corners', name), model: name, isScan: false }))
  for (const [name, pictures] of Object.entries({ documents, unseen: taught, corners })) {
    if (pictures.length) sets[name] = pictures
  }
  return sets
}
