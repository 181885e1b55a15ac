import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../lab/specimen/random.ts'
import { invertHomography, quadToRect } from '../../../src/engine/picture/matrix.ts'
import type { Picture, Size } from '../../../src/engine/picture/picture.ts'
import type { Quad } from '../../../src/engine/picture/quad.ts'
import { sampleFast } from '../../../src/engine/picture/warp.ts'
import { sampleRow } from '../../../src/engine/picture/warp-row.ts'

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
