import type { Tone } from '../../../apps/ui/words.ts'
import type { CaseChip } from '../contract/case-chip.ts'

/** One box of the diagram: who or what it is, and whether the box before it certifies it. */
export interface ChipLink {
  title: string
  /** At most three short lines. */
  lines: string[]
  tone: Tone
}

/** Every link of the chain, and whether the one before certifies it. */
export function linksOf({ verdict, country, authority, signer, dataGroups, reasons }: CaseChip): ChipLink[] {
  const has = (...codes: string[]) => reasons.some(({ code }) => codes.includes(code))
  const groups = Object.entries(dataGroups)
  const changed = groups.filter(([, state]) => state !== 'SAME').map(([number]) => `DG${number}`)
  const isCertified = verdict === 'TRUSTED' || (verdict === 'ALTERED' && authority !== undefined)
  const isSigned = !has('SIGNATURE_WRONG', 'DIGEST_WRONG', 'CONTENT_TYPE_WRONG', 'SIGNER_NOT_FOUND')
  return [
    {
      title: country ? `State: ${country}` : 'State',
      lines: authority
        ? [commonName(authority.subject), `until ${day(authority.notAfter)}`, authority.origin]
        : ['not trusted here'],
      tone: authority ? 'good' : 'warn',
    },
    {
      title: 'Signer',
      lines: signer ? [commonName(signer.subject), `until ${day(signer.notAfter)}`] : ['not known'],
      tone: isCertified ? 'good' : has('SIGNER_CERTIFICATE_WRONG') ? 'bad' : 'warn',
    },
    {
      title: 'Data',
      lines: changed.length > 0 ? ['not as signed:', changed.join(', ')] : [`${groups.length} groups as signed`],
      tone: changed.length > 0 || !isSigned ? 'bad' : 'good',
    },
  ]
}

/** The common name of a certificate's subject, or the whole subject if it has none. */
const commonName = (subject: string) => /CN=([^,]+)/.exec(subject)?.[1]?.trim() ?? subject
const day = (utc: string) => utc.slice(0, 10)
