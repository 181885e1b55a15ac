import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CELL, findDenseCells } from '../../../../src/engine/document/barcode/find-dense-places.ts'
import { paint } from '../../../support/painted.ts'

describe('cells that are dense with edges', () => {
  /** A chessboard of single pixels has none: its neighbours two apart are alike. Pairs of pixels have an edge at each. */
  const isDark = (x: number, y: number) => ((x >> 1) + (y >> 1)) % 2 === 0

  for (const width of [96, 101, 104]) {
    it(`are those of a code, in a picture of ${width} pixels`, () => {
      const [left, right, top, bottom] = [32, 64, 16, 48]
      const isCode = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom
      const { columns, rows, dense } = findDenseCells(
        paint(width, 72, (x, y) => (isCode(x, y) && isDark(x, y) ? [0, 0, 0] : [200, 250, 200])),
      )
      assert.deepEqual([columns, rows], [Math.floor(width / CELL), 9])
      for (let cell = 0; cell < dense.length; cell++) {
        const [column, row] = [cell % columns, Math.floor(cell / columns)]
        const middle = isCode(column * CELL + CELL / 2, row * CELL + CELL / 2)
        const isBorder =
          !middle ||
          [-1, 1].some((by) => !isCode((column + by) * CELL, row * CELL) || !isCode(column * CELL, (row + by) * CELL))
        if (!isBorder) assert.equal(dense[cell], 1, `${column}, ${row}`)
        const isFar = column < 2 || column > 9 || row < 1 || row > 6
        if (isFar) assert.equal(dense[cell], 0, `${column}, ${row}`)
      }
    })
  }

  it('are counted up to the last pixel but one, which alone has both neighbours', () => {
    for (const width of [48, 56, 57]) {
      const { dense } = findDenseCells(paint(width, 40, (x, y) => (isDark(x, y) ? [0, 0, 0] : [250, 250, 250])))
      assert.equal(
        dense.every((each) => each === 1),
        true,
      )
    }
  })

  it('are none in a picture smaller than a cell', () => {
    assert.equal(findDenseCells(paint(7, 5, () => [1, 2, 3])).dense.length, 0)
  })
})
