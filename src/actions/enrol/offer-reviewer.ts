import { stepsOf } from '../../domain/enrolment/flow.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { refuse } from '../../domain/result.ts'
import { mayGoToReviewer, partOfNext, withRefusal } from '../../domain/to-reviewer.ts'
import type { Step } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { changeOpen, type Enrolment } from './change-session.ts'

/**
 * Counts a refusal with its session, where the tenant lets refused pictures go to a reviewer, and says whether this one may.
 * The page's own count is not believed.
 */
export async function offerReviewer(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'clock'>,
  enrolment: Enrolment,
  step: Step,
  isUnknownCard = false,
): Promise<boolean> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant?.settings.refusedToReviewer) return false
  const counted = await changeOpen<boolean, 'NOT_WANTED'>(ports, enrolment, (session) => {
    const steps = stepsOf(session, tenant.settings)
    const part = openPictureRequest(session, ports.clock()) ? undefined : partOfNext(session, step, steps)
    if (!part) return refuse('NOT_WANTED')
    const next = withRefusal(session, part, isUnknownCard)
    return { ok: true, value: mayGoToReviewer(next, part, steps, ports.clock()), session: next }
  })
  return counted.ok && counted.value
}
