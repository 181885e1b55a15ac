import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { lookAtTraces } from '../../../src/vision/document/checks/traces/look-at-traces.ts'
import { readPage } from '../../../src/vision/document/read-page.ts'
import { readNetList } from '../../../src/vision/nets/net-list.ts'
import type { Net, Nets } from '../../../src/vision/nets/runtime.ts'
import type { Picture, Size } from '../../../src/vision/picture/picture.ts'
import { quadOf } from '../../../src/vision/picture/quad.ts'
import {
  averageBlocks,
  fitWithin,
  resize,
  shrinkPart,
  shrinkTo,
  shrinkWithin,
} from '../../../src/vision/picture/resize.ts'
import { warpQuad } from '../../../src/vision/picture/warp.ts'
import { openReadEngine } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'
import { findText } from '../../../src/vision/text/find-text.ts'

/** The longer sides at which a step begins to shrink, in pixels. */
const LIMITS = [600, 720, 768, 1000, 1280, 1504, 1600, 3200]
const [LEAST, MOST, STEP, NEAR] = [300, 4200, 37, 17]

/** Every length near a limit, and one in 37 elsewhere. */
const LENGTHS = Array.from({ length: MOST - LEAST + 1 }, (_, i) => LEAST + i).filter(
  (length) => (length - LEAST) % STEP === 0 || LIMITS.some((limit) => Math.abs(length - limit) <= NEAR),
)

/** A narrow strip is enough: what a step does depends on the longer side, and a strip is quick. */
const HEIGHT = 64
const white = new Uint8Array(3 * MOST * HEIGHT).fill(255)
const blank = (width: number): Picture => ({ width, height: HEIGHT, data: white.slice(0, 3 * width * HEIGHT) })

/** The picture is whole, and still belongs to whoever gave it. */
function assertWhole(picture: Picture, { width, height }: Size, what: string): void {
  assert.deepEqual([picture.width, picture.height, picture.data.length], [width, height, 3 * width * height], what)
}

describe('a blank page of every width from 300 to 4,200 pixels', () => {
  for (const [name, step] of Object.entries(steps())) {
    it(`${name} does not fail, and the page is left as it was`, async () => {
      for (const width of LENGTHS) {
        const page = blank(width)
        await step(page)
        assertWhole(page, { width, height: HEIGHT }, `${name} at ${width}`)
      }
    })
  }
})

describe('a passport scanned 1,505 to 1,519 pixels wide', () => {
  it('is read', async () => {
    const engine = openReadEngine(DEFAULT_SETTINGS)
    const { front } = await drawSpecimen({ kind: 'td3', seed: 4 })
    for (const width of [1505, 1512, 1519]) {
      const scan = await sharp(front).resize({ width }).jpeg({ quality: 95 }).toBuffer()
      const { value } = await engine.read((context) => readPage(context, scan))
      assert.ok(value.ok, `${width} pixels`)
    }
  })
})

function steps(): Record<string, (page: Picture) => unknown> {
  return {
    shrinkWithin: async (page) => {
      for (const side of LIMITS) {
        const { picture, scale } = await shrinkWithin(page, side)
        const size = { width: Math.round(page.width * scale), height: Math.round(HEIGHT * scale) }
        assertWhole(picture, size, `${page.width} within ${side}`)
      }
    },
    shrinkPart: async (page) => {
      for (const side of [768, 1504]) {
        let box = { x: 0, y: 0, width: 0, height: 0 }
        const part = await shrinkPart(page, side, ({ width, height }) => {
          box = { x: 2, y: 1, width: width - 5, height: height - 2 }
          return box
        })
        assertWhole(part, box, `a part of ${page.width} at ${side}`)
      }
    },
    shrinkTo: async (page) => {
      const size = { width: 16 * Math.floor(page.width / 16), height: HEIGHT }
      assertWhole(await shrinkTo(page, size), size, `${page.width} to ${size.width}`)
    },
    resize: (page) => {
      const size = { width: 320, height: 16 }
      assertWhole(resize(page, size), size, `${page.width} to 320`)
      const { picture, scale } = fitWithin(page, 1504)
      assertWhole(picture, { width: Math.round(page.width * scale), height: picture.height }, `${page.width} fitted`)
    },
    averageBlocks: (page) => {
      for (const factor of [2, 3, 5]) {
        const size = { width: Math.floor(page.width / factor), height: Math.floor(HEIGHT / factor) }
        assertWhole(averageBlocks(page, factor), size, `${page.width} by ${factor}`)
      }
    },
    warpQuad: (page) => {
      const size = { width: 320, height: 24 }
      assertWhole(
        warpQuad(page, quadOf({ x: 1, y: 1, width: page.width - 3, height: HEIGHT - 3 }), size),
        size,
        'warped',
      )
    },
    lookAtTraces: async (page) => {
      // An outline ends anywhere between two pixels.
      for (const inset of [1, 1.3, 1.7]) {
        const box = { x: 0, y: 0, width: page.width - inset, height: HEIGHT - 1 }
        const { columns, rows } = await lookAtTraces(blankNets, page, quadOf(box))
        assert.ok(columns > 0 && rows > 0)
      }
    },
    findText: async (page) => assert.deepEqual(await findText(blankNets, page, 960), []),
  }
}

/** Nets that see nothing: what is measured is how they are fed. Their answers have the shapes of the real ones. */
const blankNets = {
  async get(name: string): Promise<Net> {
    const entry = readNetList()[name]
    assert.ok(entry)
    return {
      name,
      sha256: '',
      entry,
      text: async () => '',
      async run(feeds) {
        const [fed] = Object.values(feeds)
        assert.ok(fed && fed.data.length === fed.dims.reduce((product, length) => product * length))
        const [, , height = 0, width = 0] = fed.dims
        const tensor = (...dims: number[]) => ({ data: new Float32Array(dims.reduce((a, b) => a * b)), dims })
        return {
          map: tensor(1, 2, height / 8, width / 8),
          told: tensor(1, 2),
          lines: tensor(1, 1, height / 4, width / 4),
        }
      },
    }
  },
} as unknown as Nets
