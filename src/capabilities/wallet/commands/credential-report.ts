import type { Refusal } from '../../../certificates/collect-trust.ts'
import { refusedFiles } from '../../../cli/support/trust-folder.ts'
import type { CredentialResult } from '../../../domain/proofs/credential-reading.ts'

type Report = ReturnType<typeof credentialReport>

/** What is printed of a result: everything but the bytes of the portrait. */
export function credentialReport({ portrait, ...result }: CredentialResult, refused: readonly Refusal[]) {
  return {
    ...result,
    reasons: [...result.reasons, ...refusedFiles(refused)],
    ...(portrait && { portrait: { bytes: portrait.length } }),
  }
}

/** Trusted, valid, and where a request was given: answered by its holder. */
export const isGoodCredential = ({ verdict, validity, holderBinding }: CredentialResult): boolean =>
  verdict === 'TRUSTED' && validity === 'VALID' && holderBinding !== 'FALSE'

export function formatCredentialReport({ verdict, reasons, format, type, claims, issuer, authority, ...rest }: Report) {
  const lines = [verdict, ...reasons.map(({ code, text }) => `  ${code.padEnd(26)} ${text}`)]
  lines.push(`credential      ${type ?? 'unknown'} (${format})`)
  if (issuer) lines.push(`issuer          ${issuer.subject} (${issuer.notBefore} to ${issuer.notAfter})`)
  if (authority) lines.push(`authority       ${authority.subject} (${authority.origin})`)
  lines.push(`validity        ${rest.validity}`, `holder binding  ${rest.holderBinding}`)
  for (const [name, value] of Object.entries(claims)) lines.push(`  ${name.padEnd(20)} ${value}`)
  if (rest.portrait) lines.push(`portrait        ${rest.portrait.bytes} bytes`)
  return lines.join('\n')
}
