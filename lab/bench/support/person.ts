import { randomUUID } from 'node:crypto'
import { noisePicture } from './echo-engine.ts'

export const USERNAME = 'bench'
/** In the format of generated passwords: a node that was just started checks it without the slow hash. */
export const PASSWORD = 'bench-password-of-43-characters-as-are-made'

/** The positive answers of one session, in order. */
export interface Promised {
  sessionId: string
  opened: boolean
  /** The number of positive answers. */
  answers: number
  pictures: Partial<Record<'original_FRONT' | 'original_BACK' | 'face_original', Buffer>>
  completed: boolean
  /** The person has requested erasure: from now on the session may be gone. */
  forgetting: boolean
  /** The person requested erasure, and the answer confirmed it. */
  deleted: boolean
}

/** One person's way through a session, each call to any node. A call whose answer was lost is repeated. */
export async function enrol(node: () => string, promised: Promised): Promise<void> {
  const { accessToken } = await insist(() =>
    call(node(), 'initialize', `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`, {
      sessionId: promised.sessionId,
    }),
  )
  promised.opened = true
  promised.answers += 1
  const bearer = `Bearer ${accessToken}`
  const steps = [
    ['FRONT', 'document', 'original_FRONT'],
    ['BACK', 'document', 'original_BACK'],
    ['FACE', 'face', 'face_original'],
  ] as const
  for (const [part, path, name] of steps) {
    const picture = await noisePicture(part)
    await insist(() => call(node(), path, bearer, picture))
    promised.pictures[name] = picture
    promised.answers += 1
  }
  await insist(() => call(node(), 'complete', bearer, undefined, ['SESSION_ALREADY_COMPLETED']))
  promised.completed = true
  promised.answers += 1
}

/** Requests until it is confirmed; a missing session was deleted by a call whose answer was lost. */
export async function forget(node: () => string, promised: Promised): Promise<void> {
  promised.forgetting = true
  await insist(async () => {
    const response = await fetch(`${node()}/api/v1/data/${promised.sessionId}`, {
      method: 'DELETE',
      headers: { authorization: `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}` },
      signal: AbortSignal.timeout(20_000),
    })
    await response.body?.cancel()
    if (!response.ok && response.status !== 404) throw new Error(`DELETE: ${response.status}`)
  })
  promised.deleted = true
  promised.answers += 1
}

export const newPromise = (): Promised => ({
  sessionId: randomUUID(),
  opened: false,
  answers: 0,
  pictures: {},
  completed: false,
  forgetting: false,
  deleted: false,
})

/**
 * Throws on anything but a clear success; a refusal listed in `fine` is one (our first call got through, its answer did
 * not).
 */
async function call(
  base: string,
  path: string,
  authorization: string,
  body: object | Buffer | undefined,
  fine: string[] = [],
): Promise<Record<string, string>> {
  const picture = body instanceof Buffer
  const response = await fetch(`${base}/api/v1/enrolment/${path}`, {
    method: 'POST',
    headers: { authorization, ...(body ? { 'content-type': picture ? 'image/jpeg' : 'application/json' } : {}) },
    ...(body ? { body: picture ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(20_000),
  })
  const answer = (await response.json()) as Record<string, string> & { hasError?: boolean }
  if (answer.hasError && fine.includes(answer.error ?? '')) return answer
  if (!response.ok || answer.hasError) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** The longest time to wait for a service that was killed and restarts. */
const PATIENCE_MS = 600_000

async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
