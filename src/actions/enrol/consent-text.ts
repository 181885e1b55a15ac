import { createHash } from 'node:crypto'
import { versionOf } from '../../domain/consent.ts'
import type { Session } from '../../domain/session.ts'
import type { Locale } from '../../domain/vocabulary.ts'
import { fill, loadTexts } from '../../ui/languages.ts'
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

/** Our sentences or the tenant's own, in one language, with who asks and how long it is kept. */
export async function consentTextOf(
  { name, settings }: Tenant,
  lang: Locale,
  { request: { theme }, flow }: Pick<Session, 'request' | 'flow'>,
): Promise<ConsentText> {
  const ours = await loadTexts(lang)
  const own = settings.texts?.[lang]
  const asks = settings.themes?.[theme ?? 'default']?.name ?? (name === 'Default' ? ours.consentWho : name)
  const values = { name: asks, days: settings.retentionDays }
  const asked = flow?.kind === 'returning' ? 'consentReturning' : 'consentText'
  const text = fill(own?.[asked] ?? ours[asked], values, lang)
  const otherwise = fill(own?.consentElse ?? ours.consentElse, values, lang)
  const keep = settings.keepsFaces && !flow?.kind ? fill(own?.consentKeep ?? ours.consentKeep, values, lang) : undefined
  const lines = [text, otherwise, ...(keep === undefined ? [] : [keep])]
  const sha256 = createHash('sha256').update(lines.join('\n')).digest('hex')
  const isOwn = [asked, 'consentElse', ...(keep === undefined ? [] : ['consentKeep' as const])].some(
    (name) => own?.[name as keyof typeof own] !== undefined,
  )
  return { lang, text, otherwise, ...(keep !== undefined && { keep }), version: versionOf(sha256, isOwn), sha256 }
}
