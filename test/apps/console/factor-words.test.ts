import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { causeWords, factorName, remedyOf } from '../../../src/apps/console/words.ts'
import { kernelWords } from '../../../src/kernel/decision/factor-words.ts'
import { factorNames } from '../../../src/kernel/decision/factors/index.ts'
import { liveRuleNames } from '../../../src/kernel/decision/live-rules.ts'
import { featureWords } from './learn-feature-words.ts'

describe('the words of a factor', () => {
  it('are defined once, for factors and rules that exist', () => {
    const named = [kernelWords, ...featureWords.values()].flatMap(({ factors = {} }) => Object.keys(factors))
    assert.deepEqual(
      named.filter((name, at) => named.indexOf(name) !== at),
      [],
    )
    const known: readonly string[] = [...factorNames(), ...liveRuleNames(), 'editedPicture']
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    )
    assert.ok(featureWords.size > 8)
  })

  it('are what the console shows', () => {
    assert.equal(factorName('faceVerification'), 'Same face')
    assert.equal(factorName('chipAuthenticity'), 'Chip authenticity')
    assert.equal(causeWords('mrzValidity', true), 'MRZ not read')
    assert.equal(causeWords('watchlist', true), 'Possible hit in a list')
  })
})

describe('what would remove a reason of referral', () => {
  it('is said of every factor and every rule of live mode', () => {
    for (const cause of [...factorNames(), ...liveRuleNames()])
      for (const isUnread of [true, false]) assert.ok(remedyOf(cause, isUnread).words, cause)
    assert.equal(remedyOf('documentAuthenticity', true).path, 'documents/teach')
    assert.match(remedyOf('documentAttested').words, /standard level/)
    assert.match(remedyOf('mrzValidity', true).words, /sharper pictures/)
    assert.match(remedyOf('faceVerification').words, /against the person/)
    assert.ok(remedyOf(undefined).words)
  })
})
