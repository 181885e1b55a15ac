import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pickPortrait } from '../../../../src/engine/page/portrait/pick-portrait.ts'

const page = { width: 1200, height: 757 }
const face = (width: number, confidence: number) => ({ x: 100, y: 200, width, height: width, confidence })

describe('the portrait on a document', () => {
  it('stands before a larger pattern that looks less like a face', () => {
    assert.equal(pickPortrait([face(320, 0.91), face(240, 0.99)], page)?.width, 240)
  })

  it('is the larger of two that look like one, not its ghost image', () => {
    assert.equal(pickPortrait([face(130, 0.998), face(240, 0.97)], page)?.width, 240)
  })

  it('is neither as small as a ghost nor as large as the page', () => {
    assert.equal(pickPortrait([face(90, 0.99), face(700, 0.99)], page), undefined)
  })
})
