import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { findTurns } from '../../../src/vision/document/turn-upright.ts'
import { type Nets, openNets } from '../../../src/vision/nets/runtime.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { type Picture, rotate90 } from '../../../src/vision/picture/picture.ts'
import { findText } from '../../../src/vision/text/find-text.ts'

const nets = openNets()

describe('which way up a page is', () => {
  let page: Picture
  before(async () => {
    page = await decode((await drawSpecimen({ kind: 'td1', seed: 5, today: '2026-01-01' })).front)
  })

  for (const turns of [0, 1, 2, 3] as const) {
    it(`is told by its lines when it was turned by ${turns} quarters`, async () => {
      const turned = rotate90(page, turns)
      assert.equal(await findTurns(nets, turned, await findText(nets, turned, 768)), (4 - turns) % 4)
    })
  }

  it('is asked of no more lines than can still change the answer', async () => {
    const boxes = await findText(nets, page, 768)
    const asked = async (likely?: number[]) => {
      const { counting, count } = counted(nets)
      assert.equal(await findTurns(counting, page, boxes, likely), 0)
      return count()
    }
    const undecided = await asked()
    assert.ok(undecided >= 3 && undecided <= 5, `${undecided}`)
    assert.ok((await asked([0.97, 0.01, 0.01, 0.01])) < undecided)
  })
})

/** The same nets, and how often one of them ran. */
function counted(all: Nets): { counting: Nets; count: () => number } {
  let runs = 0
  const get: Nets['get'] = async (name) => {
    const model = await all.get(name)
    return {
      ...model,
      run(feeds) {
        runs++
        return model.run(feeds)
      },
    }
  }
  return { counting: { ...all, get }, count: () => runs }
}
