import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pagePlace } from '../../../src/vision/document/page-place.ts'
import type { Quad } from '../../../src/vision/picture/quad.ts'

describe('a place of the photo on the upright page', () => {
  const quad: Quad = [
    { x: 100, y: 80 },
    { x: 700, y: 120 },
    { x: 680, y: 500 },
    { x: 90, y: 470 },
  ]
  const near = ({ x, y }: { x: number; y: number }, wanted: [number, number]) =>
    assert.ok(Math.hypot(x - wanted[0], y - wanted[1]) < 1e-6, `${x} ${y}`)

  it('has the corners of the page at its corners, whichever way it was turned', () => {
    const corners = { 0: [0, 0], 1: [1, 0], 2: [1, 1], 3: [0, 1] } as const
    for (const turns of [0, 1, 2, 3] as const) near(pagePlace(quad, turns).onPage(quad[0]), [...corners[turns]])
  })

  it('is found again in the photo', () => {
    for (const turns of [0, 1, 2, 3] as const) {
      const { onPage, inPhoto } = pagePlace(quad, turns)
      near(inPhoto(onPage({ x: 333, y: 222 })), [333, 222])
    }
  })

  it('counts from the long side of a document that stands', () => {
    const standing: Quad = [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
      { x: 300, y: 500 },
      { x: 0, y: 500 },
    ]
    // Lying, its first corner is the photo's top right; a quarter turn lets it stand again.
    near(pagePlace(standing, 1).onPage({ x: 75, y: 125 }), [0.25, 0.25])
  })
})
