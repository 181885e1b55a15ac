import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const LINGER_MS = 5_000

/**
 * A request refused before its body has arrived: closing at once would reset the connection, and the caller would see
 * a broken pipe instead of the answer. So what still comes is thrown away for a moment, and then the line is cut.
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
