import { createHash } from 'node:crypto'
import { sameBytes } from '../asn1/values.ts'
import { type Hash, hashOf, hashOfLength } from './algorithms.ts'
import { type Certificate, keyIdentifierOf } from './certificate.ts'
import { readPublicKey } from './public-key.ts'
import type { SignedData, SignerInfo } from './signed-data.ts'
import { UnknownAlgorithm, verifySignature } from './verify-signature.ts'

/** What is wrong with a signed message, or by whom and with which hash it was signed. */
export type SignedBy =
  | { holds: true; hash: Hash; signingTime?: number }
  | { holds: false; wrong: 'CONTENT_TYPE_WRONG' | 'DIGEST_WRONG' | 'SIGNATURE_WRONG' }

/**
 * The certificates that a signer's identifier may mean: by issuer and serial number, by serial number, or by key. The
 * identifier is not signed; the signature decides.
 */
export function certificatesOf({ signer }: SignerInfo, certificates: readonly Certificate[]): Certificate[] {
  if ('subjectKey' in signer)
    return certificates.filter((each) => keyIdentifierOf(each) === signer.subjectKey).slice(0, MOST_TRIED)
  const bySerial = certificates.filter(({ serial }) => serial === signer.serial)
  const exact = bySerial.filter(({ issuer }) => issuer.key === signer.issuer.key)
  // States have written the issuer's name differently in the two places.
  return (exact.length > 0 ? exact : bySerial).slice(0, MOST_TRIED)
}

/** Each costs a signature; a signer has one certificate, and rarely a second one for the same key. */
const MOST_TRIED = 4

/** Does the signature of this signer over this content hold (RFC 5652, 5.4 and 5.6)? */
export function verifySignedData(message: SignedData, certificate: Certificate): SignedBy {
  const { signer: info } = message
  const digest = hashOf(info.digest)
  if (!digest) throw new UnknownAlgorithm(`digest algorithm ${info.digest.oid}`)
  const { attributes } = info
  if (attributes) {
    const { contentType, messageDigest } = attributes
    if (contentType !== undefined && contentType !== message.contentType)
      return { holds: false, wrong: 'CONTENT_TYPE_WRONG' }
    if (!messageDigest || !isDigest(messageDigest, message.content, digest))
      return { holds: false, wrong: 'DIGEST_WRONG' }
  }
  const key = readPublicKey(certificate.publicKey)
  const signed = attributes?.signed ?? message.content
  const hash = verifySignature(key, info.algorithm, signed, info.signature, digest)
  if (!hash) return { holds: false, wrong: 'SIGNATURE_WRONG' }
  const signingTime = attributes?.signingTime
  return { holds: true, hash, ...(signingTime !== undefined && { signingTime }) }
}

/** Is this the digest of a content? States have stated another hash than they used, which its length tells. */
export function isDigest(digest: Uint8Array, content: Uint8Array, stated: Hash): boolean {
  const hash = hashOfLength(stated, digest.length)
  return hash !== undefined && sameBytes(digest, createHash(hash).update(content).digest())
}
