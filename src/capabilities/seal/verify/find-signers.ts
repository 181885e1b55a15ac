import { createHash, type KeyObject } from 'node:crypto'
import { Malformed } from '../../../asn1/element.ts'
import { sameBytes } from '../../../asn1/values.ts'
import { type Certificate, readCertificate } from '../../../certificates/certificate.ts'
import { readPublicKey } from '../../../certificates/public-key.ts'
import type { TrustStore } from '../../../certificates/trust-store.ts'
import { countryByAlpha2, countryOf } from '../../../domain/text/countries.ts'
import type { ParsedSeal } from '../formats/parsed-seal.ts'
import type { SealTrust, TrustedKey } from './seal-trust.ts'

/** Somebody who may have signed a seal. */
export type Signer = { key: KeyObject; isNamed: boolean } & (
  | { certificate: Certificate; trusted?: undefined }
  | { trusted: TrustedKey; certificate?: undefined }
)

/**
 * Who may have signed a seal: the certificate in it, and those that the operator has. `isNamed` where the seal names exactly
 * this one: a signature of another is then wrong, and not only of somebody who is not known.
 */
export function findSigners(seal: ParsedSeal, trust: SealTrust): Signer[] {
  const { certificate: bytes } = seal.signer
  const inside = bytes ? certificateSigner(() => readCertificate(bytes), true) : []
  return [...inside, ...ofStore(seal, trust.store), ...ofKeys(seal, trust.keys)]
}

/** Nobody where the certificate or its key cannot be read. */
function certificateSigner(read: () => Certificate, isNamed: boolean): Signer[] {
  try {
    const certificate = read()
    return [{ certificate, key: readPublicKey(certificate.publicKey).key, isNamed }]
  } catch (error) {
    if (error instanceof Malformed) return []
    throw error
  }
}

function ofStore(seal: ParsedSeal, { signers }: TrustStore): Signer[] {
  return signers.flatMap((certificate) => {
    const named = isNamedBy(seal, certificate)
    return named === undefined ? [] : certificateSigner(() => certificate, named)
  })
}

/** Does the seal name this certificate? False where it only may be the one; undefined where it is another. */
function isNamedBy(seal: ParsedSeal, certificate: Certificate): boolean | undefined {
  const { identifier = '', reference = '' } = seal.signer
  const { subject, issuer, validity } = certificate
  const common = subject.attributes.find(({ type }) => type === 'CN')?.value.toUpperCase() ?? ''
  if (seal.kind === 'VDS') {
    if (reference.length === 40) return sha1(certificate) === reference || undefined
    const isSigner = `${subject.country ?? ''}${common}` === identifier
    return (
      (isSigner && certificate.serial.replace(/^0+/, '') === reference.toLowerCase().replace(/^0+/, '')) || undefined
    )
  }
  if (seal.kind === 'IDB') return (reference !== '' && sha1(certificate).endsWith(reference)) || undefined
  if (seal.kind === '2D_DOC') {
    if (common === `${identifier}${reference}`) return true
    const isOfAuthority = issuer.attributes.some(({ value }) => value.toUpperCase().includes(identifier))
    return common === reference ? isOfAuthority : undefined
  }
  if (seal.kind === 'AADHAAR') {
    const day = Date.parse(seal.signedOn ?? '')
    return subject.country === identifier ? validity.notBefore <= day + DAY && day <= validity.notAfter : undefined
  }
  const country = seal.country && alpha2Of(seal.country)
  return seal.signer.certificate === undefined && country === subject.country ? false : undefined
}

const DAY = 24 * 60 * 60 * 1000

const sha1 = ({ whole }: Certificate) => createHash('sha1').update(whole).digest('hex').toUpperCase()

/** Keys without a certificate sign the QR codes of MOSIP (by their identifier, where both name one) and of UIDAI. */
function ofKeys(seal: ParsedSeal, keys: readonly TrustedKey[]): Signer[] {
  if (seal.kind === 'AADHAAR')
    return keys
      .filter(({ key }) => key.asymmetricKeyType === 'rsa')
      .map((trusted) => ({ trusted, key: trusted.key, isNamed: true }))
  if (seal.kind !== 'CLAIM_169') return []
  const { keyId } = seal.signer
  return keys.flatMap((trusted) => {
    const isNamed = keyId !== undefined && isSameId(keyId, trusted.keyId)
    return isNamed || keyId === undefined || trusted.keyId === undefined ? [{ trusted, key: trusted.key, isNamed }] : []
  })
}

/** A key identifier in COSE is bytes, in JOSE a text: as it is written, or base64url. */
const isSameId = (bytes: Uint8Array, text: string | undefined) =>
  text !== undefined && (sameBytes(bytes, Buffer.from(text)) || sameBytes(bytes, Buffer.from(text, 'base64url')))

/** ISO 3166 alpha-2 of the issuer that a seal names, which certificates have. A code that nobody lists is cut. */
export function alpha2Of(code: string): string {
  const country = code.length === 2 ? countryByAlpha2(code) : countryOf(code)
  return country?.alpha2 ?? code.slice(0, 2)
}
