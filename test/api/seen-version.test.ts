import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { type Browser, PASSWORD, signIn, startConsole } from '../apps/console/console.ts'
import { issuedPage, template } from '../kernel/decision/genuine.ts'
import { basic, JPEG, passport, type TestApp } from '../support/app.ts'
import { finishedSession, personOf } from './client.ts'

describe('a verdict names what its reviewer has seen', () => {
  let test: TestApp
  let ada: Browser
  let ben: Browser
  before(async () => {
    test = await startConsole()
    ada = await signIn(test, 'ada')
    ben = await signIn(test, 'ben')
  })
  after(() => test.close())

  const OTHER_JPEG = Buffer.concat([JPEG, Buffer.from('another picture')])
  /** Another person's passport: neither the name nor the portrait of the first. */
  const stranger = () => ({
    ...passport(),
    reading: issuedPage({ documentName: 'Other Passport', portrait: template(0, 1) }),
    images: { original_FRONT: OTHER_JPEG, original_normalized_FRONT: OTHER_JPEG, primary_face: OTHER_JPEG },
  })
  const approve = { verdict: 'approve', reason: 'The same person.', against: ['WRONG_PERSON'] }
  const settle = (reviewer: Browser, id: string, verdict: object) =>
    reviewer.call('POST', `cases/${id}/verdict`, verdict)
  const versionFor = async (reviewer: Browser, id: string) =>
    (await reviewer.call('GET', `cases/${id}`)).json().version as string

  /** A case that waits, with the person's link to the new front that was asked for. */
  async function asked() {
    const body = { externalId: `case-${Math.random()}` }
    const session = await finishedSession(test, body)
    const { sessionId, integrator } = session
    const request = { of: 'FRONT', reason: 'GLARE', version: await versionFor(ada, sessionId) }
    assert.equal((await ada.call('POST', `cases/${sessionId}/new-picture`, request)).statusCode, 200)
    const again = await integrator.initialize({ sessionId, ...body })
    const page = test.engine.page
    const sendStranger = async () => {
      test.engine.page = async () => accept(stranger())
      const sent = await person.document()
      test.engine.page = page
      assert.equal(sent.json().hasError, false)
    }
    const person = personOf(test.app, again.json().accessToken)
    return { ...session, person, sendStranger }
  }

  it('and is refused once the person has completed a new picture, with what is new', async () => {
    const { sessionId, person, sendStranger } = await asked()
    const seen = await versionFor(ben, sessionId)
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    await sendStranger()
    assert.equal((await person.complete()).json().hasError, undefined)

    const refused = await settle(ben, sessionId, { ...approve, version: seen })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CASE_CHANGED'])
    assert.deepEqual(
      refused.json().changes.map(({ actor, action }: { actor: string; action: string }) => [actor, action]),
      [['token', 'session.new-picture']],
    )
    const blind = await settle(ben, sessionId, approve)
    assert.equal(blind.json().code, 'CASE_CHANGED', 'one that names no version has seen which pictures?')
    assert.equal((await test.ports.sessions.load('acme', sessionId))?.status, 'WAITING_FOR_MANUAL_APPROVE')

    assert.equal(refused.json().version, await versionFor(ben, sessionId))
    const given = await settle(ben, sessionId, { ...approve, version: refused.json().version })
    assert.equal(given.json().status, 'MANUAL_APPROVED')
  })

  it('by the API too, where the explanation says the version', async () => {
    const headers = { authorization: basic('ben', PASSWORD) }
    const { sessionId, person, sendStranger } = await asked()
    const url = `/api/v1/review/${sessionId}`
    const look = async () => (await test.app.inject({ url: `${url}/explanation`, headers })).json().version as string
    const act = (path: string, payload: object) =>
      test.app.inject({ method: 'POST', url: `${url}${path}`, headers, payload })
    const version = await look()
    await sendStranger()
    await person.complete()
    for (const [path, payload] of [
      ['', approve],
      ['/escalate', { reason: 'Look at the portrait.' }],
      ['/new-picture', { of: 'FACE', reason: 'BLURRED' }],
    ] as const) {
      assert.equal((await act(path, { ...payload, version })).json().code, 'CASE_CHANGED', path)
    }
    assert.equal((await act('', { ...approve, version: await look() })).statusCode, 200)
  })

  it('and is refused once a colleague has said something, though not for a note of their own', async () => {
    const { sessionId } = await finishedSession(test)
    const version = await versionFor(ben, sessionId)
    await ben.call('POST', `cases/${sessionId}/note`, { note: 'I have called him.' })
    assert.equal(await versionFor(ben, sessionId), version)
    await ada.call('POST', `cases/${sessionId}/note`, { note: 'He is known to us.' })
    assert.equal((await settle(ben, sessionId, { ...approve, version })).json().code, 'CASE_CHANGED')
  })

  it('while decision, results and evidence speak of the pictures that were decided on', async () => {
    const { sessionId, integrator, person, sendStranger } = await asked()
    const load = async () => test.ports.sessions.load('acme', sessionId)
    const decided = await load()
    const seen = await versionFor(ben, sessionId)
    const before = (await ben.call('GET', `cases/${sessionId}`)).json()
    await sendStranger()
    const during = await load()
    for (const part of ['document', 'face', 'images', 'captures', 'decision'] as const)
      assert.deepEqual(during?.[part], decided?.[part], part)
    const after = (await ben.call('GET', `cases/${sessionId}`)).json()
    assert.equal(after.documentName, before.documentName)
    assert.equal(after.version, seen, 'what is not complete yet changes nothing that was seen')

    assert.equal(
      (await settle(ben, sessionId, { ...approve, against: [], version: seen })).json().status,
      'MANUAL_APPROVED',
    )
    const bundle = await integrator.get(`${sessionId}/evidence`)
    assert.deepEqual(verifyEvidence(bundle.rawPayload).problems, [])
    const shown = await integrator.get(`${sessionId}/images/original_FRONT`)
    assert.ok(shown.rawPayload.equals(JPEG))
    assert.equal((await person.complete()).json().error, 'SESSION_ALREADY_COMPLETED')
    await integrator.remove(sessionId)
    assert.equal(await test.ports.images.get(sessionId, Object.values(decided?.images.FRONT ?? {})[0] ?? ''), undefined)
  })
})
