import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Browser, signIn, startConsole } from '../apps/console/console.ts'
import type { TestApp } from '../support/app.ts'
import { finishedSession } from './client.ts'

describe('a verdict', () => {
  let test: TestApp
  let ada: Browser
  let ben: Browser
  let chief: Browser
  before(async () => {
    test = await startConsole({ settings: { undoSeconds: 10 } })
    ;[ada, ben, chief] = [await signIn(test, 'ada'), await signIn(test, 'ben'), await signIn(test, 'chief')]
  })
  after(() => test.close())

  const later = (seconds: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  const decide = (who: Browser, id: string, verdict: object) => who.call('POST', `cases/${id}/verdict`, verdict)
  const undo = (who: Browser, id: string) => who.call('POST', `cases/${id}/undo`)
  const due = async (id: string) =>
    (await test.ports.outbox.claim('test', test.clock.now, 1, 100)).filter(({ sessionId }) => sessionId === id)
  const approve = { verdict: 'approve', reason: 'Fine.' }

  it('can be taken back for ten seconds, in which nobody is told of it', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    const [waiting] = await due(sessionId)
    await test.ports.outbox.delivered(waiting?.id ?? '', test.clock.now)
    const status = async () => (await integrator.get(`${sessionId}/status`)).json().status

    const given = (await decide(ada, sessionId, approve)).json()
    assert.equal(given.status, 'MANUAL_APPROVED')
    assert.equal(Date.parse(given.undoUntilUtc), test.clock.now.getTime() + 10_000)
    assert.equal(await status(), 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal((await integrator.get(`${sessionId}/decision/results`)).statusCode, 409)
    const listed = (await integrator.get('session/list')).json().data
    const own = listed.find(({ id }: { id: string }) => id === sessionId)
    assert.equal(own.verificationStatus, 'WAITING_FOR_MANUAL_APPROVE')

    later(9)
    assert.deepEqual(await due(sessionId), [])
    assert.equal((await undo(ben, sessionId)).json().code, 'TOO_LATE_TO_UNDO', 'another reviewer cannot')
    assert.deepEqual((await undo(ada, sessionId)).json(), { status: 'WAITING_FOR_MANUAL_APPROVE' })
    later(60)
    assert.deepEqual(await due(sessionId), [], 'the webhook is never sent')
    assert.equal(await status(), 'WAITING_FOR_MANUAL_APPROVE')
    const acts = (await test.ports.reviews.of(sessionId)).map(({ verdict }) => verdict)
    assert.deepEqual(acts, ['approve', 'undo'], 'both stay on record')

    await decide(ada, sessionId, { verdict: 'reject', code: 'COPY_OR_SCREEN' })
    later(11)
    assert.equal(await status(), 'MANUAL_REJECTED')
    assert.equal((await undo(ada, sessionId)).json().code, 'TOO_LATE_TO_UNDO')
    later(2)
    assert.deepEqual(
      (await due(sessionId)).map((event) => event.status),
      ['MANUAL_REJECTED'],
    )
    const { reviews } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    assert.deepEqual(
      reviews.map(({ verdict, code, reason }: Record<string, string>) => [verdict, code, reason]),
      [['reject', 'COPY_OR_SCREEN', 'A copy or a screen, not the document itself.']],
    )
  })

  it('is not taken back once its webhook has left', async () => {
    const { sessionId } = await finishedSession(test)
    const [waiting] = await due(sessionId)
    await test.ports.outbox.delivered(waiting?.id ?? '', test.clock.now)
    await decide(ada, sessionId, approve)
    // A node whose clock is far ahead has taken it on.
    await test.ports.outbox.claim('ahead', new Date(test.clock.now.getTime() + 60_000), 60, 100)
    assert.equal((await undo(ada, sessionId)).json().code, 'TOO_LATE_TO_UNDO')
  })

  it('of a tenant with four eyes takes two who agree, and the same person never twice', async () => {
    await test.ports.tenants.save({
      id: 'acme',
      name: 'acme',
      settings: { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90, fourEyes: 'always' },
    })
    const { sessionId } = await finishedSession(test)
    assert.equal((await decide(ada, sessionId, approve)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    later(11)
    assert.equal((await decide(ada, sessionId, approve)).json().code, 'SECOND_PERSON_NEEDED')
    assert.equal((await ada.call('POST', 'queue/next', { except: [] })).json().id, null)
    assert.equal((await ben.call('POST', 'queue/next', { except: [] })).json().id, sessionId)
    const no = { verdict: 'reject', code: 'OTHER', reason: 'I doubt it.' }
    assert.equal((await decide(ben, sessionId, no)).json().status, 'WAITING_FOR_MANUAL_APPROVE')
    later(11)
    assert.equal((await decide(chief, sessionId, no)).json().status, 'MANUAL_REJECTED', 'two of three agree')
  })

  it('is left to somebody else by escalating, with a note for them', async () => {
    await test.ports.tenants.save({
      id: 'acme',
      name: 'acme',
      settings: {
        steps: ['document', 'face'],
        frameOrigins: [],
        retentionDays: 90,
        rejectionReasons: [{ code: 'SANCTIONED', text: 'The person is on a list of ours.' }],
      },
    })
    const { sessionId } = await finishedSession(test)
    assert.equal((await ada.call('POST', `cases/${sessionId}/note`, { note: 'Called the person.' })).statusCode, 204)
    assert.equal((await ada.call('POST', `cases/${sessionId}/escalate`, { reason: 'The edge.' })).statusCode, 200)
    assert.deepEqual((await undo(ada, sessionId)).json(), { status: 'WAITING_FOR_MANUAL_APPROVE' })
    assert.equal((await ada.call('POST', `cases/${sessionId}/escalate`, { reason: 'The edge.' })).statusCode, 200)
    assert.equal((await decide(ada, sessionId, approve)).json().code, 'SECOND_PERSON_NEEDED')
    for (const bad of [
      { verdict: 'approve' },
      { verdict: 'reject', code: 'UNHEARD_OF' },
      { verdict: 'reject', code: 'OTHER' },
    ])
      assert.equal((await decide(ben, sessionId, bad)).statusCode, 400, JSON.stringify(bad))
    assert.equal((await decide(ben, sessionId, { verdict: 'reject', code: 'SANCTIONED' })).statusCode, 200)
    const said = (await test.ports.reviews.of(sessionId)).map(({ verdict, reason }) => `${verdict}: ${reason}`)
    assert.deepEqual(said, [
      'note: Called the person.',
      'escalate: The edge.',
      'undo: escalate',
      'escalate: The edge.',
      'reject: The person is on a list of ours.',
    ])
  })
})
