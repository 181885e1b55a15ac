import type { Ports } from '../ports/ports.ts'

/** Sessions at a time: between batches other work gets its turn. */
const BATCH = 200

/** Rewrites what all sessions are found by, for those of an earlier version; answers how many there are. */
export async function indexSessions(
  { sessionSearch, audit, clock }: Pick<Ports, 'sessionSearch' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  let [sessions, after]: [number, string | undefined] = [0, undefined]
  for (;;) {
    const ids: string[] = await sessionSearch.index(after, BATCH)
    sessions += ids.length
    after = ids.at(-1)
    if (after === undefined || ids.length < BATCH) break
  }
  await audit.record({ at: clock(), tenant: '*', actor, action: 'sessions.index', detail: { sessions } })
  return sessions
}

/** Counts all sessions again and puts right what lists and plots are reckoned from; answers how many counts were wrong. */
export async function recountSessions(
  { counts, audit, clock }: Pick<Ports, 'counts' | 'audit' | 'clock'>,
  actor: string,
): Promise<number> {
  const wrong = await counts.recount()
  await audit.record({ at: clock(), tenant: '*', actor, action: 'sessions.recount', detail: { wrong } })
  return wrong
}
