import { decide } from '../../domain/decision/decide.ts'
import { accept, type Result } from '../../domain/result.ts'
import { type MissingPart, missingParts, move, type Session } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'
import { findDuplicates } from './find-duplicates.ts'
import { gatherCapture } from './gather-capture.ts'
import { asksFace } from './wants-challenge.ts'

export interface TooEarly {
  ok: false
  refusal: 'MISSING_DOCUMENT_AND_FACE'
  missing: MissingPart[]
}

/** Where the person goes now; undefined when neither the caller nor the tenant named a page. */
export interface Completed {
  returnUrl?: string | undefined
}

/** Ends the session: decides over the stored evidence; the integrator and the audit log are told in the same write. */
export async function completeSession(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'policies' | 'prints' | 'sentPictures' | 'clock'>,
  enrolment: Enrolment,
): Promise<Result<Completed, ClosedRefusal> | TooEarly> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return { ok: false, refusal: 'SESSION_UNAUTHORIZED' }
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open

  const policy = await ports.policies.current(tenant.id)
  await ports.policies.keep(policy)

  let missing: MissingPart[] = []
  const changed = await changeOpen<Session, TooEarly['refusal']>(ports, enrolment, async (session) => {
    missing = missingParts(session, tenant.settings.steps)
    if (missing.length) return { ok: false, refusal: 'MISSING_DOCUMENT_AND_FACE' }

    const search = await findDuplicates(ports.prints, session, policy)
    const asksForCapture = policy.factors.captureIntegrity?.enabled
    const sentBefore = asksForCapture ? await ports.sentPictures.findSentBefore(session) : undefined
    const completedAt = ports.clock()
    const asksChallenge = await asksFace(ports, session, tenant)
    const capture = gatherCapture(session, completedAt, { sentBefore, asksChallenge })
    const { document, face, request } = session
    const decision = decide(
      {
        mode: session.mode,
        steps: tenant.settings.steps,
        today: completedAt.toISOString().slice(0, 10),
        ...(document && { document }),
        ...(face && { face }),
        ...(request.applicantForm && { applicantForm: request.applicantForm }),
        ...(search && { duplicates: search.duplicates }),
        ...(capture && { capture }),
      },
      policy,
    )
    const decided = move({ ...session, decision, completedAt }, decision.outcome)
    const { id, status } = decided
    const detail = { status, policy: decision.policy.version }
    return {
      ok: true,
      value: decided,
      session: decided,
      told: {
        events: [{ type: 'status', status }],
        audit: {
          at: completedAt,
          tenant: tenant.id,
          actor: 'token',
          action: 'session.complete',
          sessionId: id,
          detail,
        },
        ...(search && { print: search.compared }),
      },
    }
  })
  if (!changed.ok)
    return changed.refusal === 'MISSING_DOCUMENT_AND_FACE'
      ? { ...changed, refusal: changed.refusal, missing }
      : { ok: false, refusal: changed.refusal }

  return accept({ returnUrl: changed.value.request.returnUrl ?? tenant.settings.returnUrl })
}
