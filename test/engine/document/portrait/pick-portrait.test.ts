import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pickGhost, pickPortrait } from '../../../../src/engine/document/find-portraits.ts'

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

describe('the second portrait', () => {
  const first = face(240, 0.99)

  it('is a smaller face that the detector is sure of', () => {
    assert.equal(pickGhost([first, face(107, 0.95)], first, page)?.width, 107)
  })

  it('is not looked for where it would be too small or hardly a face', () => {
    assert.equal(pickGhost([first, face(54, 0.99), face(110, 0.7)], first, page), undefined)
    assert.equal(pickGhost([first], first, page), undefined)
  })
})
