import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editPolicy, editRule, readWritten, scoreOf } from '../../../src/apps/console/settings/policy/edit-policy.ts'
import { parsePolicy } from '../../../src/kernel/decision/change-policy.ts'
import { defaultPolicyRules } from '../../../src/kernel/decision/policy.ts'
import { countScores, SCORE_STEPS, type ScoreHistogram } from '../../../src/kernel/decision/replay.ts'

const text = JSON.stringify(defaultPolicyRules(), undefined, 2)

describe('the policy as a form', () => {
  it('writes what somebody would have written by hand: the service reads the same policy from both', () => {
    const byHand = structuredClone(defaultPolicyRules())
    byHand.version = 'stricter'
    byHand.minimumAge = 21
    byHand.factors.faceVerification.high = 62.5
    byHand.factors.mrzOcrCrossCheck.onMedium = 'reject'
    byHand.factors.documentAuthenticity.onUnavailable = 'ignore'
    byHand.factors.barcodeOcrCrossCheck.enabled = false

    let byForm = editPolicy(text, { version: 'stricter' })
    byForm = editPolicy(byForm, { minimumAge: 21 })
    byForm = editRule(byForm, 'faceVerification', { high: 62.5 })
    byForm = editRule(byForm, 'mrzOcrCrossCheck', { onMedium: 'reject' })
    byForm = editRule(byForm, 'documentAuthenticity', { onUnavailable: 'ignore' })
    byForm = editRule(byForm, 'barcodeOcrCrossCheck', { enabled: false })

    const [form, hand] = [parsePolicy(byForm), parsePolicy(JSON.stringify(byHand))]
    assert.ok(form.ok && hand.ok)
    assert.deepEqual(form.value, hand.value)
    assert.equal(form.value.sha256, hand.value.sha256)
  })

  it('puts everything back as it was when a change is taken back', () => {
    const there = editRule(editPolicy(text, { minimumAge: 18 }), 'duplicateCheck', { onUnavailable: 'refer' })
    const back = editRule(editPolicy(there, { minimumAge: undefined }), 'duplicateCheck', { onUnavailable: undefined })
    assert.deepEqual(JSON.parse(back), JSON.parse(text))
  })

  it('keeps what it does not know, for the service to speak about', () => {
    const odd = editPolicy('{"name":"mine","factors":{},"odd":1}', { version: '2' })
    assert.deepEqual(JSON.parse(odd), { name: 'mine', factors: {}, odd: 1, version: '2' })
    assert.equal(readWritten('{'), undefined)
    assert.equal(readWritten('[]'), undefined)
  })

  it('draws a score of 0 as low and one of 100 as high, wherever the limits lie', () => {
    assert.deepEqual([scoreOf(0, 20), scoreOf(10, 20), scoreOf(19, 20)], [0, 52.5, 100])
  })
})

describe('past scores', () => {
  it('are counted by the step they lie in, the highest with 100, and those that there are none of nowhere', () => {
    const histogram: ScoreHistogram = {}
    const of = (name: string, score?: number) => ({ name, score }) as never
    for (const score of [0, 3.9, 4, 99.9, 100]) countScores(histogram, { factors: [of('faceVerification', score)] })
    countScores(histogram, { factors: [of('mrzValidity')] })
    const expected = Array<number>(SCORE_STEPS).fill(0)
    expected[0] = 2
    expected[1] = 1
    expected[SCORE_STEPS - 1] = 2
    assert.deepEqual(histogram, { faceVerification: expected })
  })
})
