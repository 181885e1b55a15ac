import type { Ports } from '../kernel/ports/ports.ts'
import type { Session } from '../kernel/session/session.ts'
import { pairsOfCase } from './duplicates/compare-pair.ts'
import { findBlocked, findBlockedOf } from './screening/actions/blocklist.ts'

/** What features know about a case in addition to its session. */
export const openCaseParts = async (
  ports: Pick<Ports, 'issuedCredentials' | 'pairAnswers' | 'reviews'>,
  session: Session,
) => ({
  /** Credentials issued to the person after an approval, newest first. */
  issued: await ports.issuedCredentials.ofSession(session.tenant, session.id),
  /** Other sessions with the same document or face. */
  pairs: await pairsOfCase(ports, session),
})

export type CaseParts = Awaited<ReturnType<typeof openCaseParts>>

/** What is kept about the person of a session outside the session. */
export const findMentions = findBlocked

/** The same, for a session by its id. */
export const findMentionsOf = findBlockedOf
