import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toTensor } from '../../../src/engine/nets/tensor.ts'
import {
  crop,
  fitWithin,
  letterbox,
  resize,
  rotate90,
  warpAffine,
  warpQuad,
} from '../../../src/engine/picture/geometry.ts'
import {
  applyAffine,
  applyHomography,
  invertAffine,
  quadToRect,
  similarity,
} from '../../../src/engine/picture/matrix.ts'
import type { Picture, Point } from '../../../src/engine/picture/picture.ts'

describe('resize', () => {
  it('keeps a flat colour flat at any size', () => {
    const flat = paint(97, 61, () => [10, 120, 250])
    for (const size of [
      { width: 13, height: 7 },
      { width: 300, height: 200 },
      { width: 97, height: 5 },
    ]) {
      const scaled = resize(flat, size)
      assert.equal(scaled.data.length, size.width * size.height * 3)
      for (let i = 0; i < scaled.data.length; i += 3)
        assert.deepEqual([...scaled.data.subarray(i, i + 3)], [10, 120, 250])
    }
  })

  it('averages when shrinking, so that a fine grating becomes grey and not a moiré', () => {
    const grating = paint(640, 640, (x) => (x % 2 ? [255, 255, 255] : [0, 0, 0]))
    const small = resize(grating, { width: 60, height: 60 })
    for (const value of small.data) assert.ok(Math.abs(value - 128) < 12, `${value}`)
  })

  it('keeps a ramp where it was', () => {
    const ramp = paint(200, 100, (x) => [x, x, x])
    const half = resize(ramp, { width: 100, height: 50 })
    for (let x = 2; x < 98; x++) assert.ok(Math.abs(pixel(half, x, 25)[0] - (2 * x + 0.5)) <= 1)
  })

  it('leaves a picture alone that already fits', () => {
    const small = paint(30, 20, () => [1, 2, 3])
    assert.equal(fitWithin(small, 100).picture, small)
    assert.equal(
      fitWithin(
        paint(400, 200, () => [0, 0, 0]),
        100,
      ).picture.height,
      50,
    )
  })
})

describe('crop', () => {
  it('fills what lies outside the picture', () => {
    const cut = crop(
      paint(10, 10, () => [9, 9, 9]),
      { x: -5, y: 5, width: 10, height: 10 },
      77,
    )
    assert.deepEqual(pixel(cut, 0, 0), [77, 77, 77])
    assert.deepEqual(pixel(cut, 5, 0), [9, 9, 9])
    assert.deepEqual(pixel(cut, 5, 5), [77, 77, 77])
  })
})

describe('letterbox', () => {
  it('leads back to the picture by its scale and offsets', () => {
    const mark = paint(200, 100, (x, y) => (Math.abs(x - 150) < 6 && Math.abs(y - 40) < 6 ? [255, 0, 0] : [0, 0, 0]))
    const { picture, scale, offsetX, offsetY } = letterbox(mark, { width: 100, height: 100 }, { fill: 50 })
    assert.deepEqual(pixel(picture, 50, 0), [50, 50, 50])
    assert.ok(pixel(picture, Math.round(150 * scale + offsetX), Math.round(40 * scale + offsetY))[0] > 200)
  })
})

describe('rotate90', () => {
  it('turns clockwise, and four quarters are none', () => {
    const picture = paint(4, 3, (x, y) => [x * 10, y * 10, 0])
    assert.deepEqual(pixel(rotate90(picture, 1), 2, 0), [0, 0, 0])
    assert.deepEqual(pixel(rotate90(picture, 1), 0, 3), [30, 20, 0])
    assert.deepEqual(rotate90(rotate90(picture, 1), 3), picture)
    assert.deepEqual(rotate90(rotate90(picture, 2), 2), picture)
  })
})

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

describe('toTensor', () => {
  const picture = paint(2, 1, (x) => (x ? [10, 20, 30] : [40, 50, 60]))
  it('lays channels out as the model wants them', () => {
    const plain = { scale: 1, mean: 0, std: 1 } as const
    assert.deepEqual([...toTensor(picture, { order: 'RGB', layout: 'NCHW', ...plain }).data], [40, 10, 50, 20, 60, 30])
    assert.deepEqual([...toTensor(picture, { order: 'BGR', layout: 'NHWC', ...plain }).data], [60, 50, 40, 30, 20, 10])
    assert.deepEqual(toTensor(picture, { order: 'RGB', layout: 'NHWC', ...plain }).dims, [1, 1, 2, 3])
  })

  it('takes mean and deviation per channel of the order given', () => {
    const { data } = toTensor(picture, { order: 'BGR', layout: 'NCHW', scale: 0.1, mean: [6, 5, 4], std: [1, 2, 3] })
    assert.deepEqual(
      [...data].map((v) => Math.round(v * 1000) / 1000),
      [0, -3, 0, -1.5, 0, -1],
    )
  })
})

type Rgb = [number, number, number]

function paint(width: number, height: number, colour: (x: number, y: number) => Rgb): Picture {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3)
  return { width, height, data }
}

const pixel = (picture: Picture, x: number, y: number) =>
  [...picture.data.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3)] as Rgb
