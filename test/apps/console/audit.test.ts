import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { AuditPage } from '../../../src/kernel/audit/contract/console-audit.ts'
import { AUDIT_KINDS } from '../../../src/kernel/contract/console-words.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { TestApp } from '../../support/app.ts'
import { ask, type Browser, signIn, startConsole, waitingSession } from './console.ts'

const GENUINE = { tenant: 'acme', actor: 'reviewer:ada', action: 'review.note' } as const

describe('the audit log in the console', () => {
  let test: TestApp
  let chief: Browser
  let ada: Browser
  before(async () => {
    test = await startConsole()
    chief = await signIn(test, 'chief')
    ada = await signIn(test, 'ada')
  })
  after(() => test.close())

  const search = async (filter: object) =>
    (await chief.call('POST', 'audit/search', filter))
      .json<AuditPage>()
      .lines.map(({ actor, action }) => `${actor} ${action}`)

  it('is for admins', async () => {
    assert.equal((await ada.call('POST', 'audit/search', {})).statusCode, 403)
  })

  it('tells who looked at whose data, who changed a setting, and who signed in', async () => {
    const { sessionId } = await waitingSession(test)
    await ada.call('GET', `cases/${sessionId}`)
    await ada.call('GET', `cases/${sessionId}/images/primary_face`)
    await chief.call('PATCH', 'tenants/acme', { retentionDays: 60 })
    await ask(test, 'POST', 'session', { payload: { username: 'ben', password: 'wrong' } })
    await ask(test, 'POST', 'session', { payload: { username: 'my own password', password: 'wrong' } })

    assert.deepEqual(await search({ kind: 'looks', sessionId }), ['reviewer:ada read.image', 'reviewer:ada read.case'])
    assert.deepEqual(await search({ kind: 'looks', actor: 'ada' }), await search({ kind: 'looks', sessionId }))
    assert.deepEqual(await search({ kind: 'settings', actor: 'reviewer:chief' }), ['reviewer:chief tenant.change'])
    const signIns = await search({ kind: 'sign-ins' })
    assert.equal(signIns[0], 'reviewer:ben console.sign-in.refused')
    assert.ok(signIns.includes('reviewer:ada console.sign-in'))
    assert.doesNotMatch(JSON.stringify(await search({})), /my own password/, 'what is no account is not written down')
    assert.deepEqual(await search({ actor: 'nobody' }), [])
  })

  it('marks entries that the service did not write, in the log and in the history of the case', async () => {
    const { sessionId } = await waitingSession(test)
    await test.ports.audit.record({ ...GENUINE, at: test.clock.now, sessionId })
    const { db } = test.storage.database
    const [genuine] = await db.selectFrom('audit').selectAll().where('session_id', '=', sessionId).execute()
    const row = { tenant: 'acme', session_id: sessionId, at: test.clock.now.getTime(), detail: null }
    const insert = (more: object) => {
      const values = { ...row, actor: 'reviewer:ben', action: 'review.approve', mac: null, ...more, id: randomUUID() }
      return db.insertInto('audit').values(values).execute()
    }
    await insert({})
    await insert({ mac: genuine?.mac ?? '' })
    await insert({ mac: 'ab'.repeat(32), detail: 'no JSON' })
    const { lines } = (await chief.call('POST', 'audit/search', { sessionId })).json<AuditPage>()
    const forged = lines.filter(({ isForged }) => isForged)
    assert.deepEqual(
      forged.map(({ actor }) => actor),
      ['reviewer:ben', 'reviewer:ben', 'reviewer:ben'],
    )
    assert.ok(lines.some(({ actor, isForged }) => actor === GENUINE.actor && !isForged))
    const { history } = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(history.filter(({ isForged }) => isForged).length, 3)
  })

  it('is narrowed by day and turned page by page, each entry once and newest first', async () => {
    const at = new Date('2020-05-05T12:00:00Z')
    for (let count = 0; count < 120; count++) {
      const entry = { at: new Date(at.getTime() + (count >> 1) * 1000), tenant: 'acme', actor: 'reviewer:paul' }
      await test.ports.audit.record({ ...entry, action: count % 3 ? 'read.case' : 'read.image' })
    }
    for (const filter of [
      { actor: 'paul' },
      { from: '2020-05-05T00:00:00Z', before: '2020-05-06T00:00:00Z', kind: 'looks' },
    ]) {
      const seen: AuditPage['lines'] = []
      for (let more = true; more; ) {
        const last = seen.at(-1)
        const body = { ...filter, ...(last && { after: { atUtc: last.atUtc, id: last.id } }) }
        const page = (await chief.call('POST', 'audit/search', body)).json<AuditPage>()
        seen.push(...page.lines)
        more = page.more
      }
      assert.equal(new Set(seen.map(({ id }) => id)).size, 120)
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => b.atUtc.localeCompare(a.atUtc) || b.id.localeCompare(a.id)),
      )
    }
    assert.deepEqual(await search({ before: '2020-05-05T00:00:00Z' }), [])
    for (const wrong of [{ kind: 'all' }, { sessionId: 'abc' }, { from: 'yesterday' }])
      assert.equal((await chief.call('POST', 'audit/search', wrong)).statusCode, 400)
  })

  it('has every action under one kind', () => {
    const actions = Object.values(AUDIT_KINDS).flat()
    assert.equal(new Set(actions).size, actions.length)
  })
})
