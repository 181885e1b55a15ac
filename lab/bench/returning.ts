import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { demonstrationPicture } from '../../src/apps/demo/server/demo.ts'
import { quantile } from '../evaluate/measure/rates.ts'
import { renderTable } from '../evaluate/measure/table.ts'
import { tablesOf } from '../evaluate/report/measured.ts'
import type { ReturningFigures } from '../evaluate/report/tables/wait.ts'
import type { Measurement } from './support/bench.ts'
import { PASSWORD, USERNAME } from './support/person.ts'
import { processorMs } from './support/processor-time.ts'
import { serve } from './support/serve.ts'

type Answer = Record<string, unknown>
/** The first sessions warm up the workers' compilers. */
const WARM = 3

/**
 * npm run bench -- returning [--sessions=30]: an approved person returns; the time from sending the selfie to the
 * decision, with the service and its real workers, one after the other. In test mode, so without a challenge.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({ args, options: { sessions: { type: 'string', default: '30' } } })
  const sessions = Number(values.sessions)
  const folder = await mkdtemp(join(tmpdir(), 'limen-returning-'))
  const service = await serve(folder, { API_USERNAME: USERNAME, API_PASSWORD: PASSWORD, ENGINE_SECONDS: '120' })
  try {
    while ((await fetch(`${service.address}/healthz`)).status !== 200) await sleep(50)
    const call = callsTo(service.address)
    const first = await enrol(call)
    const [times, cpu]: [number[], number[]] = [[], []]
    for (let at = 0; at < sessions + WARM; at++) {
      const { sessionId, accessToken } = await call.initialize({ flow: 'returning', personOf: first })
      const before = processorMs(service.pid)
      const start = performance.now()
      await call.picture('face', accessToken)
      await call.complete(accessToken)
      await call.expectApproved(sessionId)
      if (at < WARM) continue
      times.push(performance.now() - start)
      cpu.push(processorMs(service.pid) - before)
    }
    const spread = (all: number[]) => ({ p50: quantile(all, 0.5), p95: quantile(all, 0.95) })
    const figures: ReturningFigures = { sessions, wallMs: spread(times), cpuMs: spread(cpu) }
    for (const table of tablesOf('returning', figures)) console.log(renderTable(table))
    return [{ set: 'returning', figures }]
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Approved, with consent to store the face. */
async function enrol(call: Calls): Promise<string> {
  const consent = { givenAt: new Date().toISOString(), textVersion: '1', keepFace: true }
  const { sessionId, accessToken } = await call.initialize({ consent })
  await call.picture('document', accessToken)
  await call.picture('face', accessToken)
  await call.complete(accessToken)
  await call.expectApproved(sessionId)
  return sessionId
}

type Calls = ReturnType<typeof callsTo>

function callsTo(address: string) {
  const authorization = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${address}/api/v1/${path}`, init)
    const answer = (await response.json()) as Answer
    if (!response.ok || answer.hasError) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const post = (path: string, headers: Record<string, string>, body?: string | Uint8Array<ArrayBuffer>) =>
    ask(`enrolment/${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) })
  return {
    async initialize(body: object) {
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await post('initialize', headers, JSON.stringify(body))
      return { sessionId: String(answer.sessionId), accessToken: String(answer.accessToken) }
    },
    async picture(part: 'document' | 'face', token: string) {
      const picture = await demonstrationPicture(part === 'face' ? 'selfie' : 'passport')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
      return post(part, headers, new Uint8Array(picture))
    },
    complete: (token: string) => post('complete', { authorization: `Bearer ${token}` }),
    async expectApproved(sessionId: string) {
      const { status } = await ask(`data/${sessionId}/status`, { headers: { authorization } })
      if (status !== 'AUTO_APPROVED') throw new Error(`the session ended as ${status}`)
    },
  }
}
