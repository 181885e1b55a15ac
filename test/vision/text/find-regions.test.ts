import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { minAreaRect } from '../../../src/vision/picture/min-area-rect.ts'
import { findRegions } from '../../../src/vision/text/find-text.ts'

/** Regions of a map drawn in digits, tenths each. */
function regions(...rows: string[]) {
  const cells = Float32Array.from(rows.join(''), (digit) => Number(digit) / 10)
  return findRegions(cells, { width: rows[0]?.length ?? 0, height: rows.length }, 0.5)
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
    assert.ok(Math.abs(only.mean - 0.65) < 1e-6)
    assert.ok(Math.abs(only.mass - 2.6) < 1e-6)
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
