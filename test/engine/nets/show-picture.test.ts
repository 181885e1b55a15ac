import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNetList } from '../../../src/engine/nets/net-list.ts'
import type { Net } from '../../../src/engine/nets/runtime.ts'
import { showPicture, toPlanes } from '../../../src/engine/nets/show-picture.ts'
import { toTensor } from '../../../src/engine/nets/tensor.ts'
import { paint } from '../../support/painted.ts'

describe('showing pictures to nets', () => {
  it('gives the same numbers with and without the kernel', () => {
    const picture = paint(37, 11, (x, y) => [(7 * x) % 256, (13 * y + x) % 256, (x * y) % 256])
    for (const order of ['RGB', 'BGR'] as const) {
      for (const [mean, std] of [
        [0.5, 0.25] as const,
        [
          [0.485, 0.456, 0.406],
          [0.229, 0.224, 0.225],
        ] as const,
      ]) {
        const normalisation = { order, layout: 'NCHW', scale: 1 / 255, mean, std } as const
        const { data, dims } = toPlanes(picture, normalisation)
        assert.deepEqual({ data: data.slice(), dims }, toTensor(picture, normalisation))
      }
    }
  })

  it('gives each net its own picture, one after another and at the same time', async () => {
    const entry = readNetList().corners
    assert.ok(entry?.input)
    const net: Net = {
      name: 'corners',
      sha256: '',
      entry,
      async run(feeds) {
        await new Promise((done) => setTimeout(done, 5))
        const [fed] = Object.values(feeds)
        assert.ok(fed)
        return { fed: { data: fed.data.slice(), dims: fed.dims } }
      },
      text: async () => '',
    }
    const shown = async (level: number, side: number) => {
      const { fed } = await showPicture(
        net,
        paint(side, side, () => [level, level, level]),
      )
      return { length: fed?.data.length, same: new Set(fed?.data).size === 1, dims: fed?.dims }
    }
    const expected = (side: number) => ({ length: 3 * side * side, same: true, dims: [1, 3, side, side] })
    assert.deepEqual(await shown(10, 40), expected(40))
    assert.deepEqual(await shown(20, 8), expected(8), 'a smaller one does not see what the larger one left')
    assert.deepEqual(await Promise.all([shown(30, 40), shown(40, 40), shown(50, 12)]), [
      expected(40),
      expected(40),
      expected(12),
    ])
  })
})
