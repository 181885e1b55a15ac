import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChanged, isSameSide, PRINT } from '../../src/web/guidance/scene-print.ts'

const size = PRINT.width * PRINT.height
const front = Uint8Array.from({ length: size }, (_, at) => (at % PRINT.width < 8 ? 60 : 190 + (at % 5)))
const back = Uint8Array.from({ length: size }, (_, at) => (at > 0.7 * size ? 40 : 200 - (at % 7)))

describe('the print of a scene', () => {
  it('is the same under a trembling hand and a little more light', () => {
    const trembling = front.map((value, at) => value + (at % 3))
    assert.equal(hasChanged(trembling, front), false)
    assert.equal(isSameSide(trembling, front), true)
  })

  it('tells the other side of a card from the same one upside down', () => {
    assert.equal(isSameSide(front.slice().reverse(), front), true)
    assert.equal(isSameSide(back, front), false)
    assert.equal(hasChanged(back, front), true)
  })
})
