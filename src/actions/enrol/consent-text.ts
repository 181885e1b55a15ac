import { createHash } from 'node:crypto'
import { versionOf } from '../../domain/enrolment/consent.ts'
import type { Session } from '../../domain/session.ts'
import type { Locale } from '../../domain/vocabulary.ts'
import { fill, loadTexts, tagOf } from '../../ui/languages.ts'
import type { Tenant } from '../ports/tenants.ts'

/** What a person is asked to agree to, word for word. */
interface ConsentText {
  lang: Locale
  text: string
  /** What if not, and how to take it back. */
  otherwise: string
  /** What they may agree to in addition: that their face is kept to recognise them later. Absent: nobody asks. */
  keep?: string
  version: string
  /** Of all of it, hex. */
  sha256: string
}

/** What the flows ask that are about one question. */
const ASKED = { returning: 'consentReturning', age: 'consentAge' } as const

/** Of the session, what says who asks, and what for. */
type Asked = Pick<Session, 'request' | 'flow' | 'age'>

/** Our sentences or the tenant's own, in one language, with who asks and how long it is kept. */
export async function consentTextOf(tenant: Tenant, lang: Locale, { request, flow, age }: Asked): Promise<ConsentText> {
  const { settings } = tenant
  const ours = await loadTexts(lang)
  const own = settings.texts?.[lang]
  const name = nameOf(tenant, request)
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
  return { lang, text, otherwise, ...(keep !== undefined && { keep }), version: versionOf(sha256, isOwn), sha256 }
}

/** The theme's name, else the tenant's, else the site that the person goes back to; undefined where nothing is known. */
function nameOf({ name, settings }: Tenant, { theme, returnUrl }: Asked['request']): string | undefined {
  const named = settings.themes?.[theme ?? 'default']?.name ?? (name === 'Default' ? undefined : name)
  const site = returnUrl ?? settings.returnUrl
  return named ?? (site && URL.canParse(site) ? new URL(site).host : undefined)
}
