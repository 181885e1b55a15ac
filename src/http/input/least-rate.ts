import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from '../present/answers.ts'

/** Long enough for a phone that changes from one cell to the next, or passes under a bridge. */
const WINDOW_MS = 15_000

/**
 * Every body must arrive with at least this rate over any 15 seconds, whoever sends it; 0 for any rate. Routes that
 * take pictures call `endWhenSlow` themselves, when they begin to read.
 */
export function keepLeastRate(app: Pick<FastifyInstance, 'addHook'>, bytesPerSecond: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.raw.complete && !request.routeOptions.config.readsOwnBody) {
      const stop = endWhenSlow(request.raw, bytesPerSecond, () => reply.raw.headersSent)
      for (const event of ['finish', 'close']) reply.raw.once(event, stop)
    }
    done(null, payload)
  })
}

/**
 * Answers 408 and closes the connection when too few bytes come, as Node does after `requestTimeout`. It counts at the
 * connection, so the body needs no reader. The caller calls what it returns when the body is of no interest any more.
 */
export function endWhenSlow(body: IncomingMessage, bytesPerSecond: number, isAnswered = () => false): () => void {
  if (!bytesPerSecond) return () => {}
  const { socket } = body
  let received = socket.bytesRead - body.readableLength
  const timer = setInterval(() => {
    if (body.complete || isAnswered()) return clearInterval(timer)
    if (socket.bytesRead - received < (bytesPerSecond * WINDOW_MS) / 1000) {
      clearInterval(timer)
      answerBrokenRequest(
        Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      )
    }
    received = socket.bytesRead
  }, WINDOW_MS)
  return () => clearInterval(timer)
}
