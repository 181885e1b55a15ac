import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { BadCall } from '../present/problems.ts'
import { releaseChunk } from './picture-memory.ts'

/** Long enough for a phone that changes from one cell to the next, or passes under a bridge. */
const WINDOW_MS = 15_000

/**
 * Every body must arrive with so many bytes a second over any 15 seconds, whoever sends it; 0 for any rate. Routes that
 * take pictures read their bodies themselves, with `atLeastRate`.
 */
export function keepLeastRate(app: Pick<FastifyInstance, 'addHook'>, bytesPerSecond: number): void {
  if (!bytesPerSecond) return
  app.addHook('preParsing', async ({ raw, routeOptions }, _reply, payload) =>
    raw.complete || routeOptions.config.readsOwnBody ? payload : watched(payload, bytesPerSecond),
  )
}

/** The same bytes; ends with a refusal when too few come, and leaves the connection open for the answer. */
function watched(body: Readable, bytesPerSecond: number): Readable {
  const through = new PassThrough()
  let received = 0
  const timer = setInterval(() => {
    if (received < (bytesPerSecond * WINDOW_MS) / 1000) through.destroy(tooSlow(bytesPerSecond))
    received = 0
  }, WINDOW_MS)
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  body.once('error', (error) => through.destroy(error))
  body.once('close', () => {
    if (!body.readableEnded) through.destroy(new CallerAborted())
  })
  through.once('end', () => clearInterval(timer))
  through.once('close', () => {
    clearInterval(timer)
    body.unpipe(through)
  })
  return body.pipe(through)
}

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
  new BadCall('REQUEST_TIMEOUT', `The body arrives with less than ${bytesPerSecond} bytes a second.`)
