import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReferenceReading } from '../../../../src/domain/document/document.ts'
import { type DocumentModel, MODEL_FORMAT, type ModelContent } from '../../../../src/domain/document/model.ts'
import type { Picture } from '../../../../src/engine/picture/picture.ts'
import { judgeReference } from '../../../../src/engine/taught/judge-reference.ts'
import { drawPrint } from '../../../../src/engine/taught/learn/draw-print.ts'
import { drawReference } from '../../../../src/engine/taught/learn/draw-reference.ts'
import { openPrint, printSize } from '../../../../src/engine/taught/print.ts'
import { layOver } from '../../../../src/engine/taught/recognise.ts'
import { scaling } from '../../../../src/engine/taught/reference/lay-fine.ts'
import { openReference } from '../../../../src/engine/taught/reference/reference.ts'

const SIZE = { width: 640, height: 416 }
const PORTRAIT = { x: 0.04, y: 0.3, width: 0.3, height: 0.6 }

interface Drawn {
  /** Print of another place in the middle of the page. */
  other?: boolean
  /** No waves, as if the background had been printed flat. */
  flat?: boolean
  /** Of the holder. */
  shade?: number
  /** The portrait is printed in dots, as a scan shows it. */
  dots?: boolean
}

/** A file that no camera took: faint waves, rows of letters, a smooth portrait. */
function draw({ other = false, flat = false, shade = 0, dots = false }: Drawn = {}): Picture {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const isOther = other && x > 240 && x < 520 && y > 110 && y < 300
      const [u, v] = isOther ? [x + 57, y + 31] : [x, y]
      const wave = flat
        ? 0
        : 8 * Math.sin(u / 0.9 + v / 7 + 2 * Math.sin(v / 41)) + 8 * Math.sin((u * v) / 6100 + v / 3)
      const [across, down] = [x / SIZE.width - PORTRAIT.x, y / SIZE.height - PORTRAIT.y]
      const isPortrait = across > 0 && across < PORTRAIT.width && down > 0 && down < PORTRAIT.height
      const letter = Math.sin(1.7 * Math.floor(u / 4) + 3.1 * Math.floor(v / 36))
      const isLetter = v % 36 < 10 && u % 230 < 120 && letter > 0.2
      const dot = dots ? 16 * Math.sin(x) * Math.sin(1.1 * y) : 0
      const light = isPortrait ? 110 + shade + 60 * across + dot : isLetter ? 45 : 205 + wave
      const tint = isPortrait ? 0 : 18 * Math.sin(u / 170 + v / 230)
      data.set([light + tint, light, light - tint], 3 * (y * SIZE.width + x))
    }
  }
  return { ...SIZE, data }
}

/** As a phone sees it: a little out of focus, lit from one side, with grain. */
function photographed({ width, height, data }: Picture): Picture {
  const seen = new Uint8Array(data.length)
  const grain = grains()
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - 1), Math.min(height - 1, y + 1)]
    for (let x = 0; x < width; x++) {
      const [before, behind] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
      const noise = grain()
      for (let c = 0; c < 3; c++) {
        const at = (u: number, v: number) => data[3 * (v * width + u) + c] as number
        const soft = (4 * at(x, y) + at(before, y) + at(behind, y) + at(x, above) + at(x, below)) / 8
        seen[3 * (y * width + x) + c] = Math.max(0, Math.min(255, (0.75 + (0.2 * x) / width) * soft + noise))
      }
    }
  }
  return { width, height, data: seen }
}

function grains(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return 7 * (state / 2 ** 32 - 0.5)
  }
}

const ratio = SIZE.width / SIZE.height
const print = printSize(ratio)
const map = scaling(print, SIZE)
const laid = (photo: Picture) => ({
  source: { photo, map: scaling(SIZE, SIZE), across: SIZE.width },
  map,
  lines: [],
  face: undefined,
})

async function taughtWith(pictures: readonly Picture[]): Promise<DocumentModel> {
  const drawn = await drawPrint(
    pictures.map((picture) => layOver(map, print, picture)),
    [PORTRAIT],
    print,
  )
  const zones: ModelContent['zones'] = [{ name: 'portrait', box: PORTRAIT }]
  const { reference } =
    (await drawReference({ print: drawn.print, ratio, zones }, pictures.map(laid))) ?? assert.fail('no letters')
  const { look } = drawn
  const content = { look, print: drawn.print, fields: [], zones, labels: [], reference, pictures: pictures.length }
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

async function judged(model: DocumentModel, photo: Picture): Promise<ReferenceReading> {
  const recognised = { model, print: await openPrint(model.content), turns: 0, map, share: 1, isSure: true } as const
  const found = { lines: [], face: undefined }
  const reference = judgeReference(recognised, await openReference(model.content), photo, laid(photo).source, found)
  return reference?.trace ?? assert.fail('not judged')
}

async function assertRefused(model: DocumentModel, photo: Picture): Promise<void> {
  const { score, properties } = await judged(model, photo)
  assert.ok(score <= 50, JSON.stringify(properties))
}

async function assertGenuine(model: DocumentModel, photo: Picture): Promise<void> {
  const { score, properties } = await judged(model, photo)
  assert.ok(score > 50, JSON.stringify(properties))
  assert.notEqual(properties?.pattern, null)
}

describe('a document taught with three files that no camera took', async () => {
  const model = await taughtWith([draw(), draw({ shade: 20 }), draw({ shade: 40 })])

  it('takes a photograph of a fourth for genuine', () => assertGenuine(model, photographed(draw({ shade: 30 }))))

  it('refuses a photograph with other print in a part of it, and one with a flat background', async () => {
    await assertRefused(model, photographed(draw({ other: true })))
    await assertRefused(model, photographed(draw({ flat: true })))
  })
})

describe('a document with a plain background, taught with three files', async () => {
  const model = await taughtWith([0, 20, 40].map((shade) => draw({ flat: true, shade })))

  it('takes a photograph of a fourth for genuine: the grain of the camera is no pattern', () =>
    assertGenuine(model, photographed(draw({ flat: true, shade: 30 }))))
})

describe('a document taught with three photographs', async () => {
  const model = await taughtWith([0, 20, 40].map((shade) => photographed(draw({ shade, dots: true }))))

  it('takes a file of a fourth, which is lighter and has no grain, for genuine', () =>
    assertGenuine(model, draw({ shade: 30, dots: true })))

  it('refuses a file with other print in a part of it', () => assertRefused(model, draw({ other: true, dots: true })))
})
