import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import { clientOf, finishedSession, startSession } from '../api/client.ts'
import { signIn } from '../apps/console/console.ts'
import type { TestApp } from './app.ts'

/** Calls that write, by what they do. */
export type WritingCalls = Record<string, () => Promise<LightMyRequestResponse>>

let tenants = 0

/** One of every kind, prepared up to the write itself, on an application of `startConsole`. */
export async function prepareCalls(test: TestApp): Promise<WritingCalls> {
  const integrator = clientOf(test, await test.login())
  const chief = await signIn(test, 'chief')
  const sessions = await Promise.all([1, 2, 3].map(() => startSession(test)))
  const [fresh, begun, ready] = sessions
  const [deleted, approved] = [await finishedSession(test), await finishedSession(test)]
  assert.ok(fresh && begun && ready)
  for (const { person } of [begun, ready]) await person.document()
  await ready.person.face()
  const tenant = `tenant-${++tenants}`
  return {
    initialize: () =>
      integrator.initialize({ sessionId: fresh.sessionId.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')) }),
    document: () => fresh.person.document(),
    face: () => begun.person.face(),
    challenge: () => begun.person.send('challenge', {}),
    'hand over': () => begun.person.send('handover', {}),
    complete: () => ready.person.complete(),
    verdict: () =>
      chief.call('POST', `cases/${approved.sessionId}/verdict`, { verdict: 'approve', reason: 'Looked at.' }),
    delete: () => deleted.integrator.remove(deleted.sessionId),
    'new tenant': () => chief.call('POST', 'tenants', { id: tenant, name: 'One more' }),
    'new credential': () => chief.call('POST', 'credentials', { tenant: 'acme', mode: 'test' }),
    'new account': () => chief.call('POST', 'accounts', { username: `person-${tenant}`, role: 'reviewer' }),
  }
}

/** Each says that it could not be done just now, and when to come back. */
export function assertUnavailable(name: string, answer: LightMyRequestResponse): void {
  assert.equal(answer.statusCode, 503, `${name}: ${answer.body}`)
  assert.equal(answer.headers['retry-after'], '5', name)
  const { code, error } = answer.json<{ code?: string; error?: string }>()
  assert.equal(code ?? error, 'SERVICE_UNAVAILABLE', name)
}

export function assertDone(name: string, answer: LightMyRequestResponse): void {
  assert.ok(answer.statusCode < 300, `${name}: ${answer.statusCode} ${answer.body}`)
  if (answer.statusCode !== 204) assert.ok(!answer.json<{ hasError?: boolean }>().hasError, `${name}: ${answer.body}`)
}
