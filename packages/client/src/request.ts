import { ServiceError } from './errors.ts'

/** How calls are made; the same for all of a client. */
export interface Line {
  baseUrl: string
  fetch: typeof globalThis.fetch
  /** How often a call that may be repeated is made again. */
  retries: number
  /** Waits so many milliseconds. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  authorization: string
  body?: { type: string; content: Uint8Array<ArrayBuffer> | Blob | string }
  /** False for a call that must not be made twice when its answer was lost. */
  repeatable?: boolean
  signal?: AbortSignal | undefined
}

/** Makes the call; waits as the service asks when it is busy, and tries again where nothing can happen twice. */
export async function request(line: Line, call: Call): Promise<Response> {
  for (let tried = 0; ; tried++) {
    const answer = await send(line, call).catch((cause: unknown) => {
      call.signal?.throwIfAborted()
      return new ServiceError(0, { message: `no answer from ${line.baseUrl}` }, undefined, { cause })
    })
    if (answer instanceof Response && answer.ok) return answer
    const error = answer instanceof Response ? await errorOf(answer) : answer
    const wait = waitAfter(error, answer, call, tried)
    if (wait === undefined || tried >= line.retries) throw error
    await line.sleep(wait, call.signal)
  }
}

const send = (line: Line, { method, path, authorization, body, signal }: Call): Promise<Response> =>
  line.fetch(`${line.baseUrl}${path}`, {
    method,
    headers: { authorization, accept: 'application/json', ...(body && { 'content-type': body.type }) },
    ...(body && { body: body.content }),
    ...(signal && { signal }),
    redirect: 'error',
  })

/** A busy service has done nothing yet, so it is asked again whatever the call; a lost answer only where that does no harm. */
function waitAfter(
  error: ServiceError,
  answer: Response | ServiceError,
  call: Call,
  tried: number,
): number | undefined {
  if (error.status === 429 || error.status === 503) {
    const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) : Number.NaN
    return Number.isFinite(asked) && asked > 0 ? Math.min(asked, LONGEST_WAIT) * 1000 : gap(tried)
  }
  const isLost = error.status === 0 || error.status === 502 || error.status === 504
  return isLost && call.repeatable !== false ? gap(tried) : undefined
}

/** Seconds. */
const LONGEST_WAIT = 60

const gap = (tried: number): number => 500 * 2 ** tried * (0.75 + Math.random() / 2)

async function errorOf(answer: Response): Promise<ServiceError> {
  const requestId = answer.headers.get('x-request-id') ?? undefined
  const text = await answer.text().catch(() => '')
  try {
    return new ServiceError(answer.status, JSON.parse(text) as object, requestId)
  } catch {
    return new ServiceError(answer.status, {}, requestId)
  }
}
