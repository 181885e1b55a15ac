import type { Ports } from '../actions/ports/ports.ts'
import type { Session } from '../domain/session.ts'
import { pairsOfCase } from './duplicates/compare-pair.ts'
import { findBlocked, findBlockedOf } from './screening/actions/blocklist.ts'

/** What capabilities know of a case beyond what the session itself says. */
export const openCaseParts = async (
  ports: Pick<Ports, 'issuedCredentials' | 'pairAnswers' | 'reviews'>,
  session: Session,
) => ({
  /** Credentials that the person was given after an approval, newest first. */
  issued: await ports.issuedCredentials.ofSession(session.tenant, session.id),
  /** Other sessions that it has something in common with. */
  pairs: await pairsOfCase(ports, session),
})

export type CaseParts = Awaited<ReturnType<typeof openCaseParts>>

/** What is kept of the person of a session outside of it. */
export const findMentions = findBlocked

/** Likewise of a session by its id. */
export const findMentionsOf = findBlockedOf
