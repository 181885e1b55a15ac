import { createHash } from 'node:crypto'
import { readElement } from '../../formats/asn1/element.ts'
import { type Certificate, nameText, readCertificate } from '../../formats/x509/certificate.ts'
import { collectTrust } from '../../formats/x509/collect-trust.ts'
import {
  type Authority,
  isSignedBy,
  type RevocationList,
  revocationListOf,
  TrustStore,
} from '../../formats/x509/trust-store.ts'
import type { TrustedItem } from '../ports/trusted-items.ts'

export interface TrustFileContents {
  items: Omit<TrustedItem, 'importedAt'>[]
  refused: { file: string; reason: string }[]
  masterLists: { file: string; signedAt?: number; certificates: number }[]
}

/**
 * Opens files that an operator wants to trust. A master list needs a root among them, or among those already trusted.
 */
export type OpenTrustFiles = (
  files: readonly { name: string; bytes: Uint8Array }[],
  trusted: readonly TrustedItem[],
) => TrustFileContents

/**
 * Opens files for the store: certificates of authorities and signers, and revocation lists that an authority signed.
 */
export const openTrustFiles: OpenTrustFiles = (files, trusted) => {
  const known = authoritiesOf(trusted)
  const { store, refused, masterLists } = collectTrust(files, known)
  const signedAt = new Map(masterLists.map((list) => [list.file, list.signedAt]))
  const authorities = store.authorities.map(({ certificate, origin }) => {
    const listed = signedAt.get(origin)
    return {
      ...certificateItem('authority', certificate, origin),
      ...(listed !== undefined && { listedAt: new Date(listed) }),
    }
  })
  const all = new TrustStore([...known, ...store.authorities])
  const isVouched = (list: RevocationList) =>
    all.candidatesFor(list).some(({ certificate }) => isSignedBy(list, certificate))
  const lists = store.revocationLists.filter(isVouched)
  const origin = files.map(({ name }) => name).join(', ')
  const unvouched = store.revocationLists
    .filter((list) => !lists.includes(list))
    .map((list) => ({
      file: origin,
      reason: `no trusted authority signed the revocation list of ${nameText(list.issuer)}`,
    }))
  return {
    items: [
      ...authorities,
      ...store.signers.map((certificate) => certificateItem('signer', certificate, origin)),
      ...lists.map((list) => listItem(list, origin)),
    ],
    refused: [...refused, ...unvouched],
    masterLists,
  }
}

function certificateItem(kind: 'authority' | 'signer', certificate: Certificate, origin: string) {
  const { whole, subject, issuer, serial, subjectKey, validity } = certificate
  return {
    ...itemOf(kind, whole, origin),
    country: subject.country ?? issuer.country ?? '',
    name: nameText(subject),
    serial,
    endsAt: new Date(validity.notAfter),
    ...(subjectKey && { subjectKey }),
  }
}

const listItem = ({ whole, issuer, issued, next }: RevocationList, origin: string) => ({
  ...itemOf('revocation-list', whole, origin),
  country: issuer.country ?? '',
  name: nameText(issuer),
  serial: '',
  endsAt: new Date(next ?? issued),
})

const itemOf = <Kind extends TrustedItem['kind']>(kind: Kind, whole: Uint8Array, origin: string) => ({
  purpose: 'chip' as const,
  sha256: createHash('sha256').update(whole).digest('hex'),
  kind,
  origin,
  bytes: whole,
})

const authoritiesOf = (items: readonly TrustedItem[]): Authority[] =>
  items
    .filter(({ kind }) => kind === 'authority')
    .map(({ bytes, origin }) => ({ certificate: readCertificate(bytes), origin }))

/** The stored items as a trust store, ready to verify with. */
export function storedTrust(items: readonly TrustedItem[]): TrustStore {
  const bytesOf = (wanted: TrustedItem['kind']) => items.flatMap(({ kind, bytes }) => (kind === wanted ? [bytes] : []))
  return new TrustStore(
    authoritiesOf(items),
    bytesOf('signer').map(readCertificate),
    bytesOf('revocation-list').map((bytes) => revocationListOf(readElement(bytes))),
  )
}
