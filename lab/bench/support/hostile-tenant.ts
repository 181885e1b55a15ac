import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../packages/specimen/src/photograph/photograph.ts'
import { thinPng } from '../../../test/support/hostile-pictures.ts'

/**
 * The program of a tenant that does as much harm to others as it can, from a new address each time, until it is
 * stopped.
 */
const [address = '', authorization = ''] = process.argv.slice(2)
const deeds: Record<string, number> = {}
const note = (deed: string, answer: string | number) => {
  const name = `${deed}: ${answer}`
  deeds[name] = (deeds[name] ?? 0) + 1
}
process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(deeds))
  process.exit(0)
})

const { front } = await drawSpecimen({ kind: 'td3', seed: 2 })
const picture = Buffer.from((await photograph(front, { seed: 2, level: 'easy' })).jpeg)
/** As large and as empty as is accepted: cheap to send, expensive to decode. */
const bomb = thinPng(12_000, 4_000)

type Headers = Record<string, string | number>

function begin(path: string, headers: Headers, method = 'POST'): ClientRequest {
  const from = `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(256)}`
  const request = open(`${address}${path}`, { method, headers: { 'x-forwarded-for': from, ...headers } })
  request.on('error', () => {})
  return request
}

async function answerOf(request: ClientRequest, body?: Buffer | string): Promise<{ status: number; text: string }> {
  request.end(body)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: response.statusCode ?? 0, text }
  } catch {
    return { status: 0, text: '{}' }
  }
}

async function bearerOf(): Promise<Headers> {
  const { status, text } = await answerOf(begin('/api/v1/enrolment/initialize', { authorization }))
  // Requests without a session are then answered with 401.
  if (status !== 200) note('no session opened', status)
  return { authorization: `Bearer ${(JSON.parse(text || '{}') as { accessToken?: string }).accessToken}` }
}

const DOCUMENT = '/api/v1/enrolment/document'

/** Repeats one action forever, with this number in parallel. */
function forever(count: number, pauseMs: number, deed: () => Promise<void>): void {
  for (let index = 0; index < count; index++)
    void (async () => {
      for (;;) {
        await deed().catch((error: Error) => note('hung up on', error.name))
        await sleep(pauseMs)
      }
    })()
}

const send = async (deed: string, type: string, body: Buffer) => {
  const bearer = await bearerOf()
  const { status } = await answerOf(begin(DOCUMENT, { ...bearer, 'content-type': type }), body)
  note(deed, status)
  return bearer
}

// Floods of pictures, whose sessions end with events for a receiver that never answers.
forever(12, 100, async () => {
  const bearer = await send('picture', 'image/jpeg', picture)
  note('complete', (await answerOf(begin('/api/v1/enrolment/complete', bearer))).status)
})
forever(4, 100, async () => void (await send('bomb', 'image/png', bomb)))
// Pictures whose senders disconnect after sending.
forever(4, 200, async () => {
  const request = begin(DOCUMENT, { ...(await bearerOf()), 'content-type': 'image/jpeg' })
  request.end(picture)
  await once(request, 'finish')
  await sleep(50)
  request.destroy()
  note('abandoned', 'sent')
})
// Slow bodies and headers.
forever(40, 100, async () => {
  const headers = { ...(await bearerOf()), 'content-type': 'image/jpeg', 'content-length': 9_000_000 }
  const request = begin(DOCUMENT, headers)
  const over = once(request, 'response').then(([response]) => response.statusCode as number)
  let status: number | undefined
  over.then((code) => (status = code)).catch(() => (status = 0))
  request.write(Buffer.alloc(1_000))
  while (status === undefined) {
    await sleep(1_000)
    request.write(Buffer.alloc(100))
  }
  request.destroy()
  note('trickle', status)
})
// Sign-ins to the console, and logins of integrators, with wrong passwords.
const json = { 'content-type': 'application/json', origin: address, 'x-limen-console': '1' }
forever(20, 50, async () => {
  const body = JSON.stringify({ username: `name${randomInt(1000)}`, password: `no password ${randomInt(1e9)}` })
  note('sign-in', (await answerOf(begin('/api/v1/console/session', json), body)).status)
})
forever(10, 50, async () => {
  const login = Buffer.from(`name${randomInt(1000)}:no password ${randomInt(1e9)}`).toString('base64')
  const headers = { authorization: `Basic ${login}` }
  note('login', (await answerOf(begin('/api/v1/enrolment/initialize', headers))).status)
})
