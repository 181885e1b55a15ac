import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findComponents } from '../../../src/vision/picture/components.ts'

/** Components of a drawing in which a sharp is a cell that is set. */
function components(by: 'sides' | 'corners', ...rows: string[]) {
  const set = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0))
  return findComponents(set, { width: rows[0]?.length ?? 0, height: rows.length }, by)
}

describe('components', () => {
  it('hang together by sides alone, or by corners too', () => {
    const drawing = ['#...', '.#..', '..##']
    assert.deepEqual(
      components('sides', ...drawing).map(({ cells }) => cells.length),
      [1, 1, 2],
    )
    assert.deepEqual(
      components('corners', ...drawing).map(({ cells }) => cells.length),
      [4],
    )
  })

  it('come in the order of their first cell, each with the box around it', () => {
    const found = components('sides', '..#.', '#.##', '#...')
    assert.deepEqual(
      found.map(({ box }) => box),
      [
        { x: 2, y: 0, width: 2, height: 2 },
        { x: 0, y: 1, width: 1, height: 2 },
      ],
    )
  })

  it('have a rim where a neighbour is missing, at the edge of the grid as well', () => {
    const [block] = components('sides', '.....', '.###.', '.###.', '.###.', '.....')
    assert.equal(block?.cells.length, 9)
    assert.equal(block?.rim.length, 8)
    assert.equal(components('sides', '###', '###', '###')[0]?.rim.length, 8)
  })

  it('count a missing corner for the rim only where corners join', () => {
    const notched = ['.####', '#####', '#####', '#####', '#####']
    assert.ok(components('corners', ...notched)[0]?.rim.includes(6))
    assert.ok(!components('sides', ...notched)[0]?.rim.includes(6))
  })

  it('do not run over the edge of the grid into the next row', () => {
    assert.equal(components('corners', '...#', '....', '#...').length, 2)
    assert.equal(components('sides', '...#', '#...').length, 2)
  })
})
