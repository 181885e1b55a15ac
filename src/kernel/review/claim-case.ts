import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import type { Claim } from '../ports/review.ts'
import type { Status } from '../session/session-words.ts'
import { findCase } from '../tenants/tenant-scope.ts'

/** A person who has signed in to review. */
export type Examiner = Pick<Reviewer, 'username' | 'role' | 'tenants'>

/** Another reviewer has claimed the case. */
export interface Claimed {
  ok: false
  refusal: 'CASE_CLAIMED'
  claim: Claim
}

/** The session does not wait for a reviewer, or no longer does. Final states never change. */
export interface NotWaiting {
  ok: false
  refusal: 'NOT_WAITING'
  status: Status
}

/** How long a case stays with the reviewer who claimed it, unless they renew the claim. */
const CLAIM_MINUTES = 15

/** Claims a case, so that no two reviewers work on it. Claiming again renews the claim. */
export async function claimCase(
  ports: Pick<Ports, 'reviews' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
): Promise<Result<Claim, 'NOT_FOUND'> | NotWaiting | Claimed> {
  const { username } = examiner
  const found = await findCase(ports, examiner, sessionId)
  if (!found) return refuse('NOT_FOUND')

  const now = ports.clock()
  const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  const { tenant } = found
  const entry = { at: now, tenant, actor: `reviewer:${username}`, action: 'review.claim', sessionId } as const
  const claim = await ports.reviews.claim(sessionId, { reviewer: username, until }, now, entry)
  if (!claim) return { ok: false, refusal: 'NOT_WAITING', status: found.status }
  if (claim.reviewer !== username) return { ok: false, refusal: 'CASE_CLAIMED', claim }
  return accept(claim)
}

/** Releases a case. An admin can release another's. */
export async function releaseCase(
  ports: Pick<Ports, 'reviews' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
): Promise<boolean> {
  const { username, role } = examiner
  const found = await findCase(ports, examiner, sessionId)
  if (!found) return false
  const entry = { at: ports.clock(), tenant: found.tenant, actor: `reviewer:${username}`, sessionId }
  const whose = role === 'admin' ? undefined : username
  return ports.reviews.release(sessionId, whose, { ...entry, action: 'review.release' })
}
