import type { Ports } from '../ports/ports.ts'

/** Counts all sessions again and puts right what lists and plots are reckoned from; answers how many counts were wrong. */
export async function recountSessions(
  { counts, audit, clock }: Pick<Ports, 'counts' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const wrong = await counts.recount()
  await audit.record({ at: clock(), tenant: '*', actor, action: 'sessions.recount', detail: { wrong } })
  return wrong
}
