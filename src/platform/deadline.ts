/** The operations that have a time limit: the label of `limen_deadlines_total`. */
export type DeadlineKind =
  | 'collector'
  | 'database'
  | 'engine'
  | 'list'
  | 'picture address'
  | 'picture store'
  | 'readiness'
  | 'sign-in provider'
  | 'wallet issuer'
  | 'webhook'

/** Thrown when an operation exceeds its time limit. */
export class DeadlineHit extends Error {}

/**
 * Gives up after `limitMs`, whatever `act` does with the signal: the caller gets an answer, and the signal ends the
 * connection. Pass the signal to `fetch(url, { signal })`. In a `Request` it is lost with the next garbage collection.
 */
export async function withDeadline<Value>(
  kind: DeadlineKind,
  limitMs: number,
  act: (signal: AbortSignal) => Promise<Value>,
  until?: AbortSignal,
): Promise<Value> {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const giveUp = (reason: unknown) => {
    controller.abort(reason)
    late.reject(reason)
  }
  // The timer keeps the controller alive: AbortSignal.timeout() keeps its signal only as long as there is a listener.
  const timer = setTimeout(() => {
    countDeadline(kind)
    giveUp(new DeadlineHit(`no answer within ${limitMs} ms`))
  }, limitMs)
  const stop = () => giveUp(until?.reason)
  if (until?.aborted) stop()
  until?.addEventListener('abort', stop)
  try {
    return await Promise.race([late.promise, act(controller.signal)])
  } finally {
    clearTimeout(timer)
    until?.removeEventListener('abort', stop)
  }
}

const hit = new Map<DeadlineKind, number>()

export function countDeadline(kind: DeadlineKind): void {
  hit.set(kind, (hit.get(kind) ?? 0) + 1)
}

/** How often each deadline was hit since the process began. */
export const deadlinesHit = (): ReadonlyMap<DeadlineKind, number> => hit
