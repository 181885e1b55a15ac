import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { isComparable, pickGhost, pickPortrait, showsSeveral } from '../../../src/vision/document/find-portraits.ts'
import { findPortrait } from '../../../src/vision/face/take-portrait.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { documentPortrait } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

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
  it('may be two thirds as wide as the first without being that of another person', () => {
    assert.equal(showsSeveral([face(224, 1), face(148, 0.999)], page), false)
    assert.equal(showsSeveral([face(224, 1), face(173, 0.999)], page), true)
  })

  const first = face(240, 0.99)

  it('is a smaller face that the detector is sure of', () => {
    assert.equal(pickGhost([first, face(107, 0.95)], first, page)?.width, 107)
  })

  it('is not looked for where it would be too small or hardly a face', () => {
    assert.equal(pickGhost([first, face(54, 0.99), face(110, 0.7)], first, page), undefined)
    assert.equal(pickGhost([first], first, page), undefined)
  })
})

describe('the portrait on a document', () => {
  it('will do as it is, in grey, and printed small', async () => {
    const { jpeg } = await documentPortrait('B')
    assert.ok(await willDo(jpeg))
    assert.ok(await willDo(await sharp(jpeg).greyscale().jpeg().toBuffer()))
    assert.ok(await willDo(await sharp(jpeg).resize(110).jpeg().toBuffer()))
  })

  it('is of too low quality when it has too few pixels or is too blurred', async () => {
    const { jpeg } = await documentPortrait('B')
    const tiny = await sharp(jpeg).resize(26).toBuffer()
    assert.equal(await willDo(await sharp(tiny).resize(340).jpeg().toBuffer(), 10), false)
    assert.equal(await willDo(await sharp(jpeg).blur(10).jpeg().toBuffer()), false)
  })
})

async function willDo(jpeg: Uint8Array, enlarged = 1): Promise<boolean> {
  const picture = await decode(jpeg)
  const { value: portrait } = await engine.read((context) => findPortrait(context, picture))
  assert.ok(portrait, 'the face is found')
  return isComparable(portrait, enlarged)
}
