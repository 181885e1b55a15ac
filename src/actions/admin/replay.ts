import type { Policy } from '../../domain/decision/policy.ts'
import { count, newTally, type Replayed, redecide, type Tally } from '../../domain/decision/replay.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Archive } from '../ports/sessions.ts'

export interface ReplayReport {
  tally: Tally
  /** The first of the sessions whose outcome would change. */
  shown: Replayed[]
}

export interface ReplayOptions {
  show?: number
  /** Stops after about so many: ids are random, so the first of them are a fair sample. */
  most?: number
  progress?: (sessions: number) => void
}

/** Sessions read at once: few enough to keep the memory flat, many enough to keep the database busy. */
const BATCH = 200

/** Decides every decided session of a tenant and mode again under another policy, and changes nothing. */
export async function replay(
  archive: Archive,
  of: { tenant: string; mode: Mode },
  policy: Policy,
  { show = 20, most = Number.POSITIVE_INFINITY, progress = () => {} }: ReplayOptions = {},
): Promise<ReplayReport> {
  const report: ReplayReport = { tally: newTally(), shown: [] }
  let after: string | undefined
  for (;;) {
    const sessions = await archive.decided(of, after, BATCH)
    for (const session of sessions) {
      const replayed = redecide(session, policy)
      if (!replayed) continue
      count(report.tally, replayed)
      if (replayed.before.outcome !== replayed.after.outcome && report.shown.length < show) report.shown.push(replayed)
    }
    progress(report.tally.sessions)
    after = sessions.at(-1)?.id
    if (after === undefined || sessions.length < BATCH || report.tally.sessions >= most) return report
  }
}
