import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { BadCall } from '../present/problems.ts'
import { releaseChunk } from './picture-memory.ts'

/** Long enough for a phone that changes from one cell to the next, or passes under a bridge. */
const WINDOW_MS = 15_000

/**
 * The chunks of a body, as long as it arrives with so many bytes a second over any 15 seconds; 0 for any rate. Stopping
 * early does not destroy the connection, on which the refusal is still to be sent. A chunk is good until the next is asked for.
 */
export async function* atLeastRate(
  body: IncomingMessage,
  bytesPerSecond: number,
  windowMs = WINDOW_MS,
): AsyncGenerator<Buffer> {
  let received = 0
  const slow = Promise.withResolvers<never>()
  slow.promise.catch(() => {}) // may come after the body is read
  const timer = setInterval(() => {
    if (received < (bytesPerSecond * windowMs) / 1000) slow.reject(tooSlow(bytesPerSecond))
    received = 0
  }, windowMs)
  const isOurs = body.socket instanceof Socket // what a test injects is its own
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { done, value } = await Promise.race([nextOf(body, chunks), slow.promise])
      if (done) return
      received += value.length
      yield value
      if (isOurs) releaseChunk(value)
    }
  } finally {
    clearInterval(timer)
    void chunks.return?.()?.catch(() => {}) // releases the body, at once or when the caller hangs up
  }
}

async function nextOf(body: IncomingMessage, chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer>> {
  try {
    return await chunks.next()
  } catch (error) {
    throw body.destroyed ? new CallerAborted() : error // hung up in the middle
  }
}

const tooSlow = (bytesPerSecond: number) =>
  new BadCall('REQUEST_TIMEOUT', `The picture arrives with less than ${bytesPerSecond} bytes a second.`)
