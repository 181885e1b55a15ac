import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { InjectOptions } from 'fastify'
import { hashPassword } from '../../src/kernel/accounts/passwords.ts'
import { ASKED_BY, CONSOLE_HEADER } from '../../src/kernel/contract/console-words.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { openStorage } from '../../src/kernel/storage/open.ts'
import { MATRIX } from '../../test/http/authorisation/matrix.ts'
import { badBody, badRequest, type Dice, type Ingredients, seeded } from '../../test/http/bad-requests.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import type { Measurement } from './support/bench.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { serve } from './support/serve.ts'

/** Chosen passwords are checked slowly and one at a time: with few lines all requests would wait for them. */
const LINES = 64
/** Sessions end through requests that happen to be valid: new ones replace them. */
const FRESH_EVERY = 2_000
/** A body that was never read once ended the process fifteen seconds later. */
const LATE_MS = 20_000
const ANSWER_MS = 120_000

/**
 * npm run bench -- bad-bodies [--requests=100000] [--seed=1]: bad requests to every route of the built service over
 * real sockets, without authentication, with tokens, credentials and the sign-in of an admin. It ends with exit code 1
 * if an answer is 500 or more, except 503 with Retry-After (no capacity), or if the service ended.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const [count, seed] = [Number(values.requests ?? 100_000), Number(values.seed ?? 1)]
  const folder = await mkdtemp(join(tmpdir(), 'limen-bad-bodies-'))
  await addAdmin(folder)
  const environment = { API_USERNAME: USERNAME, API_PASSWORD: PASSWORD, RATE_LIMIT: '0', TRUST_PROXY: '127.0.0.1' }
  const service = await serve(folder, environment)
  try {
    await untilReady(service.address)
    const startedAt = await startOf(service.address)
    const statuses = await play(service.address, count, seed)
    await setTimeout(LATE_MS)
    const isSame = (await startOf(service.address)) === startedAt
    const isReady = (await fetch(`${service.address}/healthz`)).ok
    const rows = [...statuses].toSorted().map(([status, times]) => [status, times])
    console.log(renderTable({ title: `${count} bad requests, seed ${seed}`, head: ['answer', 'times'], rows }))
    console.log(`the same process: ${isSame ? 'yes' : 'no'}; ready: ${isReady ? 'yes' : 'no'}`)
    if ([...statuses.keys()].some((status) => status.startsWith('fault')) || !isSame || !isReady) process.exitCode = 1
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return []
}

async function addAdmin(dataDir: string): Promise<void> {
  const storage = await openStorage({ dataDir, clock: () => new Date(), defaultPolicy: defaultPolicy() })
  await storage.reviewers.create({ username: USERNAME, passwordHash: await hashPassword(PASSWORD), role: 'admin' })
  await storage.close()
}

async function untilReady(address: string): Promise<void> {
  while (!(await fetch(`${address}/healthz`)).ok) await setTimeout(500)
}

/** The start time of the process that answers: it changes after a restart. */
async function startOf(address: string): Promise<string | undefined> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return /^limen_process_start_time_seconds (\S+)$/m.exec(text)?.[1]
}

async function play(address: string, count: number, seed: number): Promise<Map<string, number>> {
  const dice = seeded(seed)
  const statuses = new Map<string, number>()
  const agent = new Agent({ keepAlive: true, maxSockets: LINES })
  let [sent, ingredients] = [0, await gather(address)]
  const line = async () => {
    while (sent < count) {
      const at = ++sent
      if (at % FRESH_EVERY === 0) {
        ingredients = await gather(address)
        console.error(`${at} of ${count}: ${JSON.stringify(Object.fromEntries(statuses))}`)
      }
      const bad = { ...badRequest(dice, ingredients), ...(dice.chance(0.3) && { payload: badBody(dice) }) }
      const answer = await ask(address, agent, withConsole(dice, bad, ingredients))
      const name = nameOf(answer)
      if (name.startsWith('fault'))
        console.error(`seed ${seed}, request ${at}: ${JSON.stringify(bad).slice(0, 600)} → ${name}`)
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LINES }, line))
  agent.destroy()
  return statuses
}

interface Gathered extends Ingredients {
  cookie: string
}

async function gather(address: string): Promise<Gathered> {
  const login = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`
  const json = { 'content-type': 'application/json' }
  const open = async () => {
    const headers = { authorization: login, ...json }
    const answer = await fetch(`${address}/api/v1/enrolment/initialize`, { method: 'POST', headers, body: '{}' })
    if (!answer.ok) throw new Error(`initialize: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { sessionId: string; accessToken: string }
  }
  const sessions = [await open(), await open(), await open()]
  const headers = { ...json, origin: address, [CONSOLE_HEADER]: ASKED_BY.person }
  const body = JSON.stringify({ username: USERNAME, password: PASSWORD })
  const signedIn = await fetch(`${address}/api/v1/console/session`, { method: 'POST', headers, body })
  if (!signedIn.ok) throw new Error(`sign-in: ${signedIn.status} ${await signedIn.text()}`)
  return {
    logins: [login],
    tokens: sessions.map(({ accessToken }) => `Bearer ${accessToken}`),
    ids: sessions.map(({ sessionId }) => sessionId),
    routes: Object.keys(MATRIX).map((route) => {
      const [method = '', url = ''] = route.split(' ')
      return { method, url }
    }),
    cookie: String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '',
  }
}

/** What a request needs to reach the routes of the console; most requests there have it. */
function withConsole(dice: Dice, bad: InjectOptions, { cookie }: Gathered): InjectOptions {
  const asked = dice.chance(0.8) ? { [CONSOLE_HEADER]: ASKED_BY.person, cookie } : {}
  return { ...bad, headers: { ...bad.headers, ...asked } }
}

/** Wrong lengths are a matter of bad connections, which `npm test` covers; here the body has its stated length. */
function ask(address: string, agent: Agent, { method = 'GET', url, headers, payload, remoteAddress }: InjectOptions) {
  const { 'content-length': _, ...kept } = headers as Record<string, string>
  const bytes = payload === undefined ? undefined : Buffer.from(payload as string | Buffer)
  const path = String(url).replaceAll(' ', '%20')
  return new Promise<IncomingMessage | Error>((resolve) => {
    const options = { method, path, agent, timeout: ANSWER_MS }
    const sending = send(address, {
      ...options,
      headers: {
        ...kept,
        origin: address,
        'x-forwarded-for': remoteAddress ?? '198.51.100.1',
        ...(bytes && { 'content-length': bytes.length }),
      },
    })
    sending.on('response', (answer) => {
      answer.resume()
      answer.on('error', resolve)
      answer.on('end', () => resolve(answer))
      // A stream of events continues as long as somebody listens.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) sending.destroy()
      answer.on('close', () => resolve(answer))
    })
    sending.on('timeout', () => sending.destroy(new Error('no answer')))
    sending.on('error', resolve)
    sending.end(bytes)
  })
}

function nameOf(answer: IncomingMessage | Error): string {
  if (answer instanceof Error)
    return answer.message === 'no answer' ? 'fault: no answer' : 'connection closed by the service'
  const { statusCode = 0, headers } = answer
  if (statusCode === 503 && headers['retry-after']) return '503 with Retry-After'
  return statusCode >= 500 ? `fault: ${statusCode}` : String(statusCode)
}
