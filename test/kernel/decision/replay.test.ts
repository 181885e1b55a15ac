import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import { evidenceOf } from '../../../src/kernel/decision/evidence.ts'
import { changed, count, newTally, redecide } from '../../../src/kernel/decision/replay.ts'
import { decided } from './decided.ts'
import { licence, passport, selfie, withRule } from './genuine.ts'

const barely = () => passport({}, { face: selfie({ liveness: { score: 55, kinds: {} } }) })
const strict = withRule('passiveLiveness', { high: 80 })

describe('a replay', () => {
  it('decides as before under the same policy, byte for byte', () => {
    for (const evidence of [passport(), licence(), barely(), passport({}, { applicantForm: { lastName: 'OTHER' } })]) {
      const session = decided(evidence)
      const again = evidenceOf(session)
      assert.ok(again)
      assert.equal(JSON.stringify(decide(again, defaultPolicy())), JSON.stringify(session.decision))
    }
  })

  it('remembers the flow and the day of the decision', () => {
    const { face: _, ...noFace } = passport({}, { steps: ['document'], today: '2020-02-02' })
    assert.deepEqual(evidenceOf(decided(noFace)), noFace)
  })

  it('says what another policy would have decided, and which factor makes the difference', () => {
    const replayed = redecide(decided(barely()), strict)
    assert.equal(replayed?.before.outcome, 'approve')
    assert.equal(replayed?.after.outcome, 'refer')
    assert.deepEqual(replayed?.because, ['passiveLiveness'])
  })

  it('leaves sessions alone that were never decided', () => {
    const { decision: _, ...undecided } = decided()
    assert.equal(redecide(undecided, strict), undefined)
  })

  it('counts moves between outcomes', () => {
    const tally = newTally()
    for (const session of [decided(), decided(barely()), decided(barely())]) {
      const replayed = redecide(session, strict)
      assert.ok(replayed)
      count(tally, replayed)
    }
    assert.equal(tally.moves.approve.approve, 1)
    assert.equal(tally.moves.approve.refer, 2)
    assert.equal(changed(tally), 2)
    assert.deepEqual(tally.because, { passiveLiveness: 2 })
  })
})
