import type { Session } from '../../domain/session.ts'
import type { TenantSettings } from '../ports/tenants.ts'

/** Whether the hosted page must ask before it looks at a face. Documents alone are no biometrics. */
export const asksConsent = (
  { consent }: Pick<Session, 'consent'>,
  { steps, asksConsent: asked = true }: Pick<TenantSettings, 'steps' | 'asksConsent'>,
): boolean => asked && steps.includes('face') && consent === undefined
