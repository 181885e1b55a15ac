import { countScores, type ScoreHistogram } from '../../domain/decision/score-histogram.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Archive } from '../ports/sessions.ts'

const BATCH = 200

/** How the factors scored past sessions of a tenant and mode: numbers of sessions alone, nothing of anybody. */
export async function readPastScores(
  archive: Archive,
  of: { tenant: string; mode: Mode },
  most: number,
): Promise<{ sessions: number; scores: ScoreHistogram }> {
  const scores: ScoreHistogram = {}
  let [sessions, after]: [number, string | undefined] = [0, undefined]
  for (;;) {
    const batch = await archive.decided(of, after, BATCH)
    for (const { decision } of batch) {
      if (!decision) continue
      countScores(scores, decision)
      sessions += 1
    }
    after = batch.at(-1)?.id
    if (after === undefined || batch.length < BATCH || sessions >= most) return { sessions, scores }
  }
}
