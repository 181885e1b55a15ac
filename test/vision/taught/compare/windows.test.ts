import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { compareCells } from '../../../../src/vision/taught/compare/cells.ts'
import { measurePrint } from '../../../../src/vision/taught/compare/measure-print.ts'
import {
  confirmedWindows,
  localDifference,
  mostAlike,
  type Windows,
  WRITTEN_OVER,
  windowGrid,
  windowsOf,
} from '../../../../src/vision/taught/compare/windows.ts'

const SIZE = { width: 640, height: 416 }

interface Drawn {
  /** Pixels that the whole print is moved by, to the right. */
  moved?: number
  /** A part of the page that has the print of another place. */
  other?: { x: number; y: number; width: number; height: number }
  /** Dark letters over the left of the page, so many pixels wide. */
  letters?: number
  seed?: number
}

/** Waves of two directions that nowhere repeat, with some grain. */
function draw({ moved = 0, other, letters = 0, seed = 1 }: Drawn = {}): Picture {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  let state = seed
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const isOther = other && x >= other.x && y >= other.y && x < other.x + other.width && y < other.y + other.height
      const u = x - moved + (isOther ? 57 : 0)
      const v = y + (isOther ? 31 : 0)
      const wave = 25 * Math.sin(u / 4.1 + v / 9 + Math.sin(v / 37)) + 25 * Math.sin((u * v) / 4100 + v / 5)
      const isLetter = x < letters && y % 26 < 10 && x % 14 < 6
      data.fill(
        Math.max(0, (isLetter ? 30 : 180 + wave) + (state / 2 ** 32 - 0.5) * 12),
        3 * (y * SIZE.width + x),
        3 * (y * SIZE.width + x) + 3,
      )
    }
  }
  return { ...SIZE, data }
}

const reference = measurePrint(draw())
const masks = reference.bands.map(({ values }) => new Uint8Array(values.length).fill(1)) as unknown as Parameters<
  typeof compareCells
>[1]

function windowsAt(drawn: Drawn): Windows {
  const page = measurePrint(draw(drawn))
  const compared = compareCells(reference.bands, masks, page.bands)
  const { wide, blockInk, ink } = reference
  // Colours as light as the page's, and no print that the light could have taken: nothing is covered.
  const shown = {
    colours: new Float32Array(3 * ink.length).fill(255),
    power: new Float32Array(3 * ink.length).fill(-9),
  }
  return windowsOf({ ...SIZE, wide, blockInk, masks, ...shown }, page, compared) ?? assert.fail('no place was found')
}

const confirmed = confirmedWindows([windowsAt({ seed: 5 }), windowsAt({ seed: 6, moved: 1 })]) ?? assert.fail()

describe('the windows of a page', () => {
  it('are as alike as those of the pictures that it was taught with, moved by a little or not', () => {
    for (const drawn of [{ seed: 9 }, { seed: 9, moved: 3 }]) {
      const { fallen, area, covered } = localDifference(confirmed, windowsAt(drawn), SIZE) ?? assert.fail()
      assert.ok(fallen < 0.03, `${fallen}`)
      assert.equal(area, 0)
      assert.ok(covered > 0.9, `${covered}`)
    }
  })

  it('show where the print is another, and how large the place is', () => {
    const other = { x: 320, y: 96, width: 160, height: 128 }
    const { area, other: marked } = localDifference(confirmed, windowsAt({ seed: 9, other }), SIZE) ?? assert.fail()
    assert.ok(area > 0.05 && area < 0.15, `${area}`)
    const { columns } = windowGrid(SIZE)
    const middle = Math.round((other.y + 64) / 16 - 1) * columns + Math.round((other.x + 80) / 16 - 1)
    assert.equal(marked[middle], 1)
    assert.equal(marked[2 * columns + 2], 0)
  })

  it('are not compared where the page is written over', () => {
    const windows = windowsAt({ seed: 9, letters: 200 })
    assert.ok(windows.includes(WRITTEN_OVER))
    const { area, covered } = localDifference(confirmed, windows, SIZE) ?? assert.fail()
    assert.ok(covered > 0.5 && covered < 0.8, `${covered}`)
    assert.ok(area < 0.01, `${area}`)
  })
})

describe('windows that say something', () => {
  it('are those that all pictures have alike; four of five where there are many', () => {
    const rows = [0.9, 0.9, 0.9, 0.9, 0.1].map((last) => Float32Array.from([0.9, 0.3, Number.NaN, last]))
    assert.deepEqual([...(confirmedWindows(rows) ?? [])], [90, 0, 0, 74])
    assert.deepEqual([...(confirmedWindows([rows[0], rows[4]] as Windows[]) ?? [])], [90, 0, 0, 0])
  })

  it('are taken for no more alike than the grain of a phone leaves of them: of bold print more than of faint', () => {
    const half = { width: SIZE.width / 2, height: SIZE.height / 2 }
    const values = Float32Array.from({ length: half.width * half.height }, (_, i) =>
      i % half.width < half.width / 2 ? 30 : 0.5,
    )
    const mask = new Uint8Array(values.length).fill(1)
    const most = mostAlike({ ...SIZE, wide: { ...half, values }, masks: [mask, mask, mask] })
    const { columns } = windowGrid(SIZE)
    assert.ok((most[0] as number) > 0.99 && (most[columns - 1] as number) < 0.5, `${most[0]} ${most[columns - 1]}`)
    const perfect = new Float32Array(most.length).fill(1)
    const capped = confirmedWindows([perfect, perfect], most) ?? assert.fail()
    assert.deepEqual([capped[0], capped[columns - 1]], [100, 0])
  })

  it('are not known of one picture', () => {
    assert.equal(confirmedWindows([]), undefined)
  })

  it('say nothing when they are few', () => {
    assert.equal(localDifference(new Uint8Array(confirmed.length), windowsAt({}), SIZE), undefined)
  })
})
