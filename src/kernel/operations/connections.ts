import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBrokenRequest } from '../http/answers.ts'

const LINGER_MS = 5_000

/**
 * A request refused before its body has arrived: closing at once would reset the connection, and the caller would see a
 * broken pipe instead of the answer. So incoming data is discarded for a moment, and then the connection is closed.
 */
export function stayForTheRest(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.raw.complete === false && hasBody(request)) linger(request, reply)
    done()
  })
}

/** Answers given while the service stops are the last on their connection: it must not wait for callers to hang up. */
export function closeLinesWhenStopping(app: Pick<FastifyInstance, 'addHook'>): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
}

function linger({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    raw.resume()
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
    raw.once('end', () => clearTimeout(timer))
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Aborted when the caller hangs up before the answer. */
export function hangUpSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}

/** Long enough for a phone that changes cells, or passes under a bridge. */
const WINDOW_MS = 15_000

/** How long a body may take as a whole: 14 MB of Base64 over a slow mobile connection of 1 Mbit/s take two minutes. */
export const LONGEST_BODY_MS = 180_000

/** By this much a body may be behind an even pace. */
const BEHIND_MS = 2 * WINDOW_MS

/**
 * Every body that is read must arrive with at least this rate over any 15 seconds, from any caller; 0 for any rate. One
 * of an announced length must also be on time: half a minute behind the pace at which it would arrive by the end of its
 * time. Whoever sends evenly and would be done in time is on time. A slower one is answered with 408 and its connection
 * closed, as Node does after `requestTimeout`. It counts at the connection.
 */
export function keepLeastRate(app: Pick<FastifyInstance, 'addHook'>, bytesPerSecond: number): void {
  if (!bytesPerSecond) return
  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    const { socket } = raw
    const announced = Number(raw.headers['content-length'] ?? 0)
    const begun = socket.bytesRead - raw.readableLength
    let received = begun
    let readMs = 0
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      const came = socket.bytesRead - received
      received = socket.bytesRead
      // One that waits for memory is not read yet, and one that nobody reads is cut off after its answer.
      if (!raw.readableFlowing) return
      readMs += WINDOW_MS
      const due = (announced * (readMs - BEHIND_MS)) / (LONGEST_BODY_MS - BEHIND_MS)
      if (came >= (bytesPerSecond * WINDOW_MS) / 1000 && received - begun >= due) return
      clearInterval(timer)
      answerBrokenRequest(Object.assign(new Error('a slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }, WINDOW_MS)
    for (const event of ['finish', 'close']) reply.raw.once(event, () => clearInterval(timer))
    done(null, payload)
  })
}
