import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreeingSides, leavesPrint } from '../../../src/apps/hosted-page/guidance/agree.ts'
import type { Quad } from '../../../src/apps/hosted-page/guidance/find-sides.ts'
import { judgeDocument } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import type { Grey } from '../../../src/vision/picture/quality/measures.ts'

const CARD: Quad = [
  [40, 150],
  [280, 150],
  [280, 300],
  [40, 300],
]

/** A light card with dark lines of print on a darker table. */
function table(): Grey {
  const [width, height] = [320, 480]
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (x < 40 || x >= 280 || y < 150 || y >= 300) return 90
    return y % 16 < 4 && x % 9 < 6 && x > 120 ? 60 : 190
  })
  return { width, height, data }
}

const moved = (byX: number, byY: number): Quad => CARD.map(([x, y]) => [x + byX, y + byY]) as Quad

describe('the outline of the corner net', () => {
  const picture = table()
  const frame = { overview: picture, detail: picture, window: { x: 19, y: 146, width: 282, height: 188 } }
  const judge = (quad: Quad) => judgeDocument(frame, undefined, { found: 4, cutOff: false, quad })

  it('is shown where the picture has sides as well', () => {
    assert.equal(agreeingSides(picture, CARD), 4)
    assert.deepEqual(judge(moved(2, -1)).quad, moved(2, -1))
  })

  it('is not shown, and nothing called good, where it lies beside the document', () => {
    for (const quad of [moved(0, 50), moved(14, 14), moved(-20, 60)]) {
      assert.ok(agreeingSides(picture, quad) < 3)
      assert.deepEqual(judge(quad), { verdict: 'steady' })
    }
  })

  it('is doubted where it runs through the document, and not where the table beyond is as light as the document', () => {
    const [topLeft, , , bottomLeft] = CARD
    const half: Quad = [topLeft, [200, 150], [200, 300], bottomLeft]
    assert.equal(leavesPrint(picture, half), true)
    assert.equal(leavesPrint(picture, CARD), false)
    assert.equal(leavesPrint(picture, moved(2, -1)), false)
    const pale = { ...picture, data: picture.data.map((grey, at) => (at % 320 >= 280 ? 190 : grey)) }
    assert.equal(agreeingSides(pale, CARD), 3)
    assert.equal(leavesPrint(pale, CARD), false)
  })
})
