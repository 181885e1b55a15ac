import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Examiner } from '../../../kernel/review/claim-case.ts'
import { keepHeld } from '../../../kernel/review/review.ts'
import type { Session } from '../../../kernel/session/session.ts'
import { findCase } from '../../../kernel/tenants/tenant-scope.ts'
import { type HitAnswer, type HitAnswerWord, hitsOf } from '../domain/evidence.ts'
import { openLaterHits } from './monitor-lists.ts'
import { pairOf } from './screen-session.ts'

interface GivenAnswer {
  list: string
  entryId: string
  answer: HitAnswerWord
  reason: string
}

/**
 * Keeps the answer of a reviewer about a hit, with the reason: it is this person, or another. A pair found to be two
 * persons stays dismissed, in later sessions too, until the entry or the person changes. A new answer replaces the
 * earlier one.
 */
export async function answerHit(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
  { list, entryId, answer, reason }: GivenAnswer,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  for (;;) {
    const found = await findCase(ports, examiner, sessionId)
    const session = found && (await ports.sessions.load(found.tenant, sessionId))
    const hit = session && hitsOf(session).findLast((each) => each.list === list && each.entry.id === entryId)
    if (!session || !hit) return refuse('NOT_FOUND')
    const at = ports.clock()
    const said: HitAnswer = {
      list,
      entryId,
      hash: hit.hash,
      answer,
      reason: reason.trim(),
      by: examiner.username,
      at: at.toISOString(),
    }
    const next: Session = { ...keepHeld(session), hitAnswers: [...(session.hitAnswers ?? []), said] }
    const saved = await ports.sessions.save(next, {
      alert: session.laterHits && openLaterHits(next),
      dismissed: hitsOf(next)
        .filter((each) => each.answer?.answer === 'other')
        .map((each) => pairOf(next, each)),
      audit: {
        at,
        tenant: session.tenant,
        actor: `reviewer:${examiner.username}`,
        action: 'review.hit',
        sessionId,
        detail: { list, entry: entryId, answer },
      },
    })
    if (saved) return accept(undefined)
  }
}
