import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from '../present/answers.ts'

/** Long enough for a phone that changes from one cell to the next, or passes under a bridge. */
const WINDOW_MS = 15_000

/**
 * Every body that is read must arrive with at least this rate over any 15 seconds, whoever sends it; 0 for any rate. One
 * that is slower is answered with 408 and its connection closed, as Node does after `requestTimeout`. It counts at the
 * connection, so there is no stream of ours between the body and its reader.
 */
export function keepLeastRate(app: Pick<FastifyInstance, 'addHook'>, bytesPerSecond: number): void {
  if (!bytesPerSecond) return
  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    const { socket } = raw
    let received = socket.bytesRead - raw.readableLength
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      const came = socket.bytesRead - received
      received = socket.bytesRead
      // One that waits for memory is not read yet, and one that nobody reads is cut off after its answer.
      if (!raw.readableFlowing || came >= (bytesPerSecond * WINDOW_MS) / 1000) return
      clearInterval(timer)
      answerBrokenRequest(Object.assign(new Error('a slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }, WINDOW_MS)
    for (const event of ['finish', 'close']) reply.raw.once(event, () => clearInterval(timer))
    done(null, payload)
  })
}
