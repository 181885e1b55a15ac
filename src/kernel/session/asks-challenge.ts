import { assuranceOf, levelsOfAssurance } from '../decision/assurance.ts'
import { decide } from '../decision/decide.ts'
import { evidenceBeforeSelfie } from '../decision/evidence.ts'
import type { Policy } from '../decision/policy.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { ChallengeSetting } from '../vocabulary.ts'
import { stepsOf } from './flow.ts'
import type { Session } from './session.ts'
import type { Mode } from './session-words.ts'

type Settings = Pick<TenantSettings, 'steps' | 'challenge' | 'assurance'>

/** Whether this session's face step asks for a challenge, as far as is known before the selfie. */
export function wantsChallenge(session: Session, settings: Settings, policy: Policy): boolean {
  if (!stepsOf(session, settings).includes('face')) return false
  if (mustPass(session, settings)) return true
  const setting = challengeSetting(session.mode, settings)
  return setting === 'risk' ? isDoubtful(session, settings, policy) : setting === 'always'
}

/**
 * Whether the selfie that came should have come with a challenge. If nobody set it, the page's camera is asked for one,
 * and so is any client that bypasses the page with its token. An integrator who captures with a token of its own and
 * has not chosen a challenge does not need one.
 */
export function shouldHaveChallenge(session: Session, settings: Settings, policy: Policy): boolean {
  const { source, besidePage } = session.captures?.FACE ?? {}
  if (mustPass(session, settings) && stepsOf(session, settings).includes('face')) return true
  if (settings.challenge === undefined && source !== 'camera' && !besidePage) return false
  return wantsChallenge(session, settings, policy)
}

/**
 * A returning person has nothing to show but a face, and a level may ask for a challenge: in live mode no setting can
 * then leave it out.
 */
function mustPass(session: Session, settings: Settings): boolean {
  const level = assuranceOf(session, settings)
  return (
    session.mode === 'live' &&
    (session.flow?.kind !== undefined || (level !== undefined && levelsOfAssurance()[level].asksChallenge))
  )
}

/** Real people are asked unless the tenant says otherwise; in test mode there are specimens, which have no head. */
export const challengeSetting = (mode: Mode, { challenge }: Pick<TenantSettings, 'challenge'>): ChallengeSetting =>
  challenge ?? (mode === 'live' ? 'always' : 'off')

/**
 * Whether anything found before the selfie is below HIGH: the scores of the document's factors, and how its pictures
 * came. If no document came first, nothing is known, which counts as doubt.
 */
function isDoubtful(session: Session, settings: Settings, policy: Policy): boolean {
  const { document, captures = {} } = session
  if (!document) return true
  if (Object.entries(captures).some(([part, { source }]) => part !== 'FACE' && source === 'file')) return true
  const { factors } = decide(evidenceBeforeSelfie(session, settings), policy)
  return factors.some(({ level }) => level === 'LOW' || level === 'MEDIUM' || level === 'UNKNOWN')
}
