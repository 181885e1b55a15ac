import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { decide } from '../../../src/kernel/decision/decide.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import { move, type Session } from '../../../src/kernel/session/session.ts'
import { passport } from './genuine.ts'

/** A session that was decided on this evidence. */
export function decided(evidence: Evidence = passport(), policy: Policy = defaultPolicy(), id = DEFAULT_ID): Session {
  const { document, face, applicantForm } = evidence
  const decision = decide(evidence, policy)
  const pending: Session = {
    id,
    tenant: 'acme',
    mode: evidence.mode ?? 'live',
    status: 'PENDING',
    version: 1,
    createdAt: new Date(`${evidence.today}T10:00:00Z`),
    expiresAt: new Date(`${evidence.today}T11:00:00Z`),
    completedAt: new Date(`${evidence.today}T10:05:00Z`),
    request: applicantForm ? { applicantForm } : {},
    images: {},
    ...(document && { document }),
    ...(face && { face }),
    decision,
  }
  return move(pending, decision.outcome)
}

const DEFAULT_ID = '00000000-0000-4000-8000-000000000001'
