import { randomBytes } from 'node:crypto'

export interface Pictures {
  path: 'document' | 'face'
  jpeg: Buffer
}

/** The duration of every call of one session, in milliseconds. */
export interface Way {
  /** `at` is when it ended. */
  calls: { path: string; ms: number; at: number }[]
  refusal?: string
}

/** Opens a session, sends the pictures and completes it. Every picture is unique. */
export async function runSession(address: string, authorization: string, pictures: readonly Pictures[]): Promise<Way> {
  const way: Way = { calls: [] }
  const post = async (path: string, as: string, body?: Buffer): Promise<Record<string, unknown>> => {
    const start = performance.now()
    const response = await fetch(`${address}/api/v1/enrolment/${path}`, {
      method: 'POST',
      headers: { authorization: as, ...(body && { 'content-type': 'image/jpeg' }) },
      ...(body && { body: new Uint8Array(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    way.calls.push({ path, ms: performance.now() - start, at: performance.now() })
    if (!response.ok || answer.hasError) way.refusal ??= `${path}: ${response.status} ${answer.error}`
    return answer
  }
  const { accessToken } = await post('initialize', authorization)
  const bearer = `Bearer ${accessToken}`
  for (const { path, jpeg } of pictures) await post(path, bearer, Buffer.concat([jpeg, randomBytes(16)]))
  await post('complete', bearer)
  return way
}

/**
 * This number of people in parallel, one session after another for the given time; returns the calls that ended in
 * time.
 */
export async function crowd(people: number, seconds: number, go: () => Promise<Way>): Promise<Way[]> {
  const end = performance.now() + seconds * 1000
  const ways: Way[] = []
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < end) ways.push(await go())
    }),
  )
  return ways.map(({ calls, ...way }) => ({ ...way, calls: calls.filter(({ at }) => at <= end) }))
}
