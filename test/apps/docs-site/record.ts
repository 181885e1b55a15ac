import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../../src/apps/docs-site/reference/document.ts'
import { accept, refuse } from '../../../src/formats/result.ts'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { withSha256 } from '../../../src/kernel/decision/change-policy.ts'
import { REVIEWER_FROM } from '../../../src/kernel/review/to-reviewer.ts'
import { type Stage, startStage } from '../../e2e/support/stage.ts'
import { field, issuedPage, mrz, passportPage, withRule } from '../../kernel/decision/genuine.ts'
import { auditEntry } from '../../storage/sample.ts'
import { basic, JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'

export const SESSION = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11'
const EARLIER = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a13'
const LATER = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a14'
const WAY_ON = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a12'

export type Recording = Record<string, Exchange>
interface Sent extends Pick<Exchange, 'params' | 'query' | 'json' | 'picture'> {
  method: string
  path: string
  authorization?: string
  bytes?: Uint8Array
}

/** Calls every operation of a running service once, as an integrator would, and keeps what it answers. */
export async function record(): Promise<Recording> {
  const stage = await startStage({ settings: { asksConsent: true } })
  const { recordChip } = await import('./record-chip.ts')
  const { recordWallet } = await import('./record-wallet.ts')
  return {
    ...(await recordSession(stage)),
    ...(await recordReview()),
    ...(await recordChip()),
    ...(await recordWallet()),
  }
}

/** A specimen's session with the engine as it is, of a tenant that asks for consent. Closes the service. */
export async function recordSession(stage: Stage): Promise<Recording> {
  const tape = openTape(stage.base)
  try {
    const api = basic(stage.login.username, stage.login.password)
    await ready(stage.base)
    const pictures = await specimens(stage.base)
    const json = {
      sessionId: SESSION,
      externalId: 'order-1042',
      returnUrl: 'https://shop.example/welcome',
      lang: 'en-US',
    }
    const { accessToken } = await tape.call('initialize', {
      method: 'POST',
      path: '/api/v1/enrolment/initialize',
      authorization: api,
      json,
    })
    const enrolment = (id: string, path: string, sent: Partial<Sent> = {}) =>
      tape.call(id, {
        method: 'POST',
        path: `/api/v1/enrolment/${path}`,
        authorization: `Bearer ${accessToken}`,
        ...sent,
      })
    const data = (id: string, path: string, sent: Partial<Sent> = {}) =>
      tape.call(id, { method: 'GET', path: `/api/v1/data/${path}`, authorization: api, ...sent })
    await enrolment('enrolmentState', 'session', { method: 'GET' })
    const { sha256 } = await enrolment('consentText', 'consent', { method: 'GET', query: 'lang=en-US' })
    await enrolment('giveConsent', 'consent', { json: { lang: 'en-US', sha256 } })
    await enrolment('joinDevice', 'device', { json: { deviceId: 'n3Qd0hX2c9aK' } })
    await enrolment('drawChallenge', 'challenge', { json: {} })
    await enrolment('submitDocument', 'document', { picture: 'passport.jpg', bytes: pictures.passport })
    await enrolment('submitFace', 'face', { picture: 'selfie.jpg', bytes: pictures.selfie })
    await enrolment('complete', 'complete')
    await data('readStatus', `${SESSION}/status`)
    await data('readDecision', `${SESSION}/decision/results`)
    await data('explainDecision', `${SESSION}/decision/explanation`)
    await data('readDocumentResult', `${SESSION}/document/result`)
    await data('readFaceResult', `${SESSION}/face/result`)
    await data('listImages', `${SESSION}/images`)
    for (const [id, path] of [
      ['readImage', 'images'],
      ['readImageAlias', 'image'],
    ] as const)
      await data(id, `${SESSION}/${path}/primary_face`, { params: { imageName: 'primary_face' } })
    await data('readEvidence', `${SESSION}/evidence`)
    await data('readEvidenceKey', 'evidence/key')
    await data('listSessions', 'session/list', { query: 'PageNumber=1&PageSize=10' })
    await data('forgetFace', `${SESSION}/forget-face`, { method: 'POST' })
    await data('deleteSession', SESSION, { method: 'DELETE' })
    await tape.call('health', { method: 'GET', path: '/healthz' })
    await tape.call('liveness', { method: 'GET', path: '/healthz/live' })
    await tape.call('metrics', { method: 'GET', path: '/metrics' })

    // Another session: a code that was opened ends the token of the device it came from.
    const other = await stage.initialize()
    const authorization = `Bearer ${other.accessToken}`
    const offer = { method: 'POST', path: '/api/v1/enrolment/handover', authorization, json: { lang: 'en-US' } }
    const { url } = await tape.call('offerHandOver', offer)
    const open = { code: url.slice(url.lastIndexOf('/') + 1), deviceId: 'x8Lm2pQ7r4sT' }
    const opened = await tape.call('openHandOver', {
      method: 'POST',
      path: '/api/v1/enrolment/handover/open',
      json: open,
    })
    await tape.call('withdraw', {
      method: 'POST',
      path: '/api/v1/enrolment/withdraw',
      authorization: `Bearer ${opened.accessToken ?? other.accessToken}`,
    })
    return tape.recording
  } finally {
    await stage.close()
  }
}

/** Somebody whose pictures are refused over and over, of a tenant that lets a reviewer look at the last one. */
async function recordWayOn(test: TestApp, tape: ReturnType<typeof openTape>): Promise<void> {
  await test.addTenant('kind', { refusedToReviewer: true })
  test.engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['BLURRED'])
  const { accessToken } = await tape.call('', {
    method: 'POST',
    path: '/api/v1/enrolment/initialize',
    authorization: await test.login('kind'),
    json: { sessionId: WAY_ON, returnUrl: 'https://shop.example/welcome' },
  })
  const sent = { method: 'POST', authorization: `Bearer ${accessToken}`, bytes: JPEG, picture: 'passport.jpg' }
  for (let time = 0; time < REVIEWER_FROM; time++) await tape.call('', { ...sent, path: '/api/v1/enrolment/document' })
  await tape.call('sendToReviewer', { ...sent, path: '/api/v1/enrolment/reviewer', query: 'of=FRONT' })
}

