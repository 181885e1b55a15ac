import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { remedyOf } from '../../../src/apps/console/overview/remedies.ts'
import { FACTOR_NAMES } from '../../../src/kernel/decision/factors/index.ts'
import { LIVE_RULE_NAMES } from '../../../src/kernel/vocabulary.ts'

describe('what would remove a reason of referral', () => {
  it('is said of every factor and every rule of live mode', () => {
    for (const cause of [...FACTOR_NAMES, ...LIVE_RULE_NAMES])
      for (const isUnread of [true, false]) assert.ok(remedyOf({ cause, isUnread }).words, cause)
    assert.equal(remedyOf({ cause: 'documentAuthenticity', isUnread: true }).path, 'documents/teach')
    assert.match(remedyOf({ cause: 'documentAttested', isUnread: false }).words, /standard level/)
    assert.match(remedyOf({ cause: 'mrzValidity', isUnread: true }).words, /sharper pictures/)
    assert.match(remedyOf({ cause: 'faceVerification', isUnread: false }).words, /against the person/)
    assert.ok(remedyOf({ isUnread: false }).words)
  })
})
