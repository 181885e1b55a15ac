import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readNetList } from '../../../src/engine/nets/net-list.ts'
import type { Net } from '../../../src/engine/nets/runtime.ts'
import { showPicture } from '../../../src/engine/nets/show-picture.ts'
import { paint } from '../../support/painted.ts'

describe('showing pictures to nets', () => {
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
