import type { TrustedItem } from '../../../actions/ports/trusted-items.ts'
import { readElement } from '../../../asn1/element.ts'
import { readCertificate } from '../../../certificates/certificate.ts'
import { revocationListOf } from '../../../certificates/revocation-list.ts'
import { openTrustFiles } from '../../../certificates/stored-trust.ts'
import { TrustStore } from '../../../certificates/trust-store.ts'
import { Unusable } from '../../../jose/signature.ts'
import type { OpenTrustFiles } from '../../chip/chips.ts'
import { openTrustList } from './trust-lists.ts'

interface NamedFile {
  name: string
  bytes: Uint8Array
}

/**
 * Opens files that wallets are to be trusted by: certificates and revocation lists as for chips, and lists of issuers whose
 * signature leads to one of the roots. A root vouches for lists alone: it is not trusted as an issuer itself.
 */
export const openWalletTrustFiles =
  (roots: readonly NamedFile[], now: number): OpenTrustFiles =>
  (files, trusted) => {
    const refused: { file: string; reason: string }[] = []
    const issuedAt = new Map<string, number>()
    const sizes = new Map<string, number>()
    const opened = files.flatMap(({ name, bytes }) => {
      try {
        const list = openTrustList(bytes, roots, now)
        if (!list) return [{ name, bytes }]
        sizes.set(name, list.certificates.length)
        if (list.issuedAt !== undefined) issuedAt.set(name, list.issuedAt)
        return [{ name, bytes: pemOf(list.certificates) }]
      } catch (error) {
        if (!(error instanceof Unusable)) throw error
        refused.push({ file: name, reason: error.message })
        return []
      }
    })
    const found = openTrustFiles(opened, trusted)
    return {
      items: found.items.map((item) => {
        const listed = issuedAt.get(item.origin)
        return { ...item, purpose: 'wallet' as const, ...(listed !== undefined && { listedAt: new Date(listed) }) }
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

/** What is stored for wallets, ready to verify with. */
export function walletTrust(items: readonly TrustedItem[]): TrustStore {
  const ofKind = (wanted: TrustedItem['kind']) => items.filter(({ kind }) => kind === wanted)
  return new TrustStore(
    ofKind('authority').map(({ bytes, origin }) => ({ certificate: readCertificate(bytes), origin })),
    ofKind('signer').map(({ bytes }) => readCertificate(bytes)),
    ofKind('revocation-list').map(({ bytes }) => revocationListOf(readElement(bytes))),
  )
}
