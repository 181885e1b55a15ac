import type { ExplanationResponse } from '../../../kernel/decision/contract/decision.ts'
import type { Status } from '../../../kernel/session/session-words.ts'
import type { DemonstrationPicture } from '../../demo/server/demo.ts'
import type { Call, TestOutcome } from './outcomes.ts'

/** The service to play against. */
export interface Target {
  url: string
  username: string
  password: string
}

/** One call as it was made, and its answer. */
export interface Played {
  method: 'GET' | 'POST'
  path: string
  /** What was sent, in short. */
  sent: string
  httpStatus: number
  answer: Record<string, unknown>
  milliseconds: number
}

export interface Play {
  sessionId: string
  status: Status
  /** The status, or the error of the call that was refused. */
  ended: string
  calls: Played[]
  /** Absent until results can be read. */
  explanation?: ExplanationResponse
}

interface Tools {
  picture(name: DemonstrationPicture): Promise<Uint8Array>
  /** Called for each call as soon as it is answered. */
  onCall?(call: Played): void
}

/** The service did not do what every service does: it does not answer, or does not know the credential. */
export class CannotPlay extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Opens a session, makes the calls of the outcome until one is refused, and reads the result. */
export async function play(target: Target, outcome: TestOutcome, { picture, onCall }: Tools): Promise<Play> {
  const calls: Played[] = []
  const basic = `Basic ${Buffer.from(`${target.username}:${target.password}`).toString('base64')}`
  const ask = async (method: 'GET' | 'POST', path: string, sent: string, init: RequestInit = {}) => {
    const begun = performance.now()
    const response = await fetch(`${target.url}/api/v1/${path}`, { method, ...init })
    const answer = (await response.json().catch(() => {
      throw new CannotPlay(response.status, `the server at ${target.url} is not Limen`)
    })) as Record<string, unknown>
    const milliseconds = Math.round(performance.now() - begun)
    const call = { method, path: `/api/v1/${path}`, sent, httpStatus: response.status, answer, milliseconds }
    calls.push(call)
    onCall?.(call)
    return call
  }

  const body = JSON.stringify({ externalId: 'try' })
  const opened = await ask('POST', 'enrolment/initialize', body, {
    headers: { authorization: basic, 'content-type': 'application/json' },
    body,
  })
  if (opened.httpStatus !== 200)
    throw new CannotPlay(opened.httpStatus, `the service answered ${opened.httpStatus}: ${said(opened)}`)
  const { sessionId, accessToken } = opened.answer as { sessionId: string; accessToken: string }

  let refused: string | undefined
  for (const call of outcome.calls) {
    const { answer } = await make(call, `Bearer ${accessToken}`)
    if (answer.hasError) {
      refused = String(answer.error)
      break
    }
  }
  const read = (path: string) => ask('GET', `data/${sessionId}/${path}`, '', { headers: { authorization: basic } })
  const { status } = (await read('status')).answer as { status: Status }
  const isDecided = status === 'AUTO_APPROVED' || status === 'AUTO_REJECTED'
  const results = isDecided ? await read('decision/explanation') : undefined
  return {
    sessionId,
    status,
    ended: refused ?? status,
    calls,
    explanation: results && (results.answer as unknown as ExplanationResponse),
  }

  async function make(call: Call, authorization: string): Promise<Played> {
    if (call === 'complete') return ask('POST', 'enrolment/complete', '', { headers: { authorization } })
    if (call === 'foreign token')
      return ask('POST', 'enrolment/complete', '', { headers: { authorization: 'Bearer e30.e30.nobody' } })
    const [step, name] = 'document' in call ? (['document', call.document] as const) : (['face', call.face] as const)
    const jpeg = await picture(name)
    return ask('POST', `enrolment/${step}`, `${name}.jpg, ${Math.round(jpeg.length / 1000)} kB`, {
      headers: { authorization, 'content-type': 'image/jpeg' },
      body: Buffer.from(jpeg),
    })
  }
}

const said = ({ answer }: Played) => String(answer.detail ?? answer.title ?? JSON.stringify(answer))