/** One face with two documents, of a tenant whose policy asks for it. */
async function recordDuplicates(
  test: TestApp,
  tape: ReturnType<typeof openTape>,
  review: (id: string, method: string, path: string, sent?: Partial<Sent>) => Promise<unknown>,
): Promise<void> {
  const policy = withSha256(withRule('duplicateCheck', { enabled: true }))
  await test.ports.policies.use('acme', policy, auditEntry('policy.use'))
  const api = await test.login()
  for (const [sessionId, number] of [
    [EARLIER, 'L898902C3'],
    [LATER, 'L898902C9'],
  ] as const) {
    const visual = passportPage().visual.map((printed) =>
      printed.name === 'document_number' ? field('document_number', number) : printed,
    )
    const reading = passportPage({ visual, mrz: { ...mrz(), fields: { ...mrz().fields, document_number: number } } })
    test.engine.page = async () => accept({ ...passport(), reading })
    const { accessToken } = await tape.call('', {
      method: 'POST',
      path: '/api/v1/enrolment/initialize',
      authorization: api,
      json: { sessionId },
    })
    for (const path of ['document', 'face', 'complete'])
      await tape.call('', {
        method: 'POST',
        path: `/api/v1/enrolment/${path}`,
        authorization: `Bearer ${accessToken}`,
        ...(path !== 'complete' && { bytes: JPEG, picture: 'x.jpg' }),
      })
  }
  await review('answerDuplicate', 'POST', `${LATER}/duplicates/${EARLIER}`, {
    json: { answer: 'alike', reason: 'Twins: other given names, one date of birth.' },
  })
  await review('listDuplicates', 'GET', `${LATER}/duplicates`)
  await review('compareDuplicate', 'GET', `${LATER}/duplicates/${EARLIER}`)
}

