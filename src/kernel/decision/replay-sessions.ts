import type { SessionSearch } from '../ports/sessions.ts'
import type { Session } from '../session/session.ts'
import type { Mode } from '../session/session-words.ts'
import type { Policy } from './policy.ts'
import { count, countScores, newTally, type Replayed, redecide, type ScoreHistogram, type Tally } from './replay.ts'

export interface ReplayReport {
  tally: Tally
  /** The first of the sessions whose outcome would change. */
  shown: Replayed[]
}

export interface ReplayOptions {
  show?: number
  /** Stops after about this many: ids are random, so the first of them are a fair sample. */
  most?: number
  progress?: (sessions: number) => void
}

type DecidedSessions = Pick<SessionSearch, 'decided'>

interface Whose {
  tenant: string
  mode: Mode
}

/** Sessions read at once: few enough to keep the memory flat, many enough to keep the database busy. */
const BATCH = 200

async function* decidedSessions(search: DecidedSessions, of: Whose): AsyncGenerator<Session[]> {
  for (let after: string | undefined; ; ) {
    const sessions = await search.decided(of, after, BATCH)
    yield sessions
    after = sessions.at(-1)?.id
    if (sessions.length < BATCH) return
  }
}

/** Decides every decided session of a tenant and mode again under another policy, and changes nothing. */
export async function replay(
  search: DecidedSessions,
  of: Whose,
  policy: Policy,
  { show = 20, most = Number.POSITIVE_INFINITY, progress = () => {} }: ReplayOptions = {},
): Promise<ReplayReport> {
  const report: ReplayReport = { tally: newTally(), shown: [] }
  for await (const sessions of decidedSessions(search, of)) {
    for (const session of sessions) {
      const replayed = redecide(session, policy)
      if (!replayed) continue
      count(report.tally, replayed)
      if (replayed.before.outcome !== replayed.after.outcome && report.shown.length < show) report.shown.push(replayed)
    }
    progress(report.tally.sessions)
    if (report.tally.sessions >= most) break
  }
  return report
}

/** How the factors scored past sessions of a tenant and mode: only numbers of sessions, no personal data. */
export async function readPastScores(
  search: DecidedSessions,
  of: Whose,
  most: number,
): Promise<{ sessions: number; scores: ScoreHistogram }> {
  const scores: ScoreHistogram = {}
  let counted = 0
  for await (const sessions of decidedSessions(search, of)) {
    for (const { decision } of sessions) {
      if (!decision) continue
      countScores(scores, decision)
      counted += 1
    }
    if (counted >= most) break
  }
  return { sessions: counted, scores }
}
