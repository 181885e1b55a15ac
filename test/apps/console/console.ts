import type { InjectOptions } from 'fastify'
import { accept } from '../../../src/formats/result.ts'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { CONSOLE_HEADER } from '../../../src/kernel/contract/console-words.ts'
import { finishedSession } from '../../api/client.ts'
import { issuedPage } from '../../kernel/decision/genuine.ts'
import { passport, startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts'

export const PASSWORD = 'a password that is long enough'
export const ORIGIN = 'http://localhost:8080'

/** The real application with three people who may sign in; every session there is live, and waits for a reviewer once it is finished. */
export async function startConsole(options: TestAppOptions = {}): Promise<TestApp> {
  const test = await startTestApp({ mode: 'live', ...options })
  const passwordHash = await hashPassword(PASSWORD)
  for (const [username, role] of [
    ['ada', 'reviewer'],
    ['ben', 'reviewer'],
    ['chief', 'admin'],
  ] as const) {
    await test.ports.reviewers.create({ username, passwordHash, role })
  }
  test.engine.page = async () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
  return test
}

export const waitingSession = (test: TestApp, body: object = {}) => finishedSession(test, body)

export interface Browser {
  cookie: string
  call(method: NonNullable<InjectOptions['method']>, path: string, payload?: object): ReturnType<typeof ask>
}

/** A browser that is signed in. */
export async function signIn(test: TestApp, username: string, password = PASSWORD): Promise<Browser> {
  const answer = await ask(test, 'POST', 'session', { payload: { username, password } })
  if (answer.statusCode !== 200) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return {
    cookie,
    call: (method, path, payload) => ask(test, method, path, { headers: { cookie }, ...(payload && { payload }) }),
  }
}

/** One request as the console's own page sends it. */
export const ask = (
  { app }: TestApp,
  method: NonNullable<InjectOptions['method']>,
  path: string,
  { headers, ...more }: Pick<InjectOptions, 'headers' | 'payload'> = {},
) =>
  app.inject({
    method,
    url: `/api/v1/console/${path}`,
    headers: { [CONSOLE_HEADER]: '1', ...(method === 'GET' ? {} : { origin: ORIGIN }), ...headers },
    ...more,
  })
