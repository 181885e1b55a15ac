import { createHash } from 'node:crypto'
import type { TrustedItem } from '../../../actions/ports/trusted-items.ts'
import { readCertificate } from '../../../certificates/certificate.ts'
import { isAuthority, type NamedFile } from '../../../certificates/collect-trust.ts'
import { type OpenTrustFiles, openTrustFiles, storedTrust } from '../../../certificates/open-trust-files.ts'
import type { TrustStore } from '../../../certificates/trust-store.ts'
import { CREDENTIAL_USES, type CredentialUse } from '../../../domain/proofs/credential-verdict.ts'
import { Unusable } from '../../../jose/jws.ts'
import { openTrustList } from './trust-lists.ts'

/**
 * Opens files that wallets are to be trusted by: certificates and revocation lists as for chips, and lists of issuers whose
 * signature leads to one of the roots. A root vouches for lists alone: it is not trusted as an issuer itself. What an issuer
 * is trusted for is what the list says, and of a certificate that the operator named, what the operator says.
 */
export const openWalletTrustFiles =
  (roots: readonly NamedFile[], now: number, named: readonly CredentialUse[] = CREDENTIAL_USES): OpenTrustFiles =>
  (files, trusted) => {
    const refused: { file: string; reason: string }[] = []
    const issuedAt = new Map<string, number>()
    const sizes = new Map<string, number>()
    const listed = new Map<string, Set<CredentialUse>>()
    const opened = files.flatMap(({ name, bytes }) => {
      try {
        const list = openTrustList(bytes, roots, now)
        if (!list) return [{ name, bytes }]
        sizes.set(name, list.entries.length)
        if (list.issuedAt !== undefined) issuedAt.set(name, list.issuedAt)
        for (const { certificate, use } of list.entries) {
          const sha256 = createHash('sha256').update(certificate).digest('hex')
          listed.set(sha256, (listed.get(sha256) ?? new Set()).add(use))
        }
        return [{ name, bytes: pemOf(list.entries.map(({ certificate }) => certificate)) }]
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        refused.push({ file: name, reason: error.message })
        return []
      }
    })
    const found = openTrustFiles(opened, trusted)
    return {
      items: found.items.map((item) => {
        const at = issuedAt.get(item.origin)
        return {
          ...item,
          purpose: 'wallet' as const,
          ...(item.kind !== 'revocation-list' && { uses: [...(listed.get(item.sha256) ?? named)] }),
          ...(at !== undefined && { listedAt: new Date(at) }),
        }
      }),
      refused: [...refused, ...found.refused],
      masterLists: [
        ...found.masterLists,
        ...[...sizes].map(([file, certificates]) => {
          const signedAt = issuedAt.get(file)
          return { file, certificates, ...(signedAt !== undefined && { signedAt }) }
        }),
      ],
    }
  }

const pemOf = (certificates: readonly Uint8Array[]) =>
  Buffer.from(
    certificates
      .map(
        (bytes) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----\n`,
      )
      .join(''),
  )

/** What is stored for wallets, ready to verify with. Earlier versions filed signers that name themselves as authorities. */
export const walletTrust = (items: readonly TrustedItem[]): TrustStore =>
  storedTrust(
    items.map((item) =>
      item.kind === 'authority' && !isAuthority(readCertificate(item.bytes)) ? { ...item, kind: 'signer' } : item,
    ),
  )

/** What the stored certificates are trusted for, where that is on record. */
export const usesOfItems = (items: readonly TrustedItem[]): Map<string, CredentialUse[]> =>
  new Map(items.flatMap(({ sha256, uses }) => (uses ? [[sha256, uses] as const] : [])))
