import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { NO_MARGIN, YES_MARGIN } from '../../../src/features/age/domain/age.ts'
import { accept } from '../../../src/formats/result.ts'
import { sweep } from '../../../src/kernel/operations/sweep.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import { clientOf, startSession } from '../../api/client.ts'
import { signIn, startConsole } from '../../apps/console/console.ts'
import { field, passportPage } from '../../kernel/decision/genuine.ts'
import { face, passport, type TestApp } from '../../support/app.ts'

describe('the flow age', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole({ mode: 'test', settings: { undoSeconds: 10 } })
    await test.addTenant('strict', { minorsAccepted: '0.1%' })
  })
  after(() => test.close())
  beforeEach(() => {
    test.engine.page = async () => accept(passport())
    looks(45)
  })

  const looks = (age: number | undefined, score = 91) => {
    const { reading, ...rest } = face()
    const { age: _, ...other } = { ...reading, liveness: { score, kinds: {} } }
    test.engine.face = async () => accept({ ...rest, reading: { ...other, ...(age !== undefined && { age }) } })
  }
  const ask = (atLeast = 18, tenant?: string, mode?: Mode) => startSession(test, { flow: 'age', atLeast }, tenant, mode)
  type Started = Awaited<ReturnType<typeof ask>>
  const stepsOf = async ({ accessToken }: Started) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await test.app.inject({ url: '/api/v1/enrolment/session', headers })).json().steps
  }
  const answerOf = async ({ integrator, sessionId }: Started) => {
    const { age } = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.match(age?.evidenceSha256 ?? '', /^[0-9a-f]{64}$/)
    return { atLeast: age.atLeast, answer: age.answer }
  }
  const statusOf = async ({ integrator, sessionId }: Started) =>
    (await integrator.get(`${sessionId}/status`)).json().status
  /** Nothing but the answer, in the row and in the picture store. */
  const nothingKept = async ({ sessionId, integrator }: Started, tenant = 'acme') => {
    const stored = (await test.ports.sessions.load(tenant, sessionId)) ?? assert.fail('no session')
    const { face: selfie, document, images, captures, age, chip, earlier } = stored
    assert.deepEqual(
      { selfie, document, images, captures, age, chip, earlier },
      {
        selfie: undefined,
        document: undefined,
        images: {},
        captures: undefined,
        age: undefined,
        chip: undefined,
        earlier: undefined,
      },
    )
    const factors = stored.decision?.factors ?? []
    assert.ok(factors.every(({ reason, used, score }) => !reason && !Object.keys(used).length && score === undefined))
    assert.deepEqual(await test.ports.fingerprints.findSentBefore(stored), [])
    assert.equal((await integrator.get(`${sessionId}/evidence`)).statusCode, 404)
    assert.equal((await integrator.get(`${sessionId}/face/result`)).statusCode, 404)
    assert.equal((await integrator.get(`${sessionId}/images/face_cropped`)).statusCode, 404)
  }

  it('says YES to a selfie that is over the limit by the margin, without a document, and keeps nothing else', async () => {
    const session = await ask()
    assert.deepEqual(await stepsOf(session), ['face'])
    await session.person.face()
    assert.deepEqual(await stepsOf(session), ['face'])
    const [object] = Object.values((await test.ports.sessions.load('acme', session.sessionId))?.images.FACE ?? {})
    await session.person.complete()
    assert.equal(await statusOf(session), 'AUTO_APPROVED')
    assert.deepEqual(await answerOf(session), { atLeast: 18, answer: 'YES' })
    await nothingKept(session)
    assert.equal(await test.ports.images.get(session.sessionId, object ?? assert.fail()), undefined)
    const chief = await signIn(test, 'chief')
    const view = (await chief.call('GET', `cases/${session.sessionId}`)).json<CaseView>()
    assert.deepEqual(view.ageAnswer, { atLeast: 18, answer: 'YES' })
  })

  it('asks for a document within the margin alone, and goes by its date of birth', async () => {
    looks(18 + YES_MARGIN['1%'] - 1)
    const session = await ask()
    await session.person.face()
    assert.deepEqual(await stepsOf(session), ['face', 'document'])
    assert.deepEqual((await session.person.complete()).json().missing, ['document.FRONT'])
    await session.person.document()
    await session.person.complete()
    assert.deepEqual(await answerOf(session), { atLeast: 18, answer: 'YES' })
    await nothingKept(session)
  })

  it('says NO by the document, and by a selfie far below', async () => {
    looks(25)
    const { mrz: _, ...page } = passportPage()
    const born = field('date_of_birth', '12 AUG 2010', { date: '2010-08-12' })
    const visual = page.visual.map((each) => (each.name === 'date_of_birth' ? born : each))
    test.engine.page = async () => accept({ ...passport(), reading: { ...page, visual } })
    const young = await ask()
    await young.person.face()
    await young.person.document()
    await young.person.complete()
    assert.deepEqual(await answerOf(young), { atLeast: 18, answer: 'NO' })
    await nothingKept(young)

    looks(25 - NO_MARGIN - 1)
    const child = await ask(25)
    await child.person.face()
    await child.person.complete()
    assert.equal(await statusOf(child), 'AUTO_REJECTED')
    assert.deepEqual(await answerOf(child), { atLeast: 25, answer: 'NO' })
  })

  it('is UNSURE of a face that does not look live, whatever its age', async () => {
    looks(60, 10)
    const session = await ask()
    await session.person.face()
    await session.person.complete()
    assert.equal(await statusOf(session), 'AUTO_REJECTED')
    assert.deepEqual(await answerOf(session), { atLeast: 18, answer: 'UNSURE' })
    await nothingKept(session)
  })

  it('keeps the wider margin where the tenant says so', async () => {
    looks(18 + YES_MARGIN['1%'])
    const usual = await ask()
    await usual.person.face()
    assert.deepEqual(await stepsOf(usual), ['face'])
    const strict = await ask(18, 'strict')
    await strict.person.face()
    assert.deepEqual(await stepsOf(strict), ['face', 'document'])
  })

  it('makes nobody older with a second selfie, and asks for a document where no age could be estimated', async () => {
    looks(30)
    const session = await ask()
    await session.person.face()
    looks(70)
    await session.person.face()
    assert.deepEqual(await stepsOf(session), ['face', 'document'])
    looks(undefined)
    const unknown = await ask()
    await unknown.person.face()
    assert.deepEqual(await stepsOf(unknown), ['face', 'document'])
  })

  it('waits for a reviewer when live without the challenge; what was sent goes with the verdict, which cannot be undone', async () => {
    const session = await ask(18, 'acme', 'live')
    await session.person.face()
    await session.person.complete()
    assert.equal(await statusOf(session), 'WAITING_FOR_MANUAL_APPROVE')
    const chief = await signIn(test, 'chief')
    const view = (await chief.call('GET', `cases/${session.sessionId}`)).json<CaseView>()
    assert.ok(view.images.includes('face_cropped'))
    const verdict = { verdict: 'approve', reason: 'Fine.', version: view.version }
    const said = await chief.call('POST', `cases/${session.sessionId}/verdict`, verdict)
    assert.equal(said.json().undoUntilUtc, undefined)
    assert.equal(await statusOf(session), 'MANUAL_APPROVED')
    assert.deepEqual(await answerOf(session), { atLeast: 18, answer: 'YES' })
    await nothingKept(session)
  })

  it('forgets what was sent when it expires', async () => {
    looks(20)
    const session = await ask()
    await session.person.face()
    const now = test.clock.now
    test.clock.now = new Date(now.getTime() + 40 * 86_400_000)
    await sweep(test.ports, 60)
    test.clock.now = now
    const stored = await test.ports.sessions.load('acme', session.sessionId)
    assert.equal(stored?.status, 'EXPIRED')
    assert.deepEqual([stored?.face, stored?.images, stored?.ageAnswer?.answer], [undefined, {}, 'UNSURE'])
  })

  it('wants a limit that was measured, and nothing that would be kept', async () => {
    const client = clientOf(test, await test.login())
    for (const [body, detail] of [
      [{}, /atLeast must be/],
      [{ atLeast: 12 }, /atLeast/],
      [{ atLeast: 26 }, /atLeast/],
      [{ atLeast: 18, applicantForm: { firstName: 'ANNA' } }, /applicantForm is not accepted/],
      [{ flow: 'identity', atLeast: 18 }, /only with the flow age/],
    ] as const) {
      const refused = await client.initialize({ flow: 'age', ...body })
      assert.equal(refused.statusCode, 400)
      assert.match(refused.json().detail, detail)
    }
  })

  it('is asked for with a sentence of its own', async () => {
    const { accessToken } = await ask(21)
    const headers = { authorization: `Bearer ${accessToken}` }
    const { text } = (await test.app.inject({ url: '/api/v1/enrolment/consent?lang=en-US', headers })).json()
    assert.match(text, /^acme wants to know whether you are at least 21 years old\./)
  })
})
