import { createHash } from 'node:crypto'
import { versionOf } from '../../domain/consent.ts'
import type { Locale } from '../../domain/vocabulary.ts'
import { fill, loadTexts } from '../../ui/languages.ts'
import type { Tenant } from '../ports/tenants.ts'

/** What a person is asked to agree to, word for word. */
interface ConsentText {
  lang: Locale
  text: string
  /** What if not, and how to take it back. */
  otherwise: string
  version: string
  /** Of both, hex. */
  sha256: string
}

/** Our sentences or the tenant's own, in one language, with who asks and how long it is kept. */
export async function consentTextOf({ name, settings }: Tenant, lang: Locale, theme?: string): Promise<ConsentText> {
  const ours = await loadTexts(lang)
  const own = settings.texts?.[lang]
  const asks = settings.themes?.[theme ?? 'default']?.name ?? (name === 'Default' ? ours.consentWho : name)
  const values = { name: asks, days: settings.retentionDays }
  const text = fill(own?.consentText ?? ours.consentText, values, lang)
  const otherwise = fill(own?.consentElse ?? ours.consentElse, values, lang)
  const sha256 = createHash('sha256').update(`${text}\n${otherwise}`).digest('hex')
  const isOwn = own?.consentText !== undefined || own?.consentElse !== undefined
  return { lang, text, otherwise, version: versionOf(sha256, isOwn), sha256 }
}
