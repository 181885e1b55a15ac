import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { compareCells, type OwnMasks } from '../../../../src/vision/taught/compare/cells.ts'
import { inksOf } from '../../../../src/vision/taught/compare/colours.ts'
import { measurePrint } from '../../../../src/vision/taught/compare/measure-print.ts'

const SIZE = { width: 640, height: 416 }

interface Drawn {
  /** How strongly the ink that takes away red is printed; 1 as it should be. */
  cyan?: number
  /** And the one that takes away blue. */
  yellow?: number
  /** The page under another lamp: red, green and blue. */
  lamp?: readonly number[]
  /** How soft the picture is: 1 shows all. */
  contrast?: number
  moved?: number
}

/** Waves of three inks over each other, none of which repeats. */
function draw({ cyan = 1, yellow = 1, lamp = [1, 1, 1], contrast = 1, moved = 0 }: Drawn = {}): Picture {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const u = x - moved
      const waves = [
        cyan * 22 * Math.sin(u / 5.1 + y / 11 + Math.sin(y / 37)),
        22 * Math.sin((u * y) / 5200 + y / 6),
        yellow * 22 * Math.sin(y / 5.3 - u / 13 + Math.sin(u / 41)),
      ]
      const light = waves.map((wave, c) => (lamp[c] as number) * (190 + contrast * wave))
      data.set(light, 3 * (y * SIZE.width + x))
    }
  }
  return { ...SIZE, data }
}

const own = measurePrint(draw())
const masks = own.bands.map(({ values }) => new Uint8Array(values.length).fill(1)) as unknown as OwnMasks
const cells = Array.from({ length: own.ink.length }, (_, cell) => cell)

function inksIn(drawn: Drawn): number {
  const page = measurePrint(draw(drawn))
  return inksOf({ channels: own.channels, masks }, page, compareCells(own.bands, masks, page.bands), cells)
}

describe('the inks of a background', () => {
  it('differ where one is missing, too weak or too strong', () => {
    for (const cyan of [0, 0.6, 1.8]) {
      assert.ok(inksIn({ cyan }) > 0.3, `${cyan}: ${inksIn({ cyan })}`)
      assert.ok(inksIn({ yellow: cyan }) > 0.3)
    }
  })

  it('do not differ on the same print, moved, in another light, or in a softer picture', () => {
    for (const drawn of [{}, { moved: 2 }, { lamp: [1.1, 1, 0.85] }, { contrast: 0.6 }]) {
      assert.ok(inksIn(drawn) < 0.2, JSON.stringify(drawn) + inksIn(drawn))
    }
  })
})
