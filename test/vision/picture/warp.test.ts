import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../packages/specimen/src/random.ts'
import {
  applyAffine,
  applyHomography,
  invertAffine,
  invertHomography,
  quadToRect,
  similarity,
} from '../../../src/vision/picture/matrix.ts'
import type { Picture, Point, Size } from '../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../src/vision/picture/quad.ts'
import { sampleFast, warpAffine, warpQuad } from '../../../src/vision/picture/warp.ts'
import { sampleRow } from '../../../src/vision/picture/warp-row.ts'
import { paint, pixel } from '../../support/painted.ts'

describe('warps', () => {
  it('straightens a quadrilateral', () => {
    const quad: [Point, Point, Point, Point] = [
      { x: 40, y: 30 },
      { x: 160, y: 50 },
      { x: 150, y: 140 },
      { x: 30, y: 110 },
    ]
    const toRect = quadToRect(quad, { width: 120, height: 80 })
    const picture = paint(200, 200, (x, y) => {
      const { x: u, y: v } = applyHomography(toRect, { x, y })
      return u > 60 ? [200, v > 40 ? 200 : 0, 0] : [0, v > 40 ? 200 : 0, 0]
    })
    const flat = warpQuad(picture, quad, { width: 120, height: 80 })
    assert.deepEqual(pixel(flat, 20, 15), [0, 0, 0])
    assert.deepEqual(pixel(flat, 100, 15), [200, 0, 0])
    assert.deepEqual(pixel(flat, 100, 65), [200, 200, 0])
    assert.deepEqual(pixel(flat, 20, 65), [0, 200, 0])
  })

  it('interpolates between pixels, and fades into black or repeats the last pixel beyond the edge', () => {
    const ramp = paint(40, 40, (x, y) => [5 * x, 5 * y, 100])
    const shifted = (by: number, edge: 'black' | 'repeat') => {
      const [from, to] = [by - 0.5, by + 39.5]
      const quad = [from, to].map((x) => ({ x, y: from }))
      const below = [to, from].map((x) => ({ x, y: to }))
      return warpQuad(ramp, [...quad, ...below] as unknown as [Point, Point, Point, Point], ramp, edge)
    }
    for (const edge of ['black', 'repeat'] as const) {
      for (const [x, y] of [
        [3, 7],
        [20, 30],
      ] as const) {
        const [r, g, b] = pixel(shifted(0.4, edge), x, y)
        assert.deepEqual([r, g, b], [Math.round(5 * (x + 0.4)), Math.round(5 * (y + 0.4)), 100])
      }
    }
    assert.deepEqual(pixel(shifted(0.4, 'black'), 39, 10), [117, 31, 60])
    assert.deepEqual(pixel(shifted(0.4, 'repeat'), 39, 10), [195, 52, 100])
    assert.deepEqual(pixel(shifted(3, 'black'), 38, 10), [0, 0, 0])
    assert.deepEqual(pixel(shifted(3, 'repeat'), 38, 10), [195, 65, 100])
  })

  it('averages where the picture is finer than the target', () => {
    const grating = paint(200, 200, (x) => (x % 2 ? [200, 200, 200] : [0, 0, 0]))
    const quad: [Point, Point, Point, Point] = [
      { x: 9.5, y: 9.5 },
      { x: 189.5, y: 9.5 },
      { x: 189.5, y: 189.5 },
      { x: 9.5, y: 189.5 },
    ]
    for (const value of warpQuad(grating, quad, { width: 90, height: 90 }).data) {
      assert.ok(Math.abs(value - 100) <= 2, `${value}`)
    }
  })

  it('takes corners whose sides meet in the corner of the picture', () => {
    const quad = [
      { x: 360, y: 0 },
      { x: 0, y: 40 },
      { x: 0, y: 12 },
      { x: 26, y: 0 },
    ] as const
    const toRect = quadToRect(quad, { width: 120, height: 80 })
    const { x, y } = applyHomography(toRect, quad[2])
    assert.ok(Math.hypot(x - 119.5, y - 79.5) < 1e-6, `${x} ${y}`)
  })

  it('refuses corners on one line', () => {
    const line = [0, 1, 2, 3].map((i) => ({ x: i, y: i })) as [Point, Point, Point, Point]
    assert.throws(() => quadToRect(line, { width: 10, height: 10 }), RangeError)
  })

  it('finds the similarity between two sets of points', () => {
    const from = [
      { x: 3, y: 4 },
      { x: 30, y: 8 },
      { x: 15, y: 40 },
    ]
    const turn = [0.6, -0.8, 12, 0.8, 0.6, -7] as const
    const found = similarity(
      from,
      from.map((p) => applyAffine(turn, p)),
    )
    for (const [i, value] of found.entries()) assert.ok(Math.abs(value - (turn[i] as number)) < 1e-9)
    const back = applyAffine(invertAffine(found), applyAffine(found, { x: 5, y: 6 }))
    assert.ok(Math.hypot(back.x - 5, back.y - 6) < 1e-9)
  })

  it('averages when an affine map shrinks strongly', () => {
    const grating = paint(600, 600, (x, y) => ((x + y) % 2 ? [255, 255, 255] : [0, 0, 0]))
    const small = warpAffine(grating, [0.1, 0, 0, 0, 0.1, 0], { width: 60, height: 60 })
    for (let i = 20; i < 40; i++) assert.ok(Math.abs(pixel(small, i, i)[0] - 128) < 20)
  })
})

const blank = ({ width, height }: Size): Picture => ({ width, height, data: new Uint8Array(width * height * 3) })

describe('rows that the kernel makes', () => {
  it('are those of JavaScript byte by byte, within the picture, across its edges and beyond them', () => {
    const source = random('warped')
    for (let i = 0; i < 40; i++) {
      const size = { width: source.whole(1, 90), height: source.whole(1, 70) }
      const picture = i % 10 === 0 ? blank({ width: 1, height: 1 }) : blank({ width: 61, height: 47 })
      for (let at = 0; at < picture.data.length; at++) picture.data[at] = source.whole(0, 255)
      const near = () => source.between(-0.3, 0.3) + (i % 7 === 0 ? 1.4 : 0)
      const quad = [
        { x: near(), y: near() },
        { x: 1 + near(), y: near() },
        { x: 1 + near(), y: 1 + near() },
        { x: near(), y: 1 + near() },
      ].map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height })) as unknown as Quad
      const inverse = invertHomography(quadToRect(quad, size))
      for (const edge of ['black', 'repeat'] as const) {
        for (const fourfold of [false, true]) {
          const [slow, fast] = [blank(size), blank(size)]
          for (let y = 0; y < size.height; y++) sampleRow(picture, inverse, slow, y, edge, fourfold)
          const done = sampleFast(picture, inverse, fast, { from: 0, to: size.height }, edge, fourfold)
          if (done) assert.deepEqual(fast.data, slow.data, `${i} ${edge} ${fourfold}`)
          else assert.deepEqual(fast.data, blank(size).data, 'nothing was done')
        }
      }
    }
  })

  it('are left to JavaScript beyond the horizon', () => {
    const picture = blank({ width: 20, height: 20 })
    const over = [1, 0, 0, 0, 1, 0, 0, 0.2, -1] as const
    assert.equal(sampleFast(picture, over, blank(picture), { from: 0, to: 20 }, 'black', false), false)
    const before = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const
    assert.equal(sampleFast(picture, before, blank(picture), { from: 0, to: 20 }, 'black', false), true)
  })
})
