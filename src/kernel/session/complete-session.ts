import { accept, type Result } from '../../formats/result.ts'
import { dropImages } from '../evidence/keep-images.ts'
import type { Ports } from '../ports/ports.ts'
import { requestAnswered } from '../review/new-picture.ts'
import { stepUpsOf } from './allowed.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'
import { type Completed, completedOf, type Decided, decideSession, policyFor } from './decide-session.ts'
import { type MissingPart, missingParts } from './session.ts'
import type { DecisionPorts } from './session-part.ts'

interface TooEarly {
  ok: false
  refusal: 'MISSING_DOCUMENT_AND_FACE'
  missing: MissingPart[]
}

/** Ends the session: decides over the stored evidence; the webhook event and the audit entry are written in the same transaction. */
export async function completeSession(
  ports: DecisionPorts & Pick<Ports, 'images' | 'tenants'>,
  enrolment: Enrolment,
  { forPage = false, asksWallets = false }: { forPage?: boolean; asksWallets?: boolean } = {},
): Promise<Result<Completed, ClosedRefusal> | TooEarly> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return { ok: false, refusal: 'SESSION_UNAUTHORIZED' }
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open

  const policy = await policyFor(ports, open.value, tenant.settings)
  await ports.policies.keep(policy)

  let missing: MissingPart[] = []
  const changed = await changeOpen<Decided | undefined, TooEarly['refusal']>(ports, enrolment, async (session) => {
    missing = missingParts(session, tenant.settings)
    if (missing.length) return { ok: false, refusal: 'MISSING_DOCUMENT_AND_FACE' }
    const decided = await decideSession(ports, session, tenant, policy)
    // Only the page knows how to offer it, and it is offered once: the session of anyone who completes again goes to a
    // reviewer.
    const { decision } = decided.session
    const isOffered = forPage && !requestAnswered(session) && !session.stepUp && decision
    const means = { hasChipApp: tenant.settings.chipApp !== undefined, asksWallets }
    const ways = isOffered ? stepUpsOf(session, tenant.settings, decision, means) : []
    if (!ways.length) return decided
    missing = ['proof']
    return {
      ok: true,
      value: undefined,
      session: { ...session, stepUp: { ways, offeredAt: ports.clock().toISOString() } },
    }
  })
  if (!changed.ok)
    return changed.refusal === 'MISSING_DOCUMENT_AND_FACE'
      ? { ...changed, refusal: changed.refusal, missing }
      : { ok: false, refusal: changed.refusal }
  if (!changed.value) return { ok: false, refusal: 'MISSING_DOCUMENT_AND_FACE', missing }
  await dropImages(ports.images, enrolment.sessionId, changed.value.leftBehind)
  return accept(completedOf(changed.value, tenant))
}
