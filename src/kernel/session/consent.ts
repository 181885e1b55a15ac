import type { TenantSettings } from '../tenants/tenant.ts'
import { type SessionFlow, stepsOf } from './flow.ts'
import type { Locale } from './session-words.ts'

/** What a person agreed to before their face was analysed. */
export interface Consent {
  /** Asked by the hosted page, or by the integrator, who states it at initialize. */
  by: 'page' | 'integrator'
  /** ISO 8601. */
  givenAt: string
  textVersion: string
  /** The hash of the text that was shown; an integrator keeps its own text. */
  sha256?: string
  lang?: Locale
  text?: string
  /** The person agreed that their face is kept to recognise them when they come back. */
  keepFace?: true
}

/** Incremented with every change of the sentences in any language. */
const CONSENT_VERSION = '4'

export const versionOf = (sha256: string, own: boolean): string =>
  own ? `own-${sha256.slice(0, 12)}` : CONSENT_VERSION

/** Whether the hosted page must ask before it analyses a face. Documents without a face step involve no biometrics. */
export const asksConsent = (
  session: { consent?: Consent; flow?: SessionFlow },
  settings: Pick<TenantSettings, 'steps' | 'asksConsent'>,
): boolean =>
  (settings.asksConsent ?? true) && stepsOf(session, settings).includes('face') && session.consent === undefined
