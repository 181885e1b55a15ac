import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ChallengeResponse } from '../../../src/features/challenge/contract/challenge.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import type { ChallengeMove } from '../../../src/vision/face/challenge/moves.ts'
import type { FaceTemplate } from '../../../src/vision/face/face-template.ts'
import { personOf, startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'
import { seenOf, standings } from '../../support/challenge.ts'

describe('the challenge', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
    await test.addTenant('strict', { challenge: 'always' })
    await test.addTenant('careful', { challenge: 'risk' })
    await test.addTenant('easy', { challenge: 'off' })
    test.engine.challenge = async (frames) => {
      const { template: selfie } = (
        await test.engine.readFace(JPEG).then((read) => (read.ok ? read.value : assert.fail()))
      ).reading
      const seen = seenOf(standings(made), { template: filmed ?? selfie })
      assert.equal(frames.length, seen.frames.length)
      return { seen, images: { challenge_1: JPEG, challenge_2: JPEG }, models: [] }
    }
  })
  after(() => test.close())

  /** What the person does, as the engine sees it. */
  let made: ChallengeMove[] = []
  /** The person in the film, where it is not the one of the selfie. */
  let filmed: FaceTemplate | undefined

  type Started = Awaited<ReturnType<typeof startSession>>
  const draw = async ({ person }: Started): Promise<ChallengeResponse> => (await person.send('challenge', {})).json()
  const framesOf = (count = 14) =>
    Array.from({ length: count }, (_, at) => ({ at: 1_000 + at * 400, image: JPEG.toString('base64') }))
  const answer = async ({ person }: Started, id: string | undefined, frames = framesOf()) => {
    test.clock.now = new Date(test.clock.now.getTime() + 9_000)
    return person.send('face', { imageBase: JPEG.toString('base64'), challenge: { id, frames } })
  }
  const finding = async ({ sessionId, integrator, person }: Started) => {
    await person.document()
    await person.send('complete', {})
    const { factors } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    return factors?.find(({ name }: { name: string }) => name === 'captureIntegrity')
  }
  /** The same while it waits for a reviewer. */
  const found = async ({ sessionId, person }: Pick<Started, 'sessionId' | 'person'>) => {
    await person.document()
    await person.send('complete', {})
    const { decision } = (await test.storage.sessions.load('acme', sessionId)) ?? {}
    const all = decision?.factors.filter(({ name }) => name === 'captureIntegrity') ?? assert.fail('not decided')
    return all.map(({ score, reason }) => ({ score, reason }))
  }
  const begin = (tenant = 'acme', mode: Mode = 'test') => startSession(test, {}, tenant, mode)

  it('is passed with frames that show what was asked, and supports the pictures', async () => {
    const session = await begin()
    const drawn = await draw(session)
    assert.equal(drawn.moves?.length, 3)
    made = drawn.moves as ChallengeMove[]
    const sent = await answer(session, drawn.id)
    assert.deepEqual(sent.json(), { hasError: false, challenge: 'PASSED' })
    const { score, reason } = await finding(session)
    assert.equal(score, 100)
    assert.equal(reason, `The challenge was passed: ${made.join(', ')}.`)
  })

  it('is not passed by other moves: the session goes to a person, with the reason', async () => {
    const session = await begin('strict')
    const drawn = await draw(session)
    made = drawn.moves?.toReversed().map((move) => (move === 'LEFT' ? 'BACK' : 'LEFT')) as ChallengeMove[]
    assert.equal((await answer(session, drawn.id)).json().challenge, 'NOT_PASSED')
    await session.person.document()
    await session.person.send('complete', {})
    const { status } = (await session.integrator.get(`${session.sessionId}/status`)).json()
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('is not passed with a film of another person, nor with the film of another session', async () => {
    const session = await begin()
    const drawn = await draw(session)
    made = drawn.moves as ChallengeMove[]
    filmed = template(0, 1)
    assert.equal((await answer(session, drawn.id)).json().challenge, 'NOT_PASSED', 'of another person')
    filmed = undefined
    const film = framesOf()
    const own = await begin()
    const first = await draw(own)
    made = first.moves as ChallengeMove[]
    assert.equal((await answer(own, first.id, film)).json().challenge, 'PASSED')
    const other = await begin()
    let next = await draw(other)
    while (String(next.moves) === String(made)) next = await draw(other)
    assert.equal((await answer(other, next.id, film)).json().challenge, 'NOT_PASSED', 'of the other session')
  })

  it('can be answered once, in its own session, and by the last draw alone', async () => {
    const session = await begin()
    const first = await draw(session)
    const second = await draw(session)
    made = second.moves as ChallengeMove[]
    assert.equal((await answer(session, first.id)).json().challenge, 'NOT_PASSED', 'a later draw took its place')
    assert.equal((await answer(session, second.id)).json().challenge, 'PASSED')
    assert.equal((await answer(session, second.id)).json().challenge, 'PASSED', 'the answer got lost: sent once more')
    const later = framesOf().map(({ at, image }) => ({ at: at + 1, image }))
    assert.equal((await answer(session, second.id, later)).json().challenge, 'NOT_PASSED', 'answered already')
    const other = await begin()
    assert.equal((await answer(other, (await draw(session)).id)).json().challenge, 'NOT_PASSED', 'of another session')
  })

  it('is drawn six times a session at most', async () => {
    const session = await begin()
    for (let i = 0; i < 6; i++) assert.ok((await draw(session)).id)
    assert.deepEqual(await draw(session), { hasError: true, error: 'TOO_MANY_CHALLENGES' })
  })

  it('refers whoever asks for another way, and does not reject', async () => {
    const session = await begin('strict')
    assert.deepEqual((await session.person.send('challenge', { declined: true })).json(), {})
    await session.person.face()
    await session.person.document()
    await session.person.send('complete', {})
    assert.equal(
      (await session.integrator.get(`${session.sessionId}/status`)).json().status,
      'WAITING_FOR_MANUAL_APPROVE',
    )
  })

  it('is asked as the tenant sets it, and of real people by itself', async () => {
    const asks = async (tenant: string, mode: Mode, document = false) => {
      const { person, accessToken } = await begin(tenant, mode)
      if (document) await person.document()
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await test.app.inject({ url: '/api/v1/enrolment/session', headers })).json().challenge
    }
    assert.equal(await asks('acme', 'live'), true)
    assert.equal(await asks('acme', 'test'), false)
    assert.equal(await asks('strict', 'test'), true)
    assert.equal(await asks('easy', 'live'), false)
    assert.equal(await asks('careful', 'live'), true, 'nothing is known yet')
    assert.equal(await asks('careful', 'test', true), false, 'a document without a doubt')
  })

  it('is asked of whoever sends past the page with its token, and not of an integrator with theirs', async () => {
    const own = await begin('acme', 'live')
    assert.equal((await own.person.face()).json().hasError, false)
    const unknown = 'It is not known how the pictures were taken, and nothing was found against them.'
    assert.deepEqual(await found(own), [{ score: undefined, reason: unknown }])

    const { sessionId, webEnrolmentUrl } = await begin('acme', 'live')
    const token = webEnrolmentUrl.split('token=')[1] ?? ''
    const person = personOf(test.app, token)
    assert.equal((await person.face()).statusCode, 400, 'nor do they skip the question of the page')
    const shown = await test.app.inject({
      url: '/api/v1/enrolment/consent?lang=en-US',
      headers: { authorization: `Bearer ${token}` },
    })
    await person.send('consent', { lang: 'en-US', sha256: shown.json().sha256 })
    assert.equal((await person.face()).json().hasError, false)
    assert.deepEqual(await found({ sessionId, person }), [{ score: 60, reason: 'The challenge was not taken.' }])
  })

  it('is asked of tokens that descend from one of the page', async () => {
    const { webEnrolmentUrl } = await begin('acme', 'live')
    const pages = personOf(test.app, webEnrolmentUrl.split('token=')[1] ?? '')
    const { url } = (await pages.send('handover', {})).json()
    const opened = await test.app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/handover/open',
      payload: { code: url.split('/h/')[1], deviceId: 'a-phone-of-theirs', takeOver: true },
    })
    const phone = personOf(test.app, opened.json().accessToken)
    assert.equal((await phone.face()).statusCode, 400, 'no consent yet')
  })

  it('refuses what does not fit before anything is decoded', async () => {
    const session = await begin()
    const { id } = await draw(session)
    const seen = test.engine.seen.length
    const send = async (challenge: unknown) => {
      const sent = await session.person.send('face', { imageBase: JPEG.toString('base64'), challenge })
      return sent.statusCode
    }
    assert.equal(await send({ id, frames: framesOf(7) }), 400)
    assert.equal(await send({ id, frames: framesOf(21) }), 400)
    assert.equal(await send({ id, frames: framesOf().map(({ at }) => ({ at, image: 'no picture' })) }), 400)
    assert.equal(await send({ id, frames: framesOf().map((frame) => ({ ...frame, at: -1 })) }), 400)
    assert.equal(await send('frames'), 400)
    const large = Buffer.concat([JPEG, Buffer.alloc(59_000)]).toString('base64')
    assert.equal(await send({ id, frames: framesOf().map(({ at }) => ({ at, image: large })) }), 413, 'over 600 kB')
    assert.equal(test.engine.seen.length, seen)
  })

  it('keeps its frames for reviewers, and not for integrators', async () => {
    const session = await begin()
    const drawn = await draw(session)
    made = drawn.moves as ChallengeMove[]
    await answer(session, drawn.id)
    await finding(session)
    const { sessionId, integrator } = session
    assert.deepEqual((await integrator.get(`${sessionId}/images`)).json().face, ['face_original', 'face_cropped'])
    assert.equal((await integrator.get(`${sessionId}/images/challenge_1`)).statusCode, 404)
    const stored = await test.ports.sessions.load('acme', sessionId)
    assert.ok(stored?.images.FACE?.challenge_1 && stored.images.FACE.challenge_2)
  })
})
