import type { Session } from '../session.ts'
import type { Evidence } from './factors/factor.ts'

/** The evidence that a decided session was decided on, put together again from what is stored. */
export function evidenceOf(session: Session): Evidence | undefined {
  const { document, face, chip, credential, request, decision } = session
  // Of a question of age that was answered nothing is left to decide on.
  if (!decision || session.ageAnswer) return undefined
  return {
    ...(document && { document }),
    ...(face && { face }),
    ...(chip && { chip }),
    ...(credential && { credential }),
    ...(request.applicantForm && { applicantForm: request.applicantForm }),
    ...(decision.duplicates && { duplicates: decision.duplicates }),
    ...(decision.watchlist && { watchlist: decision.watchlist }),
    ...(decision.person && { person: decision.person }),
    ...(decision.age && { age: decision.age }),
    ...(decision.mode && { mode: decision.mode }),
    ...(decision.capture && { capture: decision.capture }),
    steps: decision.steps,
    today: decision.today,
  }
}
