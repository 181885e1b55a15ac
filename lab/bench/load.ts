import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as open } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { StatusFigures, UploadsFigures } from '../evaluate/report/tables/service.ts'
import type { Measurement } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { serve } from './support/serve.ts'

const UPLOADS = 32
const PICTURE_BYTES = 10_000_000
const MEMORY_MB = 500
const CALLERS = 64
const ROUNDS = 5
const ROUND_MS = 3_000
const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

/**
 * npm run bench -- load [uploads|status]: 32 pictures of 10 MB at once and the memory of the HTTP process, with the
 * real engine; and the rate of GET status compared with that of an empty Fastify route in the same run.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-load-'))
  const service = await serve(folder, {
    API_USERNAME: USERNAME,
    API_PASSWORD: PASSWORD,
    RATE_LIMIT: '0',
  })
  try {
    await untilReady(service.address)
    return [
      ...(args[0] === 'status' ? [] : [await measureUploads(service)]),
      ...(args[0] === 'uploads' ? [] : [await measureStatus(service)]),
    ]
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureUploads(service: Child): Promise<Measurement> {
  const ways = [await upload32(service, 'binary'), await upload32(service, 'json')]
  const figures = { uploads: UPLOADS, pictureBytes: PICTURE_BYTES, limitMb: MEMORY_MB, ways }
  for (const table of tablesOf('uploads', figures)) console.log(renderTable(table))
  for (const { way, answers } of ways) console.log(`${way}: ${answers}`)
  return { set: 'uploads', figures }
}

async function upload32(service: Child, way: 'binary' | 'json'): Promise<UploadsFigures['ways'][number]> {
  const picture = await largePicture()
  const tokens = await Promise.all(Array.from({ length: UPLOADS }, async () => (await initialize(service)).accessToken))
  const [type, body] =
    way === 'binary'
      ? ['image/jpeg', picture]
      : ['application/json', Buffer.from(JSON.stringify({ imageBase: picture.toString('base64') }))]

  const before = service.residentMb()
  let peak = before
  const sampler = setInterval(() => {
    peak = Math.max(peak, service.residentMb())
  }, 20)
  const started = performance.now()
  const answers = await Promise.all(tokens.map((token) => upload(service, token, type, body))).finally(() =>
    clearInterval(sampler),
  )

  const counts = Object.entries(Object.groupBy(answers, (answer) => answer)).map(
    ([answer, all]) => `${all?.length} × ${answer}`,
  )
  if (peak >= MEMORY_MB || answers.some((answer) => !answer.startsWith('200'))) process.exitCode = 1
  return {
    way,
    beforeMb: Math.round(before),
    peakMb: Math.round(peak),
    answers: counts.join(', '),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  }
}

/** Both routes in turn, so that other load on the machine affects both. */
async function measureStatus(service: Child): Promise<Measurement> {
  const empty = await startChild([join(import.meta.dirname, 'support/empty-route.ts')])
  const { sessionId } = await initialize(service)
  const status = `${service.address}/api/v1/data/${sessionId}/status`
  const totals = { empty: { calls: 0, cpuMs: 0 }, status: { calls: 0, cpuMs: 0 } }
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, child, url] of [
        ['empty', empty, `${empty.address}/`],
        ['status', service, status],
      ] as const) {
        const cpu = child.cpuMs()
        const calls = await callFor(ROUND_MS, url)
        if (round === 0) continue // the first requests warm up the compilers
        totals[name].calls += calls
        totals[name].cpuMs += child.cpuMs() - cpu
      }
  } finally {
    await empty.stop()
  }
  const of = ({ calls, cpuMs }: { calls: number; cpuMs: number }) => ({
    callsASecond: Math.round(calls / ((ROUNDS * ROUND_MS) / 1000)),
    cpuMicros: Math.round((cpuMs * 1000) / calls),
  })
  const figures: StatusFigures = { callers: CALLERS, empty: of(totals.empty), status: of(totals.status) }
  for (const table of tablesOf('status', figures)) console.log(renderTable(table))
  if (totals.status.calls / totals.empty.calls < 0.5) process.exitCode = 1
  return { set: 'status', figures }
}

async function callFor(ms: number, url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const end = performance.now() + ms
  let calls = 0
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        const { status } = await call('GET', url, { authorization }, undefined, agent)
        if (status !== 200) throw new Error(`answered ${status}`)
        calls++
      }
    }),
  )
  agent.destroy()
  return calls
}

/** Like an integrator: repeats the request when the answer asks for a later retry. */
async function upload(service: Child, token: string, type: string, body: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
  for (;;) {
    const answer = await call('POST', `${service.address}/api/v1/enrolment/document`, headers, body)
    const { error, message } = JSON.parse(answer.body) as { error?: string; message?: string }
    if (answer.status !== 503) return `${answer.status} ${error ?? 'accepted'}`
    console.log(`asked to come back: ${message}`)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  }
}

async function initialize(service: Child): Promise<{ sessionId: string; accessToken: string }> {
  const answer = await call('POST', `${service.address}/api/v1/enrolment/initialize`, { authorization })
  return JSON.parse(answer.body) as { sessionId: string; accessToken: string }
}

async function call(
  method: string,
  url: string,
  headers: Record<string, string | number>,
  body?: Buffer,
  agent?: Agent,
): Promise<{ status: number; body: string }> {
  const request = open(url, { method, headers, agent: agent ?? false })
  request.end(body)
  const [response] = await once(request, 'response')
  request.on('error', () => {}) // it was answered while it was still being sent
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
}

/** A small picture, which the engine refuses quickly, padded to the limit with bytes that a decoder skips. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 1200, height: 800, channels: 3, background: '#888', noise } as const
  const jpeg = await sharp({ create }).jpeg({ quality: 80 }).toBuffer()
  return Buffer.concat([jpeg, randomBytes(PICTURE_BYTES - jpeg.length)])
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    if ((await call('GET', `${address}/healthz`, {})).status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
