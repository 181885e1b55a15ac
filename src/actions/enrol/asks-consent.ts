import { stepsOf } from '../../domain/enrolment/flow.ts'
import type { Session } from '../../domain/session.ts'
import type { TenantSettings } from '../ports/tenants.ts'

/** Whether the hosted page must ask before it looks at a face. Documents alone are no biometrics. */
export const asksConsent = (
  session: Pick<Session, 'consent' | 'flow'>,
  settings: Pick<TenantSettings, 'steps' | 'asksConsent'>,
): boolean =>
  (settings.asksConsent ?? true) && stepsOf(session, settings).includes('face') && session.consent === undefined
