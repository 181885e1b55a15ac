import { createHash } from 'node:crypto'
import { Malformed } from '../asn1/element.ts'
import { type Certificate, isSelfIssued } from './certificate.ts'
import { certificatesIn, readTrustFile } from './read-trust-file.ts'
import type { RevocationList } from './revocation-list.ts'
import type { SignedData } from './signed-data.ts'
import { type Authority, TrustStore } from './trust-store.ts'
import { validatePath } from './validate-path.ts'
import { certificatesOf, verifySignedData } from './verify-signed-data.ts'

export interface NamedFile {
  name: string
  bytes: Uint8Array
}

export interface Refusal {
  file: string
  reason: string
}

/** What files give to trust, and what in them was refused. */
interface CollectedTrust {
  store: TrustStore
  refused: Refusal[]
  /** The master lists whose signature holds, with the time they were signed at where they state it. */
  masterLists: { file: string; signedAt?: number; certificates: number }[]
}

const MASTER_LIST_SIGNING = '2.23.136.1.1.3'

/**
 * Puts together what the operator trusts. A single certificate is trusted because the operator chose it; a master list only
 * when its signature leads to such a certificate. So the roots of master lists lie next to them, or are named as `roots`.
 */
export function collectTrust(files: readonly NamedFile[], roots: readonly Authority[] = []): CollectedTrust {
  const refused: Refusal[] = []
  const chosen: Authority[] = []
  const signers: Certificate[] = []
  const revocationLists: RevocationList[] = []
  const lists: { file: string; message: SignedData }[] = []
  for (const { name, bytes } of files) {
    const file = readTrustFile(bytes)
    refused.push(...file.refused.map((reason) => ({ file: name, reason })))
    for (const certificate of file.certificates)
      if (isAuthority(certificate)) chosen.push({ certificate, origin: name })
      else signers.push(certificate)
    revocationLists.push(...file.revocationLists)
    lists.push(...file.masterLists.map((message) => ({ file: name, message })))
  }

  const pinned = new TrustStore([...roots, ...chosen])
  const listed: Authority[] = []
  const masterLists: CollectedTrust['masterLists'] = []
  for (const { file, message } of lists) {
    const opened = openMasterList(message, pinned)
    if (!opened.ok) {
      refused.push({ file, reason: opened.reason })
      continue
    }
    refused.push(...opened.refused.map((reason) => ({ file, reason })))
    listed.push(...opened.certificates.map((certificate) => ({ certificate, origin: file })))
    masterLists.push({
      file,
      certificates: opened.certificates.length,
      ...(opened.signedAt !== undefined && { signedAt: opened.signedAt }),
    })
  }
  return { store: new TrustStore(once([...chosen, ...listed]), signers, revocationLists), refused, masterLists }
}

type OpenedList =
  | { ok: true; certificates: Certificate[]; refused: string[]; signedAt?: number }
  | { ok: false; reason: string }

/** The certificates of a master list whose signature holds, whose signer may sign lists, and who was certified by a pinned root. */
function openMasterList(message: SignedData, pinned: TrustStore): OpenedList {
  try {
    const [signer] = certificatesOf(message.signer, message.certificates)
    if (!signer) return { ok: false, reason: 'the certificate of its signer is missing' }
    const result = verifySignedData(message, signer)
    if (!result.holds) return { ok: false, reason: 'its signature does not hold' }
    if (!mayVouch(signer, message, result.signingTime, pinned))
      return { ok: false, reason: 'it is not signed by a signer of master lists whose root is named or pinned' }
    return {
      ok: true,
      ...certificatesIn(message),
      ...(result.signingTime !== undefined && { signedAt: result.signingTime }),
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return { ok: false, reason: `it cannot be read: ${error.message}` }
  }
}

function mayVouch(
  signer: Certificate,
  { certificates }: SignedData,
  signedAt: number | undefined,
  pinned: TrustStore,
): boolean {
  if (pinned.authorities.some(({ certificate }) => same(certificate, signer))) return true
  if (!signer.purposes.includes(MASTER_LIST_SIGNING)) return false
  // A list that does not say when it was signed is judged when its signer was certified: older lists stay importable.
  const moment = signedAt ?? signer.validity.notBefore
  return validatePath(signer, certificates, [moment], pinned).kind === 'trusted'
}

/**
 * A certificate of an authority says so; old ones without extensions are known by naming themselves as their issuer. One that
 * names itself and has a key for signatures alone is a signer's, which the operator trusts for itself.
 */
export const isAuthority = (certificate: Certificate): boolean =>
  certificate.isAuthority ?? (isSelfIssued(certificate) && certificate.mayCertify !== false)

const same = (one: Certificate, other: Certificate) => Buffer.compare(one.whole, other.whole) === 0

function once(authorities: readonly Authority[]): Authority[] {
  const found = new Map<string, Authority>()
  for (const authority of authorities) {
    const print = createHash('sha256').update(authority.certificate.whole).digest('hex')
    if (!found.has(print)) found.set(print, authority)
  }
  return [...found.values()]
}