/** A case that waits for a person: a live document that an editor has touched. */
export async function recordReview(): Promise<Recording> {
  const test = await startTestApp({ mode: 'live', settings: { undoSeconds: 60 } })
  try {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
    await test.ports.reviewers.create({
      username: 'ada',
      passwordHash: await hashPassword('a password that is long enough'),
      role: 'reviewer',
    })
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
    const tape = openTape(base)
    const api = await test.login()
    const { accessToken } = await tape.call('', {
      method: 'POST',
      path: '/api/v1/enrolment/initialize',
      authorization: api,
      json: { sessionId: SESSION },
    })
    for (const path of ['document', 'face', 'complete'])
      await tape.call('', {
        method: 'POST',
        path: `/api/v1/enrolment/${path}`,
        authorization: `Bearer ${accessToken}`,
        ...(path !== 'complete' && { bytes: JPEG, picture: 'x.jpg' }),
      })
    const review = (id: string, method: string, path: string, sent: Partial<Sent> = {}) =>
      tape.call(id, {
        method,
        path: `/api/v1/review/${path}`,
        authorization: basic('ada', 'a password that is long enough'),
        ...sent,
      })
    await review('readReviewQueue', 'GET', 'queue', { query: 'PageNumber=1&PageSize=10' })
    await review('explainCase', 'GET', `${SESSION}/explanation`)
    await review('claimCase', 'POST', `${SESSION}/claim`)
    await review('releaseCase', 'DELETE', `${SESSION}/claim`)
    await review('noteCase', 'POST', `${SESSION}/note`, { json: { note: 'Called the person: they have moved.' } })
    await review('askNewPicture', 'POST', `${SESSION}/new-picture`, { json: { of: 'FRONT', reason: 'GLARE' } })
    await review('undoReview', 'POST', `${SESSION}/undo`)
    await review('escalateCase', 'POST', `${SESSION}/escalate`, { json: { reason: 'The portrait looks replaced.' } })
    await review('', 'POST', `${SESSION}/undo`)
    await review('reviewSession', 'POST', SESSION, {
      json: { verdict: 'approve', reason: 'The editor only cropped it.' },
    })
    await recordDuplicates(test, tape, review)
    await recordWayOn(test, tape)
    const { '': _unnamed, ...recording } = tape.recording
    return recording
  } finally {
    await test.close()
  }
}

/** Makes calls and keeps each under its operation; secrets and the machine's address are replaced by what is seen to be one. */
export function openTape(base: string) {
  const recording: Recording = {}
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  const call = async (id: string, sent: Sent): Promise<any> => {
    const { method, path, query, params, json, picture, bytes, authorization } = sent
    const type = bytes ? 'image/jpeg' : json === undefined ? undefined : 'application/json'
    const response = await fetch(`${base}${path}${query ? `?${query}` : ''}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(bytes ? { body: new Uint8Array(bytes) } : json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`)
    const given = response.headers.get('content-type')?.split(';')[0]
    const answer = await bodyOf(response, given)
    const kept = {
      ...(params && { params }),
      ...(query && { query }),
      ...(json !== undefined && { json: shorten(json) }),
      ...(picture && { picture }),
    }
    recording[id] = { ...kept, status: response.status, ...(given && { type: given }), ...neat(answer, base) }
    return answer.json
  }
  return { recording, call }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Body = { json?: any; text?: string; bytes?: number }

async function bodyOf(response: Response, type: string | undefined): Promise<Body> {
  if (type === 'application/json') return { json: await response.json() }
  if (type?.startsWith('text/')) return { text: await response.text() }
  const { byteLength } = await response.arrayBuffer()
  return byteLength ? { bytes: byteLength } : {}
}

function neat({ json, text, bytes }: Body, base: string): Partial<Exchange> {
  if (bytes !== undefined) return { bytes }
  if (text !== undefined) return { answer: `${text.split('\n').slice(0, 6).join('\n')}\n…` }
  return json === undefined
    ? {}
    : { answer: JSON.parse(JSON.stringify(shorten(json)).replaceAll(base, 'https://limen.example')) }
}

/** Long secrets and files end in an ellipsis. */
const shorten = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/"([\w+/]{24})[\w+/]{100,}=*"/g, '"$1…"')
      .replace(/eyJ[\w.-]{40,}/g, 'eyJhbGciOiJIUzI1NiJ9…')
      .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://limen.example')
      .replace(/http%3A%2F%2Flocalhost%3A\d+/g, 'https%3A%2F%2Flimen.example'),
  )

async function ready(base: string): Promise<void> {
  while (!(await fetch(`${base}/healthz`)).ok) await new Promise((resolve) => setTimeout(resolve, 200))
}

async function specimens(base: string): Promise<Record<'passport' | 'selfie', Uint8Array>> {
  const read = async (name: string) =>
    new Uint8Array(await (await fetch(`${base}/demo/pictures/${name}.jpg`)).arrayBuffer())
  return { passport: await read('passport'), selfie: await read('selfie') }
}
