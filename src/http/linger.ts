import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_MS = 5_000

/**
 * A request refused before its body has arrived: closing at once would reset the connection, and the caller would see
 * a broken pipe instead of the answer. So what still comes is thrown away for a moment, and then the line is cut.
 */
export async function stayForTheRest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request
  if (raw.complete !== false || !hasBody(request)) return
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
