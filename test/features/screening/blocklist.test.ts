import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { accept } from '../../../src/formats/result.ts'
import { deleteSession, forgetFace } from '../../../src/kernel/erasure/erase.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { finishedSession } from '../../api/client.ts'
import { type Browser, signIn, startConsole } from '../../apps/console/console.ts'
import { passport, type TestApp } from '../../support/app.ts'

describe('the operator’s own blocklist', () => {
  let test: TestApp
  let chief: Browser
  before(async () => {
    test = await startConsole()
    test.engine.page = async () => accept(passport())
    for (const tenant of ['watchful', 'other']) await test.addTenant(tenant, { screening: { enabled: true } })
    await test.addTenant('heedless', {})
    chief = await signIn(test, 'chief')
  })
  after(() => test.close())

  const whose = { tenant: 'watchful', mode: 'test' } as const
  const add = (entry: object, browser = chief) => browser.call('POST', 'blocklist', { ...whose, ...entry })
  const entries = async (query = 'tenant=watchful&mode=test') =>
    (await chief.call('GET', `blocklist?${query}`)).json().entries
  const remove = (id: string) => chief.call('DELETE', `blocklist/${id}?tenant=watchful&mode=test`)
  const clear = async () => {
    for (const { id } of await entries()) assert.equal((await remove(id)).statusCode, 204)
  }
  const finish = async (tenant = 'watchful', body: object = {}) => {
    const { sessionId, integrator } = await finishedSession(test, body, tenant, 'test')
    const { status } = (await integrator.get(`${sessionId}/status`)).json()
    return { sessionId, status }
  }
  const consent = { consent: { givenAt: '2026-01-01T00:00:00Z', textVersion: '1', keepFace: true } }

  it('refers a name with the reason, shown to the reviewer, and rejects nobody', async () => {
    const added = await add({ kind: 'name', name: 'Eriksson, Anna Maria', birth: '1974-08-12', reason: 'Chargeback.' })
    assert.equal(added.statusCode, 201, added.body)
    const { sessionId, status } = await finish()
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const { watchlist } = (await (await signIn(test, 'ada')).call('GET', `cases/${sessionId}`)).json()
    const [hit] = watchlist.hits
    assert.deepEqual(
      [hit.list, hit.blocked.kind, hit.blocked.reason, hit.blocked.by],
      ['blocklist', 'name', 'Chargeback.', 'chief'],
    )
    assert.equal(watchlist.lists[0].name, 'blocklist')
  })

  it('is apart by tenant and mode, and is asked only where the tenant compares people with lists', async () => {
    assert.equal((await finish('other')).status, 'AUTO_APPROVED')
    assert.equal((await finish('heedless')).status, 'AUTO_APPROVED')
    assert.deepEqual(await entries('tenant=watchful&mode=live'), [])
    assert.deepEqual(await entries('tenant=other&mode=test'), [])
    const [{ id }] = await entries()
    for (const query of ['tenant=other&mode=test', 'tenant=watchful&mode=live'])
      assert.equal((await chief.call('DELETE', `blocklist/${id}?${query}`)).statusCode, 404)
  })

  it('is read by reviewers of the tenant and changed by admins alone', async () => {
    const ada = await signIn(test, 'ada')
    const { mayChange, entries: seen } = (await ada.call('GET', 'blocklist?tenant=watchful&mode=test')).json()
    assert.deepEqual([mayChange, seen.length], [false, 1])
    assert.equal((await add({ kind: 'name', name: 'Odo Fennimore', reason: 'x' }, ada)).statusCode, 403)
    const account = await test.ports.reviewers.byUsername('ben')
    await test.ports.reviewers.change(account?.id ?? '', { tenants: ['other'] })
    const ben = await signIn(test, 'ben')
    assert.equal((await ben.call('GET', 'blocklist?tenant=watchful&mode=test')).statusCode, 404)
  })

  it('is sealed where it is stored, and who changed it is in the audit log without the person', async () => {
    const rows = await test.storage.database.db.selectFrom('block_entry').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.doesNotMatch(JSON.stringify(rows), /Eriksson|1974|Chargeback/i)
    const [recorded] = await test.storage.audit.search({ actions: ['blocklist.add'] }, { limit: 5 })
    assert.equal(recorded?.actor, 'reviewer:chief')
    assert.doesNotMatch(JSON.stringify(recorded), /Eriksson|Chargeback/i)
    await clear()
    assert.equal((await finish()).status, 'AUTO_APPROVED')
    assert.equal((await test.storage.audit.search({ actions: ['blocklist.remove'] }, { limit: 5 })).length, 1)
  })

  it('refers everybody, and says why, while one of its rows is missing', async () => {
    const { db } = test.storage.database
    assert.equal((await add({ kind: 'name', name: 'Odo Fennimore', reason: 'x' })).statusCode, 201)
    const [row] = await db.selectFrom('block_entry').selectAll().execute()
    assert.ok(row)
    await db.deleteFrom('block_entry').execute()
    const { sessionId, status } = await finish()
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const { body } = await (await signIn(test, 'ada')).call('GET', `cases/${sessionId}`)
    assert.match(body, /The lists were changed in the database/)
    await db.insertInto('block_entry').values(row).execute()
    await clear()
    assert.equal((await finish()).status, 'AUTO_APPROVED')
  })

  it('refers the number of a document, however it is written', async () => {
    const { document } = (await test.storage.sessions.load('watchful', (await finish()).sessionId)) ?? {}
    const number = document?.pages[0]?.mrz?.fields.document_number ?? ''
    assert.ok(number.length >= 5)
    assert.equal((await add({ kind: 'number', number: ` ${number.toLowerCase()}`, reason: 'Stolen.' })).statusCode, 201)
    assert.equal((await finish()).status, 'WAITING_FOR_MANUAL_APPROVE')
    await clear()
  })

  it('refuses an entry that is not complete, and a face that may not be compared', async () => {
    for (const entry of [
      { kind: 'name', reason: 'x' },
      { kind: 'number', number: '12', reason: 'x' },
      { kind: 'face', reason: 'x' },
      { kind: 'name', name: 'Odo Fennimore', reason: ' ' },
      { kind: 'face', sessionId: '3f2b8c1e-0000-4000-8000-000000000000', reason: 'x' },
    ])
      assert.equal((await add(entry)).statusCode, 400, JSON.stringify(entry))
    const elsewhere = await finish('other', consent)
    assert.match(
      (await add({ kind: 'face', sessionId: elsewhere.sessionId, reason: 'x' })).body,
      /does not have this session/,
    )
    const silent = await finish()
    assert.match((await add({ kind: 'face', sessionId: silent.sessionId, reason: 'x' })).body, /may not be compared/)
    assert.deepEqual(await entries(), [])
  })

  it('refers the face of a session until that is erased or its face forgotten, and then says so', async () => {
    for (const ending of ['erased', 'forgotten'] as const) {
      const { sessionId } = await finish('watchful', consent)
      assert.equal((await add({ kind: 'face', sessionId, reason: 'Lent a passport.' })).statusCode, 201)
      const found = await finish()
      assert.equal(found.status, 'WAITING_FOR_MANUAL_APPROVE')
      const { watchlist } = (await chief.call('GET', `cases/${found.sessionId}`)).json()
      assert.deepEqual([watchlist.hits[0].blocked.kind, watchlist.hits[0].features[0].feature], ['face', 'face'])

      const who = { tenant: 'watchful', mode: 'test', actor: 'system' } as const
      if (ending === 'erased') assert.ok(await deleteSession(test.ports, who, sessionId))
      else assert.ok((await forgetFace(test.ports, who, sessionId)).ok)
      assert.equal((await finish()).status, 'AUTO_APPROVED')
      const [entry] = await entries()
      assert.deepEqual([entry.faceGone, entry.reason], [ending, undefined])
      const [row] = await test.storage.database.db.selectFrom('block_entry').select('sealed').execute()
      assert.equal(row?.sealed, null)
      await clear()
    }
  })

  it('is in the copy for the person, without the names of staff', async () => {
    await add({ kind: 'name', name: 'anna maria eriksson', reason: 'Chargeback.' })
    const { sessionId } = await finish()
    const copy = await exportPerson(test.ports, { tenant: 'watchful', actor: 'system' }, sessionId)
    assert.ok(copy.ok)
    const [entry] = JSON.parse(strFromU8(unzipSync(copy.value)['blocklist.json'] ?? new Uint8Array()))
    assert.deepEqual([entry.reason, entry.by], ['Chargeback.', undefined])
  })
})
