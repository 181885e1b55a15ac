import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept, refuse } from '../../../src/formats/result.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { reviewSession } from '../../../src/kernel/review/review-session.ts'
import { REVIEWER_FROM } from '../../../src/kernel/review/to-reviewer.ts'
import { face, front, JPEG, passport, type StartApp, type TestApp } from '../../support/app.ts'
import { startSession } from '../client.ts'

/** Ours, next to 4.3: a picture that is refused over and over goes to a reviewer as it is. */
export const reviewerSection = (start: StartApp) =>
  describe('POST /api/v1/enrolment/reviewer', () => {
    let test: TestApp
    before(async () => {
      test = await start()
      await test.addTenant('kind', { refusedToReviewer: true, returnUrl: 'https://shop.example/back' })
    })
    after(() => test.close())

    const blurred = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['BLURRED'])
    const opened = async (tenant = 'kind') => {
      test.engine.page = async () => accept(passport())
      test.engine.face = async () => accept(face())
      const session = await startSession(test, {}, tenant)
      const toReviewer = (of: string) => session.person.raw(`reviewer?of=${of}`, 'image/jpeg', JPEG)
      const load = async () => {
        const loaded = await test.ports.sessions.load(tenant, session.sessionId)
        assert.ok(loaded)
        return loaded
      }
      return { ...session, toReviewer, load }
    }
    const times = async (count: number, send: () => Promise<{ json(): object }>) => {
      const answers: object[] = []
      for (let time = 0; time < count; time++) answers.push((await send()).json())
      return answers as { error?: string; mayGoToReviewer?: boolean }[]
    }

    it('is offered with the third refusal of one picture, and not before', async () => {
      const { person, toReviewer, load } = await opened()
      test.engine.page = blurred
      const offered = (await times(3, person.document)).map(({ mayGoToReviewer }) => mayGoToReviewer)
      assert.deepEqual(offered, [undefined, undefined, true])
      assert.deepEqual((await load()).refusals, { FRONT: REVIEWER_FROM })
      assert.equal((await toReviewer('FACE')).statusCode, 400, 'not for a part that nothing was refused of')
      assert.equal((await toReviewer('BACK')).statusCode, 400)
      assert.equal((await toReviewer('PASSPORT')).statusCode, 400)
      assert.equal((await load()).status, 'PENDING')
    })

    it('is offered at once where a good picture shows a card that nobody knows', async () => {
      const { person, toReviewer, load } = await opened()
      test.engine.page = async () => ({ ...refuse('DOCUMENT_NOT_RECOGNIZED'), isUnknownCard: true as const })
      const [first, second] = await times(2, person.document)
      assert.deepEqual(
        first,
        { hasError: true, error: 'WRONG_SIDE', hints: ['OTHER_SIDE'], mayGoToReviewer: true },
        'it is asked for its other side once',
      )
      assert.deepEqual(second, { hasError: true, error: 'DOCUMENT_NOT_RECOGNIZED', mayGoToReviewer: true })
      assert.equal((await toReviewer('FRONT')).statusCode, 200)
      assert.equal((await load()).status, 'WAITING_FOR_MANUAL_APPROVE')
    })

    it('is refused before its time, and where the tenant does not allow it', async () => {
      const early = await opened()
      test.engine.page = blurred
      await times(2, early.person.document)
      const refused = await early.toReviewer('FRONT')
      assert.deepEqual([refused.statusCode, refused.json().error], [400, 'BAD_REQUEST'])
      assert.deepEqual((await early.load()).images, {}, 'nothing is kept')

      const unknown = await opened('acme')
      test.engine.page = async () => ({ ...refuse('DOCUMENT_NOT_RECOGNIZED'), isUnknownCard: true as const })
      const [turned, given] = await times(2, unknown.person.document)
      assert.deepEqual(turned, { hasError: true, error: 'WRONG_SIDE', hints: ['OTHER_SIDE'] })
      assert.deepEqual(given, { hasError: true, error: 'DOCUMENT_NOT_RECOGNIZED' })

      const strict = await opened('acme')
      test.engine.page = blurred
      const answers = await times(4, strict.person.document)
      assert.ok(answers.every((answer) => !('mayGoToReviewer' in answer)))
      assert.equal((await strict.load()).refusals, undefined)
      assert.equal((await strict.toReviewer('FRONT')).statusCode, 400)
    })

    it('ends the session with what there is: the picture kept, nothing read, a reviewer called', async () => {
      const { sessionId, integrator, person, toReviewer, load } = await opened()
      test.engine.page = async () => accept(front())
      await person.document()
      test.engine.page = blurred
      await times(3, person.document)
      assert.deepEqual((await toReviewer('BACK')).json(), {
        hasError: false,
        sentToReviewer: true,
        customerReturnUrl: 'https://shop.example/back',
      })

      const session = await load()
      assert.equal(session.status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.equal(session.decision?.level, 'MEDIUM')
      assert.match(
        session.decision?.reasons[0] ?? '',
        /^The back was refused 3 times \(DOCUMENT_NOT_RECOGNIZED, BLURRED\); .* Missing: selfie\.$/,
      )
      assert.deepEqual(Object.keys(session.images.BACK ?? {}), ['original_BACK'])
      assert.equal(session.document?.pages.length, 1)
      assert.equal(session.face, undefined)
      assert.equal((await toReviewer('BACK')).json().error, 'SESSION_ALREADY_COMPLETED', 'sent twice, it ends once')
      assert.equal((await person.document()).json().error, 'SESSION_ALREADY_COMPLETED')
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'WAITING_FOR_MANUAL_APPROVE')

      const ada = { username: 'ada', role: 'reviewer' } as const
      const given = { verdict: 'approve', reason: 'Plain to the eye.' } as const
      assert.ok((await reviewSession(test.ports, ada, sessionId, given)).ok)
      const { verifications, decision } = (await integrator.get(`${sessionId}/decision/results`)).json()
      assert.deepEqual(verifications.captureCompleteness, { level: 'UNKNOWN' })
      assert.equal(verifications.faceVerification.level, 'UNKNOWN')
      assert.equal(decision.level, 'MEDIUM')
      const images = (await integrator.get(`${sessionId}/images`)).json()
      assert.ok(images.document.includes('original_BACK'))
      assert.deepEqual(images.face, [])
      assert.deepEqual((await integrator.get(`${sessionId}/images/original_BACK`)).rawPayload, JPEG)
      assert.equal((await integrator.get(`${sessionId}/face/result`)).statusCode, 404, 'no selfie, no result')
      const bundle = await integrator.get(`${sessionId}/evidence`)
      assert.deepEqual(verifyEvidence(bundle.rawPayload).problems, [])

      assert.equal((await integrator.remove(sessionId)).statusCode, 204)
      const [object] = Object.values(session.images.BACK ?? {})
      assert.ok(object)
      await assert.rejects(async () => {
        if (!(await test.ports.images.get(sessionId, object))) throw new Error('gone')
      })
    })

    it('never approves, whatever the policy makes of what is missing', async () => {
      const { person, toReviewer, load } = await opened()
      await person.document()
      test.engine.face = async () => refuse('FACE_TOO_SMALL')
      assert.equal((await times(3, person.face)).at(-1)?.mayGoToReviewer, true)
      assert.equal((await toReviewer('FACE')).json().sentToReviewer, true)
      const { decision, images } = await load()
      assert.equal(decision?.outcome, 'refer')
      assert.deepEqual(Object.keys(images.FACE ?? {}), ['face_original'])
    })

    it('takes a picture that can be read after all as any other, and the session goes on', async () => {
      const { person, toReviewer, load } = await opened()
      test.engine.page = blurred
      await times(3, person.document)
      test.engine.page = async () => accept(passport())
      assert.deepEqual((await toReviewer('FRONT')).json(), { hasError: false, sentToReviewer: false })
      const session = await load()
      assert.deepEqual([session.status, session.refusals, session.refused], ['PENDING', undefined, undefined])
      assert.equal((await toReviewer('FRONT')).statusCode, 400, 'it is wanted no more')
      await person.face()
      assert.ok(!('hasError' in (await person.complete()).json()))
    })

    it('keeps the other side from taking the place of the one that is wanted', async () => {
      const { person, toReviewer, load } = await opened()
      test.engine.page = async () => accept(front())
      await person.document()
      const before = (await load()).images.FRONT
      test.engine.page = blurred
      await times(3, person.document)
      test.engine.page = async () => accept(front())
      assert.equal((await toReviewer('BACK')).json().sentToReviewer, true)
      const { images, refused } = await load()
      assert.deepEqual(images.FRONT, before)
      assert.deepEqual(refused, { part: 'BACK', times: 3, error: 'WRONG_SIDE' })
    })

    it('leaves the session open when something fails on the way, and works when it is tried again', async () => {
      const { person, toReviewer, load } = await opened()
      test.engine.page = blurred
      await times(3, person.document)
      const { rewritePicture } = test.engine
      test.engine.rewritePicture = async () => assert.fail('the worker died')
      assert.equal((await toReviewer('FRONT')).json().error, 'INTERNAL_ERROR')
      test.engine.rewritePicture = rewritePicture

      const { save } = test.ports.sessions
      test.ports.sessions.save = async () => assert.fail('the database is away')
      assert.equal((await toReviewer('FRONT')).json().error, 'INTERNAL_ERROR')
      test.ports.sessions.save = save
      const open = await load()
      assert.deepEqual([open.status, open.images, open.refused], ['PENDING', {}, undefined])

      assert.equal((await toReviewer('FRONT')).json().sentToReviewer, true)
      assert.equal((await load()).status, 'WAITING_FOR_MANUAL_APPROVE')
    })

    it('lets a reviewer ask for one new picture, and wants that one alone', async () => {
      const { sessionId, integrator, person, toReviewer, load } = await opened()
      test.engine.page = blurred
      await times(3, person.document)
      await toReviewer('FRONT')
      const asked = await load()
      const pictureRequest = {
        of: 'FRONT',
        reason: 'BLURRED',
        by: 'ada',
        askedAt: test.clock.now.toISOString(),
        until: new Date(test.clock.now.getTime() + 86_400_000).toISOString(),
      } as const
      assert.ok(await test.ports.sessions.save({ ...asked, newPictures: [pictureRequest] }))
      const again = (await integrator.initialize({ sessionId })).json()
      const headers = { authorization: `Bearer ${again.accessToken}`, 'content-type': 'image/jpeg' }
      const send = (path: string) =>
        test.app.inject({ method: 'POST', url: `/api/v1/enrolment/${path}`, headers, payload: JPEG })
      assert.equal((await send('reviewer?of=FRONT')).statusCode, 400, 'it is with a reviewer already')
      test.engine.page = async () => accept(passport())
      assert.equal((await send('document')).json().hasError, false)
      assert.ok((await load()).refused, 'what was decided on stands until the answer is complete')
      const ended = await test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/complete',
        headers: { authorization: headers.authorization },
      })
      assert.ok(!('missing' in ended.json()), 'the selfie that never came is not asked for')
      const { decision, status, refused } = await load()
      assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.equal(refused, undefined)
      assert.ok(!decision?.factors.some(({ name }) => name === 'captureCompleteness'))
    })
  })
