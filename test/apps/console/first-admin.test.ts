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

  it('is asked for a password of their own, as everybody is, until it is chosen and again after a reset', async (t) => {
    const test = await startTestApp()
    t.after(() => test.close())
    const first = (await ensureFirstAdmin(test.ports)) ?? assert.fail('there is one already')
    const admin = await signIn(test, first.username, first.password)
    const made = (await admin.call('POST', 'accounts', { username: 'ben', role: 'reviewer', tenants: 'all' })).json()
    const isGiven = async (password: string) =>
      (await (await signIn(test, 'ben', password)).call('GET', 'session')).json().passwordGiven === true
    assert.equal((await admin.call('GET', 'session')).json().passwordGiven, true)
    assert.equal(await isGiven(made.password), true)

    const next = 'cups of tea on a grey Thursday'
    const ben = await signIn(test, 'ben', made.password)
    assert.equal((await ben.call('PUT', 'session/password', { password: made.password, next })).statusCode, 204)
    assert.equal(await isGiven(next), false)

    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const { password } = (await admin.call('PATCH', 'accounts/ben', { reset: true })).json()
    assert.equal(await isGiven(password), true)
  })
})
