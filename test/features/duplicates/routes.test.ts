import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { accept } from '../../../src/formats/result.ts'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { finishedSession } from '../../api/client.ts'
import { type Browser, PASSWORD, signIn, startConsole } from '../../apps/console/console.ts'
import { field, issuedPage, mrz, passportPage, withRule } from '../../kernel/decision/genuine.ts'
import { auditEntry } from '../../storage/sample.ts'
import { basic, JPEG, passport, type TestApp } from '../../support/app.ts'
import { fingerprintOf, hashOf, waves } from '../../support/fingerprints.ts'

describe('two sessions with one face', () => {
  let test: TestApp
  let ada: Browser
  let first: string
  let second: Awaited<ReturnType<typeof finishedSession>>
  /** A passport of this number and given name; the picture differs with it. */
  const show = (number: string, name: string) => {
    test.engine.page = async () =>
      accept({
        ...passport(),
        reading: issuedPage({
          visual: passportPage().visual.map((printed) =>
            printed.name === 'document_number'
              ? field('document_number', number)
              : printed.name === 'given_name'
                ? field('given_name', name)
                : printed,
          ),
          mrz: {
            ...mrz(),
            fields: { ...mrz().fields, issuing_state_or_organization: 'XOM', document_number: number },
          },
        }),
        images: { original_FRONT: Buffer.concat([JPEG, Buffer.from(number)]), primary_face: JPEG },
      })
  }
  before(async () => {
    test = await startConsole()
    await test.ports.policies.use(
      'acme',
      withSha256(withRule('duplicateCheck', { enabled: true })),
      auditEntry('policy.use'),
    )
    ada = await signIn(test, 'ada')
    show('L898902C3', 'ANNA MARIA')
    first = (await finishedSession(test)).sessionId
    show('L898902C9', 'BERTA')
    second = await finishedSession(test)
  })
  after(() => test.close())

  const byApi = (method: 'GET' | 'POST', path: string, payload?: object, name = 'ben') =>
    test.app.inject({
      method,
      url: `/api/v1/review/${path}`,
      headers: { authorization: basic(name, PASSWORD) },
      ...(payload && { payload }),
    })

  it('stand next to each other, with what agrees and what differs', async () => {
    const view = (await ada.call('GET', `cases/${second.sessionId}`)).json()
    assert.deepEqual(view.duplicates, [
      { sessionId: first, by: ['face'], isSettled: false, name: 'ANNA MARIA ERIKSSON', thumbnail: 'primary_face' },
    ])
    const { duplicates } = (await byApi('GET', `${second.sessionId}/duplicates`)).json()
    assert.equal(duplicates[0].name, undefined, 'integrators are not given the name of another session')

    const compared = (await ada.call('GET', `cases/${second.sessionId}/duplicates/${first}`)).json()
    assert.equal(compared.here.sessionId, second.sessionId)
    assert.equal(compared.there.portrait.image, 'primary_face')
    assert.equal(compared.there.selfie.image, 'face_cropped')
    assert.ok(compared.faceScore > 77)
    const named = Object.fromEntries(compared.fields.map((each: { name: string }) => [each.name, each]))
    assert.deepEqual(named.given_name, { name: 'given_name', here: 'BERTA', there: 'ANNA MARIA', agrees: false })
    assert.equal(named.date_of_birth.agrees, true)
    const [look] = await test.ports.audit.list({ sessionId: first }, 1)
    assert.deepEqual([look?.actor, look?.action], ['reviewer:ada', 'read.case'])
  })

  it('are said to be twins over the API, which the console, the evidence and the person’s copy show', async () => {
    const answer = { answer: 'alike', reason: 'Twins.' }
    const path = `${second.sessionId}/duplicates/${first}`
    assert.equal((await byApi('POST', path, { answer: 'maybe', reason: 'x' })).statusCode, 400)
    assert.equal((await byApi('POST', path, { answer: 'alike', reason: ' ' })).statusCode, 400)
    assert.equal((await byApi('POST', path, answer)).statusCode, 204)
    const [pair] = (await byApi('GET', `${second.sessionId}/duplicates`)).json().duplicates
    assert.deepEqual(pair.answer, { ...answer, by: 'ben', atUtc: test.clock.now.toISOString() })
    const [seen] = (await ada.call('GET', `cases/${first}`)).json().duplicates
    assert.deepEqual([seen.sessionId, seen.by, seen.answer.answer], [second.sessionId, [], 'alike'])

    await ada.call('POST', `cases/${second.sessionId}/verdict`, {
      verdict: 'approve',
      reason: 'A twin.',
      against: ['CONTRADICTION', 'OTHER_SESSION'],
    })
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const evidence = await second.integrator.get(`${second.sessionId}/evidence`)
    const files = unzipSync(new Uint8Array(evidence.rawPayload))
    assert.deepEqual(JSON.parse(strFromU8(files['duplicates.json'] as Uint8Array))[0].otherId, first)
    const copy = await exportPerson(test.ports, { tenant: 'acme', actor: 'system' }, first)
    assert.ok(copy.ok)
    const [own] = JSON.parse(strFromU8(unzipSync(copy.value)['duplicates.json'] as Uint8Array))
    assert.deepEqual([own.other, own.answer, own.by], [second.sessionId, 'alike', undefined])
  })

  it('are nothing to somebody who may not see the tenant, and to nobody once one is erased', async () => {
    const passwordHash = await hashPassword(PASSWORD)
    await test.ports.reviewers.create({ username: 'eve', passwordHash, role: 'reviewer', tenants: ['other'] })
    const path = `${second.sessionId}/duplicates/${first}`
    assert.equal((await byApi('GET', path, undefined, 'eve')).statusCode, 404)
    assert.equal((await byApi('POST', path, { answer: 'same', reason: 'x' }, 'eve')).statusCode, 404)
    assert.equal((await byApi('GET', `${second.sessionId}/duplicates/${second.sessionId}`)).statusCode, 404)

    assert.equal((await second.integrator.remove(first)).statusCode, 204)
    assert.equal((await byApi('GET', path)).statusCode, 404)
    assert.deepEqual((await byApi('GET', `${second.sessionId}/duplicates`)).json(), { duplicates: [] })
  })
})

describe('a picture that was sent in another session', () => {
  it('leads there by the name of the person', async (t) => {
    const test = await startConsole()
    t.after(() => test.close())
    const withPrint = withSha256(withRule('captureIntegrity', { enabled: true }))
    await test.ports.policies.use('acme', withPrint, auditEntry('policy.use'))
    const hash = hashOf(waves(3))
    test.engine.page = async () =>
      accept({ ...passport(), reading: issuedPage({ photograph: fingerprintOf(waves(3)) }), hash })
    const { sessionId: first } = await finishedSession(test)
    const { sessionId: second } = await finishedSession(test)
    const ada = await signIn(test, 'ada')
    const view = (await ada.call('GET', `cases/${second}`)).json()
    assert.deepEqual(view.sentIn, [{ sessionId: first, name: 'ANNA MARIA ERIKSSON' }])
    assert.deepEqual((await ada.call('GET', `cases/${first}`)).json().sentIn, [])
  })
})
