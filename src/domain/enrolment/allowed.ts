import type { Session } from '../session.ts'
import type { TenantRules } from '../tenant.ts'
import type { CaptureSource } from '../vocabulary.ts'
import { asksConsent } from './consent.ts'
import { stepsOf } from './flow.ts'
import { takesSelfieFiles } from './selfie-source.ts'

/** Whether the chip of a document is taken: where the tenant wants it and the session's flow asks for a document. */
export const takesChip = (session: Pick<Session, 'flow'>, settings: Pick<TenantRules, 'chip' | 'steps'>): boolean =>
  settings.chip !== 'off' && stepsOf(session, settings).includes('document')

/** Whether a wallet may answer for a document. */
export const takesWallet = ({ wallet = 'off' }: Pick<TenantRules, 'wallet'>): boolean => wallet !== 'off'

/**
 * Why the hosted page, or whoever holds its token, must not send this selfie; undefined where it may. An integrator, with the
 * token that is theirs, has asked for consent themselves.
 */
export function selfieObstacle(
  session: Pick<Session, 'consent' | 'flow' | 'mode'>,
  settings: Pick<TenantRules, 'asksConsent' | 'selfieFiles' | 'steps'>,
  source: CaptureSource,
): 'CONSENT_MISSING' | 'CAMERA_WANTED' | undefined {
  if (asksConsent(session, settings)) return 'CONSENT_MISSING'
  return source === 'file' && !takesSelfieFiles(session.mode, settings) ? 'CAMERA_WANTED' : undefined
}
