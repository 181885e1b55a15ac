import type { FastifyReply } from 'fastify'

/** Aborted when the caller hangs up before the answer. */
export function hangUpSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}
