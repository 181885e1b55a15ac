import type { Outbox } from '../ports/outbox.ts'
import type { Ports } from '../ports/ports.ts'

export type WhichEvents = Parameters<Outbox['replay']>[0]

/** Puts events back in line that failed, or were delivered; answers how many. */
export async function replayWebhooks(
  { outbox, clock }: Pick<Ports, 'outbox' | 'clock'>,
  which: WhichEvents,
  actor: string,
): Promise<number> {
  const at = clock()
  return outbox.replay(which, at, (events) => ({
    at,
    tenant: ('failed' in which && which.tenant) || '*',
    actor,
    action: 'webhook.replay',
    ...('sessionId' in which && { sessionId: which.sessionId }),
    detail: { events, ...('id' in which && { id: which.id }) },
  }))
}
