import type { TenantRules } from '../tenant.ts'
import type { Locale } from '../vocabulary.ts'
import { type SessionFlow, stepsOf } from './flow.ts'

/** What a person agreed to before their face was looked at. */
export interface Consent {
  /** Asked by the hosted page, or by the integrator, who says so at initialize. */
  by: 'page' | 'integrator'
  /** ISO 8601. */
  givenAt: string
  textVersion: string
  /** Of the text as it was shown; the integrator's own text is the integrator's to keep. */
  sha256?: string
  lang?: Locale
  text?: string
  /** The person agreed that their face be kept to recognise them when they come back. */
  keepFace?: true
}

/** Raised with every change of the sentences in any language. */
const CONSENT_VERSION = '4'

export const versionOf = (sha256: string, own: boolean): string =>
  own ? `own-${sha256.slice(0, 12)}` : CONSENT_VERSION

/** Whether the hosted page must ask before it looks at a face. Documents alone are no biometrics. */
export const asksConsent = (
  session: { consent?: Consent; flow?: SessionFlow },
  settings: Pick<TenantRules, 'steps' | 'asksConsent'>,
): boolean =>
  (settings.asksConsent ?? true) && stepsOf(session, settings).includes('face') && session.consent === undefined
