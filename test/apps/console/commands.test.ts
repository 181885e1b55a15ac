import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matching } from '../../../src/apps/console/commands.ts'
import { noneLeft } from '../../../src/apps/console/words.ts'
import type { QueueCase } from '../../../src/kernel/review/contract/console-queue.ts'

describe('the command palette', () => {
  const commands = ['Approve', 'Request a new picture', 'Go to Settings: Audit log', 'Go to Queue'].map((name) => ({
    name,
    run: () => {},
  }))
  const named = (typed: string) => matching(commands, typed).map(({ name }) => name)

  it('finds commands by the beginnings of their words, in any order', () => {
    assert.deepEqual(named('au'), ['Go to Settings: Audit log'])
    assert.deepEqual(named('log set'), ['Go to Settings: Audit log'])
    assert.deepEqual(named('PIC'), ['Request a new picture'])
    assert.deepEqual(named('prove'), [])
    assert.equal(named('  ').length, 4)
  })
})

describe('a queue without a case for this account', () => {
  const waiting = (more: Partial<QueueCase>) => more as QueueCase

  it('says for whom those wait that are in it', () => {
    assert.equal(noneLeft([], 'ada'), 'No cases left.')
    assert.equal(
      noneLeft([waiting({ isSecond: true })], 'ada'),
      'No cases left for you: 1 is waiting for a second reviewer.',
    )
    assert.equal(
      noneLeft([waiting({ isSecond: true }), waiting({ isSecond: true }), waiting({ claimedBy: 'ben' })], 'ada'),
      'No cases left for you: 2 are waiting for a second reviewer, 1 is assigned to somebody else.',
    )
  })
})
