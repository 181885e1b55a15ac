import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { importList } from '../../../src/features/screening/actions/import-list.ts'
import { monitorLists } from '../../../src/features/screening/actions/monitor-lists.ts'
import { accept } from '../../../src/formats/result.ts'
import { writeBody } from '../../../src/kernel/events/deliver-webhooks.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { finishedSession } from '../../api/client.ts'
import { signIn, startConsole } from '../../apps/console/console.ts'
import { passport, type TestApp } from '../../support/app.ts'

const entity = (id: string, name: string, birth: string) => ({
  id,
  schema: 'Person',
  properties: { name: [name], birthDate: [birth] },
})
const stranger = entity('fx-2', 'Zanthor Quibblewick', '1961-03-14')
const eriksson = entity('fx-1', 'Anna Maria Eriksson', '1974-08-12')

describe('comparing approved people with a new version of a list', () => {
  let test: TestApp
  let id = ''
  let integrator: Awaited<ReturnType<typeof finishedSession>>['integrator']
  before(async () => {
    test = await startConsole()
    test.engine.page = async () => accept(passport())
    await test.addTenant('watchful', { screening: { enabled: true } })
    await take(stranger)
    const finished = await finishedSession(test, {}, 'watchful', 'test')
    id = finished.sessionId
    integrator = finished.integrator
    await finishedSession(test, {}, 'acme', 'test')
  })
  after(() => test.close())

  const take = async (...entities: object[]) => {
    const path = join(test.dataDir, 'list.jsonl')
    writeFileSync(path, entities.map((each) => JSON.stringify(each)).join('\n'))
    const imported = await importList(test.ports, { name: 'tale', path, origin: 'list.jsonl' }, 'system')
    assert.ok(imported.ok)
  }
  const compareAll = async (owner = 'node') => {
    test.clock.now = new Date(test.clock.now.getTime() + 5 * 60_000)
    while (await monitorLists(test.ports, owner));
  }
  const events = async () =>
    (await test.storage.outbox.list('watchful', undefined, 20)).filter(({ action }) => action === 'WATCHLIST_HIT')
  const queue = async () => (await (await signIn(test, 'ada')).call('GET', 'watchlist?mode=test')).json()

  it('finds nothing where nothing is new', async () => {
    await compareAll()
    const { total, lists } = await queue()
    assert.deepEqual([total, lists[0].compared, lists[0].found], [0, 1, 0])
    assert.ok(lists[0].doneUtc)
    assert.deepEqual(await events(), [])
  })

  it('keeps a hit with the session, notifies the integrator once, and leaves the status as it is', async () => {
    await take(stranger, eriksson)
    await compareAll()
    await compareAll('another node')
    const sent = await events()
    assert.equal(sent.length, 1)
    const [event] = sent
    assert.ok(event)
    const body = JSON.parse(writeBody(event))
    assert.deepEqual([body.type, body.status, body.sessionId], ['session.watchlist_hit', 'AUTO_APPROVED', id])
    assert.equal((await integrator.get(`${id}/status`)).json().status, 'AUTO_APPROVED')
    const { total, alerts, lists } = await queue()
    assert.deepEqual([total, alerts[0].id, alerts[0].hits, lists[0].found], [1, id, 1, 1])
  })

  it('finds it once: neither again in the next version nor after a crash that repeats a step', async () => {
    await take(stranger, eriksson, entity('fx-3', 'Odo Fennimore', '1950-01-01'))
    await compareAll()
    await test.storage.database.db.updateTable('watchlist_run').set({ done_at: null, after: '' }).execute()
    await compareAll()
    assert.equal((await events()).length, 1)
  })

  it('is in the evidence and leaves the queue when a reviewer has answered', async () => {
    const ada = await signIn(test, 'ada')
    const answer = { list: 'tale', entryId: 'fx-1', answer: 'other', reason: 'Another place of birth.' }
    assert.equal((await ada.call('POST', `cases/${id}/hits`, answer)).statusCode, 204)
    assert.equal((await queue()).total, 0)
    const bundle = (await integrator.get(`${id}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle).problems, [])
    const { laterHits, answers } = JSON.parse(strFromU8(unzipSync(bundle)['watchlist.json'] ?? new Uint8Array()))
    assert.deepEqual([laterHits[0].entry.id, answers[0].answer], ['fx-1', 'other'])
  })

  it('goes with the session', async () => {
    await take(stranger, entity('fx-1', 'Anna Maria Eriksson', '1974-08-13'))
    await compareAll()
    assert.equal((await queue()).total, 1)
    await integrator.remove(id)
    assert.equal((await queue()).total, 0)
  })
})
