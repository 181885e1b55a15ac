import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growRect, minAreaRect } from '../../../src/vision/picture/min-area-rect.ts'

describe('a rectangle', () => {
  it('grows by its margins, however it is turned', () => {
    for (const angle of [0, 0.3, -0.5]) {
      const turned = (x: number, y: number) => ({
        x: x * Math.cos(angle) - y * Math.sin(angle),
        y: x * Math.sin(angle) + y * Math.cos(angle),
      })
      const rect = minAreaRect([turned(0, 0), turned(10, 0), turned(10, 4), turned(0, 4)])
      const [tl, tr, br, bl] = growRect(rect, 2, 1)
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
