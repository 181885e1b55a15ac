import assert from 'node:assert/strict'
import type { ReferenceReading } from '../../../../src/vision/document/page-reading.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { openReference } from '../../../../src/vision/taught/compare/open-reference.ts'
import { judgeReference } from '../../../../src/vision/taught/judge-reference.ts'
import { drawPrint } from '../../../../src/vision/taught/learn/draw-print.ts'
import { drawReference } from '../../../../src/vision/taught/learn/draw-reference.ts'
import { type DocumentModel, MODEL_FORMAT, type ModelContent } from '../../../../src/vision/taught/model.ts'
import { layOver, printSize, scaling } from '../../../../src/vision/taught/print.ts'

/** A small card, drawn straight, so that teaching and comparing it take tenths of a second. */

const SIZE = { width: 640, height: 416 }
const PORTRAIT = { x: 0.04, y: 0.3, width: 0.3, height: 0.6 }

interface Drawn {
  /** Print of another place in the middle of the page. */
  other?: boolean
  /** By how much the waves are weaker than they should be: 1 is a background printed flat. */
  faded?: number
  /** Of the holder. */
  shade?: number
  /** The portrait is printed in dots, as a scan shows it. */
  dots?: boolean
}

/** A file that no camera took: faint waves, rows of letters, a smooth portrait. */
export function drawCard({ other = false, faded = 0, shade = 0, dots = false }: Drawn = {}): Picture {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const isOther = other && x > 240 && x < 520 && y > 110 && y < 300
      const [u, v] = isOther ? [x + 57, y + 31] : [x, y]
      const wave = 8 * Math.sin(u / 0.9 + v / 7 + 2 * Math.sin(v / 41)) + 8 * Math.sin((u * v) / 6100 + v / 3)
      const [across, down] = [x / SIZE.width - PORTRAIT.x, y / SIZE.height - PORTRAIT.y]
      const isPortrait = across > 0 && across < PORTRAIT.width && down > 0 && down < PORTRAIT.height
      const letter = Math.sin(1.7 * Math.floor(u / 4) + 3.1 * Math.floor(v / 36))
      const isLetter = v % 36 < 10 && u % 230 < 120 && letter > 0.2
      const dot = dots ? 16 * Math.sin(x) * Math.sin(1.1 * y) : 0
      const light = isPortrait ? 110 + shade + 60 * across + dot : isLetter ? 45 : 205 + (1 - faded) * wave
      const tint = isPortrait ? 0 : 18 * Math.sin(u / 170 + v / 230)
      data.set([light + tint, light, light - tint], 3 * (y * SIZE.width + x))
    }
  }
  return { ...SIZE, data }
}

/** As a phone sees it: a little out of focus, lit from one side by a lamp with so much red, with grain. */
export function photographed({ width, height, data }: Picture, { seed = 7, lit = 0.2, red = 1 } = {}): Picture {
  const seen = new Uint8Array(data.length)
  const grain = grains(seed)
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)]
    for (let x = 0; x < width; x++) {
      const [before, behind] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
      const noise = grain()
      for (let c = 0; c < 3; c++) {
        const at = (u: number, v: number) => data[3 * (v * width + u) + c] as number
        const soft = (4 * at(x, y) + at(before, y) + at(behind, y) + at(x, above) + at(x, below)) / 8
        seen[3 * (y * width + x) + c] = Math.max(
          0,
          Math.min(255, (0.75 + (lit * x) / width) * (c ? 1 : red) * soft + noise),
        )
      }
    }
  }
  return { width, height, data: seen }
}

/** With a lamp mirrored in a part of it, in shares of the card 0.5…0.8 across and 0.1…0.6 down. */
export function glaring({ width, height, data }: Picture): Picture {
  const seen = Uint8Array.from(data)
  for (let y = Math.round(0.1 * height); y < 0.6 * height; y++)
    seen.fill(255, 3 * (y * width + Math.round(0.5 * width)), 3 * (y * width + Math.round(0.8 * width)))
  return { width, height, data: seen }
}

function grains(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return 7 * (state / 2 ** 32 - 0.5)
  }
}

const ratio = SIZE.width / SIZE.height
const print = printSize(ratio)
const map = scaling(print, SIZE)
const laid = (photo: Picture, across = SIZE.width) => ({
  source: { photo, map: scaling(SIZE, SIZE), across },
  map,
  lines: [],
})

/** What is learnt from pictures that lie over one another already. */
export async function taughtWith(pictures: readonly Picture[]): Promise<DocumentModel> {
  const drawn = await drawPrint(
    pictures.map((picture) => layOver(map, print, picture)),
    [PORTRAIT],
    print,
  )
  const zones: ModelContent['zones'] = [{ name: 'portrait', box: PORTRAIT }]
  const { reference } =
    (await drawReference(
      { print: drawn.print, ratio, zones },
      pictures.map((picture) => laid(picture)),
    )) ?? assert.fail('no letters')
  const { look } = drawn
  const content = { look, print: drawn.print, fields: [], zones, reference, pictures: pictures.length }
  return {
    id: '5c9b3c1e-6c0d-4a43-9a55-0f5b1c2f7a10',
    version: 1,
    country: 'UTO',
    type: 'IDENTITY_CARD',
    side: 'FRONT',
    name: 'Card of Utopia',
    content: { format: MODEL_FORMAT, ratio, ...content },
  }
}

/** What the reference of a model says of a picture, in which the card has so many pixels across. */
export async function judged(model: DocumentModel, photo: Picture, across?: number): Promise<ReferenceReading> {
  const recognised = { model, turns: 0, map, share: 1, isSure: true } as const
  const reference = judgeReference(
    recognised,
    await openReference(model.content),
    photo,
    laid(photo, across).source,
    [],
  )
  return reference?.trace ?? assert.fail('not judged')
}
