import type { App } from '../../src/app.ts'
import type { Mode } from '../../src/kernel/session/session-words.ts'
import { JPEG, type TestApp } from '../support/app.ts'

/** An integrator's client, over the real application. */
export function clientOf({ app }: Pick<TestApp, 'app'>, authorization: string) {
  const headers = { authorization }
  const json = { 'content-type': 'application/json' }
  return {
    initialize: (payload: object = {}) =>
      app.inject({ method: 'POST', url: '/api/v1/enrolment/initialize', headers: { ...headers, ...json }, payload }),
    get: (path: string) => app.inject({ method: 'GET', url: `/api/v1/data/${path}`, headers }),
    post: (path: string) => app.inject({ method: 'POST', url: `/api/v1/data/${path}`, headers }),
    remove: (id: string) => app.inject({ method: 'DELETE', url: `/api/v1/data/${id}`, headers }),
  }
}

/** A person's client: the holder of one token. */
export function personOf(app: App, accessToken: string) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const send = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/v1/enrolment/${path}`, headers, payload })
  return {
    document: (picture = JPEG) => send('document', { imageBase: picture.toString('base64') }),
    face: (picture = JPEG) => send('face', { imageBase: picture.toString('base64') }),
    state: async () => (await app.inject({ url: '/api/v1/enrolment/session', headers })).json(),
    complete: () => app.inject({ method: 'POST', url: '/api/v1/enrolment/complete', headers }),
    send,
    raw: (path: string, type: string, payload: Buffer) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/enrolment/${path}`,
        headers: { ...headers, 'content-type': type },
        payload,
      }),
  }
}

/** A session and both of its clients. */
export async function startSession(test: TestApp, body: object = {}, tenant = 'acme', mode?: Mode) {
  const integrator = clientOf(test, await test.login(tenant, mode))
  const created = (await integrator.initialize(body)).json<{
    sessionId: string
    accessToken: string
    webEnrolmentUrl: string
  }>()
  return { ...created, integrator, person: personOf(test.app, created.accessToken) }
}

/** A session brought to its end with an honest passport and selfie. */
export async function finishedSession(test: TestApp, body: object = {}, tenant = 'acme', mode?: Mode) {
  const session = await startSession(test, body, tenant, mode)
  await session.person.document()
  await session.person.face()
  await session.person.complete()
  return session
}
