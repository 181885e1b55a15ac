import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { grown, minAreaRect } from '../../../src/engine/picture/min-area-rect.ts'
import { regionsOf } from '../../../src/engine/picture/regions.ts'

/** A map drawn in digits, tenths each. */
const map = (...rows: string[]) => ({
  cells: rows.flatMap((row) => [...row].map((digit) => Number(digit) / 10)),
  width: rows[0]?.length ?? 0,
  height: rows.length,
})

const regions = (...rows: string[]) => {
  const { cells, width, height } = map(...rows)
  return regionsOf(cells, width, height, 0.5)
}

describe('regions of a map', () => {
  it('are joined by the sides of their cells, not by their corners', () => {
    assert.equal(regions('0990', '0990', '0000', '9000').length, 2)
    assert.equal(regions('9000', '0900', '0090').length, 3)
    assert.equal(regions('9990', '9090', '9990').length, 1)
  })

  it('say how sure the map is of them, cells below the limit left out', () => {
    const [only] = regions('0400', '0560', '0780')
    assert.ok(only)
    assert.ok(Math.abs(only.mean - 0.65) < 1e-9)
    assert.ok(Math.abs(only.mass - 2.6) < 1e-9)
  })

  it('are spanned by the outer corners of their cells', () => {
    const [only] = regions('00000', '09990', '09990', '00000')
    assert.ok(only)
    const rect = minAreaRect(only.rim)
    assert.deepEqual([rect.width, rect.height], [3, 2])
    assert.deepEqual(rect.quad[0], { x: 1, y: 1 })
  })

  it('do not run over the edge of the map into the next row', () => {
    assert.equal(regions('0009', '9000').length, 2)
  })
})

describe('a rectangle', () => {
  it('grows by its margins, however it is turned', () => {
    for (const angle of [0, 0.3, -0.5]) {
      const turned = (x: number, y: number) => ({
        x: x * Math.cos(angle) - y * Math.sin(angle),
        y: x * Math.sin(angle) + y * Math.cos(angle),
      })
      const rect = minAreaRect([turned(0, 0), turned(10, 0), turned(10, 4), turned(0, 4)])
      const [tl, tr, br, bl] = grown(rect, 2, 1)
      for (const [got, [x, y]] of [
        [tl, [-2, -1]],
        [tr, [12, -1]],
        [br, [12, 5]],
        [bl, [-2, 5]],
      ] as const) {
        const want = turned(x, y)
        assert.ok(Math.hypot(got.x - want.x, got.y - want.y) < 1e-9)
      }
    }
  })
})
