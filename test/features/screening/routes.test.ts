import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { importList } from '../../../src/features/screening/actions/import-list.ts'
import { accept } from '../../../src/formats/result.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { finishedSession } from '../../api/client.ts'
import { signIn, startConsole } from '../../apps/console/console.ts'
import { passport, type TestApp } from '../../support/app.ts'

/** An entry of the fictional person whom the specimen passport names. */
const somebody = (name: string, topics: string[] = ['drawn']) => ({
  id: 'fx-1',
  schema: 'Person',
  properties: { name: [name], birthDate: ['1974-08-12'], topics, sourceUrl: ['https://lists.example/fx-1'] },
})
const nobody = {
  id: 'fx-2',
  schema: 'Person',
  properties: { name: ['Zanthor Quibblewick'], birthDate: ['1961-03-14'] },
}

describe('comparing a person with lists', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
    test.engine.page = async () => accept(passport())
    await test.addTenant('watchful', { screening: { enabled: true } })
  })
  after(() => test.close())

  const take = async (...entities: object[]) => {
    const path = join(test.dataDir, 'list.jsonl')
    writeFileSync(path, entities.map((entity) => JSON.stringify(entity)).join('\n'))
    const imported = await importList(test.ports, { name: 'tale', path, origin: 'list.jsonl' }, 'system')
    assert.ok(imported.ok)
  }
  const finish = async (tenant = 'watchful') => {
    const { sessionId, integrator } = await finishedSession(test, {}, tenant, 'test')
    const { status } = (await integrator.get(`${sessionId}/status`)).json()
    const { factors } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    const factor = factors?.find(({ name }: { name: string }) => name === 'watchlist')
    return { sessionId, integrator, status, factor }
  }

  it('is not done unless the tenant’s setting says so', async () => {
    await take(somebody('Anna Maria Eriksson'))
    const { status, factor } = await finish('acme')
    assert.deepEqual([status, factor], ['AUTO_APPROVED', undefined])
  })

  it('is HIGH where nobody is found', async () => {
    await take(nobody)
    const { status, factor } = await finish()
    assert.equal(status, 'AUTO_APPROVED')
    assert.deepEqual([factor.level, factor.score, factor.used.lists], ['HIGH', 100, 'tale 2'])
  })

  it('is UNAVAILABLE without lists', async () => {
    await test.addTenant('elsewhere', { screening: { enabled: true, lists: ['none-such'] } })
    const { factor } = await finish('elsewhere')
    assert.equal(factor.level, 'UNAVAILABLE')
  })

  it('refers a possible hit, and shows person and entry side by side with why they match', async () => {
    await take(nobody, somebody('Eriksson Anna'))
    const { sessionId, status } = await finish()
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
    const ada = await signIn(test, 'ada')
    const { watchlist } = (await ada.call('GET', `cases/${sessionId}`)).json()
    assert.deepEqual(watchlist.lists, [{ name: 'tale', version: 3 }])
    assert.ok(watchlist.person.names.includes('ANNA MARIA ERIKSSON'), watchlist.person.names.join())
    const [hit] = watchlist.hits
    assert.equal(watchlist.hits.length, 1)
    assert.deepEqual([hit.entryId, hit.url, hit.isDismissed], ['fx-1', 'https://lists.example/fx-1', false])
    assert.ok(hit.features.some(({ feature }: { feature: string }) => feature === 'birthDate'))
  })

  it('keeps a dismissed pair dismissed until the entry changes', async () => {
    const first = await finish()
    const ada = await signIn(test, 'ada')
    const answer = { list: 'tale', entryId: 'fx-1', answer: 'other', reason: 'Another face.' }
    assert.equal((await ada.call('POST', `cases/${first.sessionId}/hits`, { ...answer, reason: ' ' })).statusCode, 400)
    assert.equal((await ada.call('POST', `cases/${first.sessionId}/hits`, { ...answer, entryId: 'x' })).statusCode, 404)
    assert.equal((await ada.call('POST', `cases/${first.sessionId}/hits`, answer)).statusCode, 204)
    const shown = (await ada.call('GET', `cases/${first.sessionId}`)).json()
    assert.deepEqual(
      [shown.watchlist.hits[0].answer.answer, shown.watchlist.hits[0].answer.by, shown.history[1].action],
      ['other', 'ada', 'review.hit'],
    )
    const second = await finish()
    assert.deepEqual([second.status, second.factor.used.dismissed], ['AUTO_APPROVED', 1])

    await take(nobody, somebody('Eriksson Anna', ['another programme']))
    assert.equal((await finish()).status, 'WAITING_FOR_MANUAL_APPROVE')

    // Back as it was: the pair is known again, until the reviewer says otherwise or the session is erased.
    await take(nobody, somebody('Eriksson Anna'))
    assert.equal((await finish()).status, 'AUTO_APPROVED')
    await ada.call('POST', `cases/${first.sessionId}/hits`, { ...answer, answer: 'same' })
    assert.equal((await finish()).status, 'WAITING_FOR_MANUAL_APPROVE')
    await ada.call('POST', `cases/${first.sessionId}/hits`, answer)
    assert.equal((await finish()).status, 'AUTO_APPROVED')
    await first.integrator.remove(first.sessionId)
    assert.equal((await finish()).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('is in the evidence and in the copy for the person, with versions and hits', async () => {
    const { sessionId, integrator } = await finish()
    const ada = await signIn(test, 'ada')
    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'Another person.' })
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const { publicKey } = (await integrator.get('evidence/key')).json()
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle, createPublicKey(publicKey)).problems, [])
    const evidence = JSON.parse(strFromU8(unzipSync(bundle)['evidence.json'] ?? new Uint8Array()))
    assert.deepEqual(evidence.watchlist.lists[0].name, 'tale')
    assert.equal(evidence.watchlist.hits[0].entry.id, 'fx-1')
    const copy = await exportPerson(test.ports, { tenant: 'watchful', actor: 'system' }, sessionId)
    assert.ok(copy.ok)
    const decision = strFromU8(unzipSync(copy.value)['decision.json'] ?? new Uint8Array())
    assert.match(decision, /fx-1/)
  })
})
