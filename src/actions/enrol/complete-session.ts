import type { ScreeningPorts } from '../../capabilities/screening/actions/screen-session.ts'
import { stepsOf } from '../../domain/enrolment/flow.ts'
import { missingOfPictureRequest, requestAnswered, stepsOfPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result } from '../../domain/result.ts'
import { type MissingPart, missingParts } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'
import { type Completed, completedOf, type Decided, decideSession, policyFor } from './decide-session.ts'
import { dropImages } from './keep-images.ts'

interface TooEarly {
  ok: false
  refusal: 'MISSING_DOCUMENT_AND_FACE'
  missing: MissingPart[]
}

/** Ends the session: decides over the stored evidence; the webhook event and the audit entry are written in the same transaction. */
export async function completeSession(
  ports: Pick<
    Ports,
    'sessions' | 'images' | 'tenants' | 'policies' | 'fingerprints' | 'pairAnswers' | 'sentPictures' | 'clock'
  > &
    ScreeningPorts,
  enrolment: Enrolment,
): Promise<Result<Completed, ClosedRefusal> | TooEarly> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return { ok: false, refusal: 'SESSION_UNAUTHORIZED' }
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open

  const policy = await policyFor(ports, open.value, tenant.settings)
  await ports.policies.keep(policy)

  let missing: MissingPart[] = []
  const changed = await changeOpen<Decided, TooEarly['refusal']>(ports, enrolment, async (session) => {
    const pictureRequest = requestAnswered(session)
    const asked = stepsOf(session, tenant.settings)
    const steps = pictureRequest ? stepsOfPictureRequest(pictureRequest, asked) : asked
    missing = [
      ...new Set([
        ...(pictureRequest ? missingOfPictureRequest(pictureRequest) : []),
        ...missingParts(session, steps, tenant.settings),
      ]),
    ]
    if (missing.length) return { ok: false, refusal: 'MISSING_DOCUMENT_AND_FACE' }
    return decideSession(ports, session, tenant, policy)
  })
  if (!changed.ok)
    return changed.refusal === 'MISSING_DOCUMENT_AND_FACE'
      ? { ...changed, refusal: changed.refusal, missing }
      : { ok: false, refusal: changed.refusal }
  await dropImages(ports.images, enrolment.sessionId, changed.value.leftBehind)
  return accept(completedOf(changed.value, tenant))
}
