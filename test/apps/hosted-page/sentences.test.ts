import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { doubtOf, refusalOf } from '../../../src/apps/hosted-page/sentences.ts'
import { loadTexts } from '../../../src/kernel/texts/languages.ts'

const texts = await loadTexts('en-US')

describe('what the page says of an answer', () => {
  it('advises against every accepted picture of which the service says what is wrong with it', () => {
    const hints = ['TOO_DARK', 'TOO_BRIGHT', 'CUT_OFF', 'TOO_SMALL', 'BLURRED', 'GLARE', 'GLARE_ON_MRZ', 'MRZ_NOT_READ']
    for (const hint of hints) assert.equal(doubtOf({ hints: [hint] })?.reason, hint)
    assert.equal(doubtOf({ hints: [] }), undefined)
    assert.equal(doubtOf({ hints: ['SOMETHING_NEW'] }), undefined)
  })

  it('names the most urgent hint, with its places alone', () => {
    const marks = ['GLARE', 'TOO_DARK'].map((hint) => ({ hint, x: 0, y: 0, width: 1, height: 1 }))
    const doubt = doubtOf({ hints: ['TOO_DARK', 'GLARE'], marks: marks as never })
    assert.equal(doubt?.reason, 'TOO_DARK')
    assert.equal(doubt?.marks.length, 1)
  })

  it('tells a refusal by its hint, else by its code, else as a fault of ours', () => {
    assert.equal(refusalOf({ error: 'WRONG_SIDE', hints: ['BLURRED'] }, texts).reason, 'BLURRED')
    assert.equal(refusalOf({ error: 'WRONG_SIDE' }, texts).reason, 'WRONG_SIDE')
    assert.equal(refusalOf({ error: 'SOMETHING_NEW' }, texts).reason, 'INTERNAL_ERROR')
  })
})
