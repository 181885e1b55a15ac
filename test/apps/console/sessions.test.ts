import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OverviewResponse } from '../../../src/kernel/figures/contract/console-overview.ts'
import type { FoundSession, SearchResult } from '../../../src/kernel/review/contract/console-search.ts'
import { finishedSession } from '../../api/client.ts'
import type { TestApp } from '../../support/app.ts'
import { type Browser, signIn, startConsole } from './console.ts'

describe('sessions in the console', () => {
  let test: TestApp
  let chief: Browser
  let ada: Browser
  let [first, second] = ['', '']
  before(async () => {
    test = await startConsole()
    await test.addTenant('shop', {})
    chief = await signIn(test, 'chief')
    ada = await signIn(test, 'ada')
    first = (await finishedSession(test, { externalId: '=order 1' })).sessionId
    second = (await finishedSession(test, { externalId: 'order 2' }, 'shop')).sessionId
  })
  after(() => test.close())

  const found = async (filter: object, browser = chief) =>
    (await browser.call('POST', 'sessions/search', filter)).json<SearchResult>().sessions.map(({ id }) => id)

  it('are found by part of a reference or of what the document says, of one tenant or all', async () => {
    assert.deepEqual((await found({ text: 'ord' })).sort(), [first, second].sort())
    assert.deepEqual(await found({ text: 'order', tenant: 'shop' }), [second])
    assert.deepEqual(await found({ text: '"order 2"' }), [second])
    const page = (await test.ports.sessions.load('shop', second))?.document?.pages[0]
    const surname = page?.visual.find(({ name }) => name === 'surname')?.value ?? ''
    assert.ok(surname.length > 3)
    assert.ok((await found({ text: surname.slice(0, 4) })).includes(second))
    assert.equal((await chief.call('POST', 'sessions/search', { text: 'or' })).statusCode, 400)
  })

  it('are shown by the name and the picture of the person, but not in a file', async () => {
    const { sessions } = (await chief.call('POST', 'sessions/search', { text: '"order 2"' })).json<SearchResult>()
    const [shown] = sessions
    const name = (await chief.call('GET', `cases/${second}`)).json().name
    assert.ok(name)
    assert.equal(shown?.name, name)
    const picture = await chief.call('GET', `cases/${second}/images/${shown?.thumbnail}`)
    assert.equal(picture.headers['content-type'], 'image/jpeg')
    const file = await chief.call('POST', 'sessions/export', { format: 'jsonl', text: '"order 2"' })
    assert.ok(!file.body.includes(name))
  })

  it('are those of their own tenants to a reviewer who is bound, whatever they ask for', async () => {
    await chief.call('PATCH', 'accounts/ada', { tenants: ['shop'] })
    assert.deepEqual(await found({ text: 'order' }, ada), [second])
    assert.deepEqual(await found({ tenant: 'acme' }, ada), [])
    await chief.call('PATCH', 'accounts/ada', { tenants: 'all' })
  })

  it('leave as a file by an admin’s hand alone, what is filtered and no more, and it is recorded', async () => {
    const refused = await ada.call('POST', 'sessions/export', { format: 'csv' })
    assert.equal(refused.statusCode, 403)
    const csv = await chief.call('POST', 'sessions/export', { format: 'csv', text: 'order' })
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(csv.headers['content-disposition'], 'attachment; filename="sessions.csv"')
    const lines = csv.body.trimEnd().split('\r\n')
    assert.equal(lines.length, 3)
    assert.match(csv.body, /"'=order 1"/, 'no formula')
    const [entry] = await test.ports.audit.list({}, 1)
    assert.deepEqual([entry?.action, entry?.actor], ['sessions.export', 'reviewer:chief'])
    assert.deepEqual(entry?.detail, { format: 'csv', mode: 'live', by: 'words' })

    const jsonl = await chief.call('POST', 'sessions/export', { format: 'jsonl', tenant: 'shop' })
    const rows = jsonl.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as FoundSession)
    assert.deepEqual(
      rows.map(({ id, externalId }) => [id, externalId]),
      [[second, 'order 2']],
    )
  })

  it('are counted for the days and the tenant that somebody asks for, and so is what reviewers did with them', async () => {
    const now = test.clock.now.getTime()
    const verdict = (id: string, session_id: string, reviewer: string, verdict: 'approve' | 'reject', ago: number) => ({
      id,
      session_id,
      reviewer,
      verdict,
      at: now - ago,
      sealed_reason: '',
    })
    const reviews = [
      verdict('r1', first, 'ada', 'approve', 3 * 3_600_000),
      verdict('r2', first, 'chief', 'reject', 60_000),
      verdict('r3', second, 'ada', 'approve', 50_000),
      verdict('r4', second, 'ada', 'approve', 40 * 86_400_000),
    ]
    await test.storage.database.db.insertInto('review').values(reviews).execute()
    const read = async (query: string, browser = chief) =>
      (await browser.call('GET', `overview?${query}`)).json<OverviewResponse>()
    const { days, reviewers } = await read('days=7')
    assert.equal(days.length, 7)
    assert.deepEqual(reviewers, [
      { reviewer: 'ada', verdicts: 2, hours: 2, overturned: 1 },
      { reviewer: 'chief', verdicts: 1, hours: 1, overturned: 0 },
    ])
    const total = ({ days }: OverviewResponse) =>
      days.flatMap(({ counts }) => Object.values(counts)).reduce((sum, count) => sum + count, 0)
    assert.deepEqual(
      [total(await read('')), total(await read('tenant=shop')), total(await read('mode=test'))],
      [2, 1, 0],
    )
    assert.deepEqual(
      (await read('days=90&tenant=shop')).reviewers.map(({ verdicts }) => verdicts),
      [2],
    )
    assert.deepEqual((await found({ reviewer: 'ada' })).sort(), [first, second].sort())
    assert.deepEqual(await found({ reviewer: 'chief' }), [first])
    const { captures } = await read('tenant=shop')
    assert.ok(captures.some(({ step, about, times }) => step === 'completed' && about === 'reached' && times === 1))
    assert.deepEqual((await read('mode=test')).captures, [])
    await chief.call('PATCH', 'accounts/ada', { tenants: ['shop'] })
    assert.deepEqual((await read('tenant=acme', ada)).captures, [])
    assert.equal(total(await read('tenant=acme', ada)), 0, 'another tenant’s are not theirs to count')
    assert.equal((await chief.call('GET', 'overview?days=8')).statusCode, 400)
  })
})
