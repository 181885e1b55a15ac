import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alignEyes } from '../../../src/apps/console/case/use-picture.ts'

const apply = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], x: number, y: number) => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})
const near = (point: { x: number; y: number }, x: number, y: number) =>
  assert.ok(Math.hypot(point.x - x, point.y - y) < 1e-6, JSON.stringify(point))

describe('two faces laid over each other', () => {
  it('have their eyes on the same spots, however large, tilted and placed they are', () => {
    const pictures = [
      { size: { width: 200, height: 260 }, eyes: { left: { x: 0.3, y: 0.4 }, right: { x: 0.7, y: 0.4 } } },
      { size: { width: 900, height: 700 }, eyes: { left: { x: 0.42, y: 0.52 }, right: { x: 0.55, y: 0.44 } } },
    ]
    for (const { size, eyes } of pictures) {
      const matrix = alignEyes(size, eyes)
      near(apply(matrix, eyes.left.x * size.width, eyes.left.y * size.height), 35, 52)
      near(apply(matrix, eyes.right.x * size.width, eyes.right.y * size.height), 65, 52)
    }
  })

  it('are shown whole where nobody knows their eyes', () => {
    const matrix = alignEyes({ width: 200, height: 100 }, undefined)
    near(apply(matrix, 0, 0), 0, 35)
    near(apply(matrix, 200, 100), 100, 85)
  })
})
