import { createHash } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { deleteSession } from '../erasure/erase.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { fill, loadTexts, tagOf } from '../texts/languages.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { versionOf } from './consent.ts'
import { readStanding } from './read-enrolment.ts'
import type { Session } from './session.ts'
import type { Locale } from './session-words.ts'
import { themeOf } from './who-asks.ts'

/** What a person is asked to agree to, word for word. */
interface ConsentText {
  lang: Locale
  text: string
  /** What happens otherwise, and how to withdraw consent. */
  otherwise: string
  /** What they may agree to in addition: that their face is kept to recognise them later. Absent: nobody asks. */
  keep?: string
  version: string
  /** The hash of all of it, hex. */
  sha256: string
}

/** The wording for flows that ask only one question. */
const ASKED = { returning: 'consentReturning', age: 'consentAge' } as const

/** The parts of the session that say who asks, and what for. */
type Asked = Pick<Session, 'request' | 'flow' | 'age'>

/** Our sentences or the tenant's own, in one language, with who asks and how long it is kept. */
export async function consentTextOf(tenant: Tenant, lang: Locale, { request, flow, age }: Asked): Promise<ConsentText> {
  const { settings } = tenant
  const ours = await loadTexts(lang)
  const own = settings.texts?.[lang]
  const { name } = themeOf(tenant, request.theme)
  const values = { name: name ?? ours.consentWho, days: settings.retentionDays, age: age?.atLeast ?? 0 }
  const asked = flow?.kind ? ASKED[flow.kind] : 'consentText'
  const filled = fill(own?.[asked] ?? ours[asked], values, lang)
  // A name is written as its owner writes it; our own words begin a sentence with a capital letter.
  const text = name === undefined ? filled.charAt(0).toLocaleUpperCase(tagOf(lang)) + filled.slice(1) : filled
  const otherwise = fill(own?.consentElse ?? ours.consentElse, values, lang)
  const keep = settings.keepsFaces && !flow?.kind ? fill(own?.consentKeep ?? ours.consentKeep, values, lang) : undefined
  const lines = [text, otherwise, ...(keep === undefined ? [] : [keep])]
  const sha256 = createHash('sha256').update(lines.join('\n')).digest('hex')
  const isOwn = [asked, 'consentElse', ...(keep === undefined ? [] : ['consentKeep' as const])].some(
    (each) => own?.[each as keyof typeof own] !== undefined,
  )
  return { lang, text, otherwise, keep, version: versionOf(sha256, isOwn), sha256 }
}

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'clock'>

/** Stores what a person has agreed to. Refused when the text is no longer the one they were shown. */
export async function giveConsent(
  ports: Needs,
  enrolment: Enrolment,
  { lang, sha256, keepFace = false }: { lang: Locale; sha256: string; keepFace?: boolean },
): Promise<Result<{ isFirst: boolean }, 'CONSENT_TEXT_CHANGED' | ClosedRefusal>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const changed = await changeOpen(ports, enrolment, async (session) => {
    const shown = await consentTextOf(tenant, lang, session)
    // The person agreed to something that was not asked: another text was shown.
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

/** A person withdraws on the page: all their data is erased. After the decision only the integrator can erase it. */
export async function withdraw(
  ports: Pick<Ports, 'sessions' | 'images' | 'clock'>,
  { tenant, sessionId, mode }: FoundEnrolment,
): Promise<Result<undefined, ClosedRefusal>> {
  const open = await loadOpen(ports, { tenant, sessionId })
  if (!open.ok) return open
  // While a new picture is awaited the case is with the reviewers: the person can no longer erase it.
  if (open.value.completedAt) return refuse('SESSION_ALREADY_COMPLETED')
  const erased = await deleteSession(ports, { tenant, mode, actor: 'token' }, sessionId, { onlyUnfinished: true })
  return erased
    ? accept(undefined)
    : refuse((await readStanding(ports, { tenant, sessionId })) ? 'SESSION_ALREADY_COMPLETED' : 'SESSION_UNAUTHORIZED')
}
