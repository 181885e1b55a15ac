import { decide } from '../../domain/decision/decide.ts'
import { stepsOf } from '../../domain/enrolment/flow.ts'
import type { Session } from '../../domain/session.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant, TenantSettings } from '../ports/tenants.ts'

/** Whether this session's face step asks for a challenge, as far as is known before the selfie. */
export async function wantsChallenge(
  { policies }: Pick<Ports, 'policies'>,
  session: Session,
  { id, settings }: Tenant,
): Promise<boolean> {
  if (!stepsOf(session, settings).includes('face')) return false
  if (mustPass(session)) return true
  const setting = challengeSetting(session.mode, settings)
  if (setting !== 'risk') return setting === 'always'
  return isDoubtful(session, settings, await policies.current(id))
}

/**
 * Whether the selfie that came should have come with a challenge. Where nobody set it, it is asked of the page's camera,
 * and of whoever sends past the page with its token: an integrator who captures by themselves, with the token that is theirs,
 * and has not chosen a challenge is not held to one.
 */
export async function asksFace(ports: Pick<Ports, 'policies'>, session: Session, tenant: Tenant): Promise<boolean> {
  const { source, besidePage } = session.captures?.FACE ?? {}
  if (mustPass(session)) return true
  if (tenant.settings.challenge === undefined && source !== 'camera' && !besidePage) return false
  return wantsChallenge(ports, session, tenant)
}

/** A returning person has nothing to show but a face: when live, no setting leaves the challenge out. */
const mustPass = ({ mode, flow }: Session): boolean => mode === 'live' && flow?.kind !== undefined

/** Real people are asked unless the tenant says otherwise; while testing there are specimens, which have no head. */
export const challengeSetting = (mode: Mode, { challenge }: Pick<TenantSettings, 'challenge'>) =>
  challenge ?? (mode === 'live' ? 'always' : 'off')

/**
 * Whether anything that was found before the selfie is short of HIGH: what the document's factors scored, and how its
 * pictures came. Where no document came first nothing is known, and that is doubt enough.
 */
function isDoubtful(session: Session, settings: TenantSettings, policy: Parameters<typeof decide>[1]): boolean {
  const { document, captures = {}, request, mode, createdAt } = session
  if (!document) return true
  if (Object.entries(captures).some(([part, { source }]) => part !== 'FACE' && source === 'file')) return true
  const { factors } = decide(
    {
      document,
      mode,
      steps: stepsOf(session, settings).filter((step) => step !== 'face'),
      today: createdAt.toISOString().slice(0, 10),
      ...(request.applicantForm && { applicantForm: request.applicantForm }),
    },
    policy,
  )
  return factors.some(({ level }) => level === 'LOW' || level === 'MEDIUM' || level === 'UNKNOWN')
}
