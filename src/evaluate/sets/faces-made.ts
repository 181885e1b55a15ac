import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { FaceRefusal } from '../../domain/vocabulary.ts'
import { around, clip, crop, resize, rotate90 } from '../../engine/geometry.ts'
import type { Box, Picture } from '../../engine/picture.ts'
import { findFaces } from '../../engine/portrait.ts'
import { readFace } from '../../engine/read-face.ts'
import { decode, toJpeg } from '../../engine/steps/decode.ts'
import { pickFace } from '../../engine/steps/pick-face.ts'
import type { Workbench } from '../../engine/workbench.ts'
import { readCsv } from '../csv.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../evaluation.ts'
import { count, type Tally, tallyTable } from './faces-quality.ts'

/** Good selfies, and pictures made from them with one fault each: cut, shrunk, shifted, turned, with a second person. */
export const facesMade: EvaluationSet = { name: 'facesMade', folder: 'liveness', run }

interface Base {
  picture: Picture
  face: Box
}

const MOST = 20

async function run({ bench, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = (await readCsv(path.join(folder, 'labels.csv'))).filter(({ label }) => label === 'live')
  const byLabel: Record<string, Tally> = {}
  const bases: Base[] = []
  for (const [i, { file = '' }] of rows.entries()) {
    const bytes = await readFile(path.join(folder, file))
    const outcome = await readFace(bench, bytes)
    count(byLabel, 'as photographed', undefined, outcome.ok ? undefined : outcome.refusal)
    const base = outcome.ok && (await baseOf(bench, bytes))
    if (base) bases.push(base)
    progress(i + 1, rows.length)
  }
  for (const [i, base] of bases.slice(0, MOST).entries()) {
    for (const [label, { refusal, make }] of Object.entries(FAULTS)) {
      const neighbour = bases[(i + 1) % bases.length] as Base
      const outcome = await readFace(bench, await toJpeg(await make(base, neighbour)))
      count(byLabel, label, refusal, outcome.ok ? undefined : outcome.refusal)
    }
    progress(i + 1, Math.min(MOST, bases.length))
  }
  return { json: { byLabel }, tables: [tallyTable('faces made with a fault', byLabel)] }
}

/** Only pictures with room around a single face can be cut and shifted at will. */
async function baseOf(bench: Workbench, bytes: Uint8Array): Promise<Base | undefined> {
  const picture = await decode(bytes)
  const faces = await findFaces(bench, picture)
  const face = pickFace(faces, picture)
  const share = face ? face.width / Math.min(picture.width, picture.height) : 1
  return face && faces.length === 1 && share > 0.2 && share < 0.6 ? { picture, face } : undefined
}

type Make = (base: Base, neighbour: Base) => Picture | Promise<Picture>

/** Cut sides in shares of the face's square: how much of it lies beyond the edge; room is negative. */
const cut =
  (sides: { left?: number; right?: number; top?: number; bottom?: number }): Make =>
  ({ picture, face }) => {
    const edge = (share: number | undefined, room: number) => (share === undefined ? room : -share * face.width)
    const left = edge(sides.left, face.x)
    const top = edge(sides.top, face.y)
    const right = edge(sides.right, picture.width - face.x - face.width)
    const bottom = edge(sides.bottom, picture.height - face.y - face.height)
    const window = {
      x: face.x - left,
      y: face.y - top,
      width: face.width + left + right,
      height: face.height + top + bottom,
    }
    return crop(picture, clip(window, picture))
  }

const FAULTS: Record<string, { refusal: FaceRefusal; make: Make }> = {
  'face painted over': {
    refusal: 'FACE_NOT_FOUND',
    make: ({ picture, face }) => paintOver(picture, clip(around(face, 1.6), picture)),
  },
  'a second person beside': { refusal: 'TOO_MANY_FACES', make: (base, neighbour) => sideBySide(base, neighbour) },
  'face a tenth of the frame': { refusal: 'FACE_TOO_SMALL', make: (base) => farAway(base, 0.1) },
  'face fills the frame': {
    refusal: 'FACE_TOO_CLOSE',
    make: ({ picture, face }) => crop(picture, clip(around(face, 0.9), picture)),
  },
  'at the left edge': { refusal: 'FACE_CLOSE_TO_BORDER', make: cut({ left: 0.03 }) },
  'at the right edge': { refusal: 'FACE_CLOSE_TO_BORDER', make: cut({ right: 0.03 }) },
  'at the upper edge': { refusal: 'FACE_CLOSE_TO_BORDER', make: cut({ top: 0.08 }) },
  'at the lower edge': { refusal: 'FACE_CLOSE_TO_BORDER', make: cut({ bottom: 0.01 }) },
  'left third cut off': { refusal: 'FACE_CROPPED', make: cut({ left: 0.4 }) },
  'right third cut off': { refusal: 'FACE_CROPPED', make: cut({ right: 0.4 }) },
  'mouth and chin cut off': { refusal: 'FACE_CROPPED', make: cut({ bottom: 0.3 }) },
  'eyes cut off': { refusal: 'FACE_CROPPED', make: cut({ top: 0.5 }) },
  'on its side': { refusal: 'FACE_ANGLE_TOO_LARGE', make: ({ picture }) => rotate90(picture, 1) },
  'upside down': { refusal: 'FACE_ANGLE_TOO_LARGE', make: ({ picture }) => rotate90(picture, 2) },
  'leaning by 45°': { refusal: 'FACE_ANGLE_TOO_LARGE', make: (base) => turned(base, 45) },
  'leaning by −45°': { refusal: 'FACE_ANGLE_TOO_LARGE', make: (base) => turned(base, -45) },
}

function paintOver(picture: Picture, box: Box): Picture {
  const data = Uint8Array.from(picture.data)
  const grey = crop(picture, { ...box, width: 1, height: 1 }).data
  for (let y = Math.floor(box.y); y < Math.min(picture.height, box.y + box.height); y++) {
    for (let x = Math.floor(box.x); x < Math.min(picture.width, box.x + box.width); x++)
      data.set(grey, (y * picture.width + x) * 3)
  }
  return { ...picture, data }
}

/** Both heads with the shoulders, the same size, in one picture. */
function sideBySide(...bases: Base[]): Picture {
  const side = 400
  const canvas = { width: 2 * side, height: side, data: new Uint8Array(2 * side * side * 3) }
  for (const [i, { picture, face }] of bases.entries()) {
    const head = resize(crop(picture, around(face, 1.8)), { width: side, height: side })
    for (let y = 0; y < side; y++) {
      canvas.data.set(head.data.subarray(y * side * 3, (y + 1) * side * 3), (y * 2 * side + i * side) * 3)
    }
  }
  return canvas
}

/** The head and its surroundings on a plain wall, taking up a share of the frame's shorter side. */
function farAway({ picture, face }: Base, share: number): Picture {
  const side = 1000
  const scale = (share * side) / face.width
  const small = resize(picture, {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  })
  const canvas = { x: (small.width - side) / 2, y: (small.height - side) / 2, width: side, height: side }
  return crop(small, canvas, 140)
}

async function turned({ picture }: Base, degrees: number): Promise<Picture> {
  return decode(
    await sharp(await toJpeg(picture))
      .rotate(degrees, { background: '#8a8f94' })
      .jpeg()
      .toBuffer(),
  )
}
