import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Locale } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment } from './change-session.ts'
import { consentTextOf } from './consent-text.ts'

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'clock'>

/** Keeps what a person has agreed to. Refused when the text is no longer the one they were shown. */
export async function giveConsent(
  ports: Needs,
  enrolment: Enrolment,
  { lang, sha256, keepFace = false }: { lang: Locale; sha256: string; keepFace?: boolean },
): Promise<Result<{ isFirst: boolean }, 'CONSENT_TEXT_CHANGED' | ClosedRefusal>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const changed = await changeOpen(ports, enrolment, async (session) => {
    const shown = await consentTextOf(tenant, lang, session)
    // Agreed to what was not asked: another text was shown.
    if (shown.sha256 !== sha256 || (keepFace && shown.keep === undefined))
      return refuse('CONSENT_TEXT_CHANGED' as const)
    const consent = {
      by: 'page' as const,
      givenAt: ports.clock().toISOString(),
      textVersion: shown.version,
      sha256,
      lang,
      text: [shown.text, shown.otherwise, ...(shown.keep === undefined ? [] : [shown.keep])].join('\n'),
      ...(keepFace && { keepFace: true as const }),
    }
    return { ok: true as const, value: { isFirst: session.consent === undefined }, session: { ...session, consent } }
  })
  return changed.ok ? accept(changed.value) : changed
}
