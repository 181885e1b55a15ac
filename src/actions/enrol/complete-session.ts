import { decide } from '../../domain/decision/decide.ts'
import type { Policy } from '../../domain/decision/policy.ts'
import { missingOfWish, openWish, withAnswer } from '../../domain/new-picture.ts'
import { accept, type Result } from '../../domain/result.ts'
import { type MissingPart, missingParts, move, type Session } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
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
  /** False where a new picture was answered. */
  isFirst: boolean
  /** Since the device that finished it took it in hand; absent where no page did. */
  seconds?: number
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

  const policy = await policyFor(ports, open.value)
  await ports.policies.keep(policy)

  let missing: MissingPart[] = []
  const changed = await changeOpen<Decided, TooEarly['refusal']>(ports, enrolment, async (session) => {
    const wish = openWish(session, ports.clock())
    missing = [...new Set([...(wish ? missingOfWish(wish) : []), ...missingParts(session, tenant.settings.steps)])]
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
    const decided = wish
      ? answered({ ...session, decision }, completedAt, tenant)
      : move({ ...session, decision, completedAt, ...dueFrom(completedAt, tenant) }, decision.outcome)
    const { id, status } = decided
    const detail = { status, policy: decision.policy.version }
    return {
      ok: true,
      value: { session: decided, isFirst: !wish, completedAt },
      session: decided,
      told: {
        ...(!wish && { events: [{ type: 'status', status }] }),
        audit: {
          at: completedAt,
          tenant: tenant.id,
          actor: 'token',
          action: wish ? 'session.new-picture' : 'session.complete',
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

  const { session, isFirst, completedAt } = changed.value
  const begun = session.device && Date.parse(session.device.since)
  return accept({
    returnUrl: session.request.returnUrl ?? tenant.settings.returnUrl,
    isFirst,
    ...(begun !== undefined && { seconds: (completedAt.getTime() - begun) / 1000 }),
  })
}

interface Decided {
  session: Session
  isFirst: boolean
  completedAt: Date
}

/** A new picture is decided under the policy that the first ones were. */
async function policyFor({ policies }: Pick<Ports, 'policies'>, { tenant, decision }: Session): Promise<Policy> {
  const first = decision && (await policies.bySha256(decision.policy.sha256))
  return first ?? policies.current(tenant)
}

/** Back with the reviewers, whatever the rules say now: one of them asked. What was said of the earlier pictures no longer counts. */
function answered(session: Session, at: Date, tenant: Tenant): Session {
  const { opinions: _, newPictures = [], ...rest } = session
  return { ...rest, ...dueFrom(at, tenant), newPictures: withAnswer(newPictures, at.toISOString()) }
}

const dueFrom = (at: Date, { settings: { reviewHours } }: Tenant) =>
  reviewHours === undefined ? {} : { dueAt: new Date(at.getTime() + reviewHours * 3_600_000).toISOString() }
