import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ensureFirstAdmin } from '../../../src/kernel/accounts/manage-reviewers.ts'
import { startTestApp } from '../../support/app.ts'
import { signIn } from './console.ts'

describe('the first admin', () => {
  it('is made where there is no account, with a password of its own, and once', async (t) => {
    const test = await startTestApp()
    t.after(() => test.close())
    const made = await Promise.all([ensureFirstAdmin(test.ports), ensureFirstAdmin(test.ports)])
    const [first, ...others] = made.flatMap((each) => each ?? [])
    assert.ok(first)
    assert.deepEqual(others, [], 'of nodes that start together one makes it')
    assert.match(first.username, /^admin-[0-9a-f]{8}$/, 'a name that nobody knows beforehand')
    assert.match(first.password, /^[\w-]{20}$/)
    const admin = await signIn(test, first.username, first.password)
    assert.equal((await admin.call('GET', 'accounts')).statusCode, 200)
    assert.equal(await ensureFirstAdmin(test.ports), undefined)
  })
})
