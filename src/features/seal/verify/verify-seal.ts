import { createHash, type KeyObject, verify } from 'node:crypto'
import { Malformed } from '../../../formats/asn1/element.ts'
import { sameBytes } from '../../../formats/asn1/values.ts'
import { countryByAlpha2, countryOf } from '../../../formats/text/countries.ts'
import { type Certificate, nameText, readCertificate } from '../../../formats/x509/certificate.ts'
import { readPublicKey } from '../../../formats/x509/public-key.ts'
import { shownAuthority, signsLists, summaryOf, type TrustStore } from '../../../formats/x509/trust-store.ts'
import { isRevoked, validatePath } from '../../../formats/x509/validate-path.ts'
import { EncryptedSeal, type ParsedSeal, type SealSignature, UnreadableSeal } from '../formats/parsed-seal.ts'
import { readSeal } from '../formats/read-seal.ts'
import type { CertificateSummary, SealJudgement, SealReasonCode } from '../seal-reading.ts'
import type { SealTrust, TrustedKey } from './seal-trust.ts'

export interface VerifiedSeal extends SealJudgement {
  /** Absent if it cannot be read. */
  seal?: ParsedSeal
}

type Reason = SealJudgement['reasons'][number]
const because = (code: SealReasonCode, text: string): Reason => ({ code, text })

const DAY = 24 * 60 * 60 * 1000

/** Reads a seal and judges its signature, its signer and its validity. `now` is in milliseconds since 1970. */
export function verifySeal(bytes: Uint8Array, trust: SealTrust, now: number): VerifiedSeal {
  try {
    const seal = readSeal(bytes, trust.secrets)
    return { ...judge(seal, trust, now), seal }
  } catch (error) {
    if (!(error instanceof UnreadableSeal)) throw error
    const code = error instanceof EncryptedSeal ? 'SEAL_ENCRYPTED' : 'SEAL_UNREADABLE'
    const reasons = [because(code, `the seal cannot be read: ${error.message}`)]
    return { verdict: 'UNREADABLE', signature: 'NOT_CHECKED', reasons }
  }
}

function judge(seal: ParsedSeal, trust: SealTrust, now: number): SealJudgement {
  const { signature } = seal
  if (!signature)
    return {
      verdict: 'UNKNOWN_ISSUER',
      signature: 'ABSENT',
      reasons: [because('NOT_SIGNED', 'the seal is not signed')],
    }
  const candidates = findSigners(seal, trust)
  const signer = candidates.find(({ key }) => signatureHolds(seal.signed, signature, key))
  if (!signer) return withoutSigner(candidates)
  const about = { signature: 'HOLDS' as const, signer: shownSigner(signer), signedWith: keyOf(signer) }
  const holds = because('SIGNATURE_HOLDS', 'the signature holds over everything that the seal says')
  const path = judgeSigner(signer, seal, trust, now)
  const shown = { ...about, ...(path.authority && { authority: path.authority }) }
  if (path.verdict !== 'TRUSTED') return { verdict: path.verdict, reasons: [...path.reasons, holds], ...shown }
  const outside = outsideValidity(seal, now)
  if (outside) return { verdict: 'EXPIRED', reasons: [outside, holds, ...path.reasons], ...shown }
  return { verdict: 'TRUSTED', reasons: [holds, ...path.reasons], ...shown }
}

function withoutSigner(candidates: readonly Signer[]): SealJudgement {
  const named = candidates.find(({ isNamed }) => isNamed)
  if (named)
    return {
      verdict: 'ALTERED',
      signature: 'WRONG',
      reasons: [because('SIGNATURE_WRONG', 'the signature does not hold: something in the seal was changed')],
      signer: shownSigner(named),
      signedWith: keyOf(named),
    }
  const text = 'the certificate or key of the signer is neither in the seal nor imported'
  return { verdict: 'UNKNOWN_ISSUER', signature: 'NOT_CHECKED', reasons: [because('SIGNER_NOT_FOUND', text)] }
}

/** Does the signature hold, with an algorithm that fits the key? */
export function signatureHolds(signed: Uint8Array, { scheme, hash, bytes }: SealSignature, key: KeyObject): boolean {
  const type = key.asymmetricKeyType
  if (scheme === 'rsa') return type === 'rsa' && verify(hash ?? 'sha256', signed, key, bytes)
  if (scheme === 'eddsa') return (type === 'ed25519' || type === 'ed448') && verify(null, signed, key, bytes)
  if (type !== 'ec') return false
  return verify(hash ?? hashOfCurve(key), signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** The hash has the length of the curve (ICAO 9303-13). */
function hashOfCurve({ asymmetricKeyDetails }: KeyObject): string {
  const bits = Number(/\d{3}/.exec(asymmetricKeyDetails?.namedCurve ?? '')?.[0])
  if (bits <= 224) return 'sha224'
  if (bits <= 256) return 'sha256'
  return bits <= 384 ? 'sha384' : 'sha512'
}

interface JudgedSigner {
  verdict: 'TRUSTED' | 'UNKNOWN_ISSUER' | 'ALTERED' | 'EXPIRED'
  reasons: Reason[]
  authority?: CertificateSummary & { origin: string }
}

/** A key or signer is trusted if the operator imported it or a trusted authority certified it. */
function judgeSigner({ certificate, trusted }: Signer, seal: ParsedSeal, trust: SealTrust, now: number): JudgedSigner {
  if (!certificate)
    return { verdict: 'TRUSTED', reasons: [because('ISSUER_TRUSTED', `the key ${trusted.name} is trusted`)] }
  const unfit = unfitness(certificate, seal)
  if (unfit) return { verdict: 'UNKNOWN_ISSUER', reasons: [unfit] }
  const path = validatePath(certificate, [], [momentOf(seal, certificate, now)], trust.store)
  const authority = path.authority && shownAuthority(path.authority)
  const shown = authority ? { authority } : {}
  if (path.kind === 'trusted') {
    const text = `${nameText(path.authority.certificate.subject)} certified the signer`
    return { verdict: 'TRUSTED', reasons: [because('ISSUER_TRUSTED', text)], ...shown }
  }
  if (path.kind === 'altered') return { verdict: 'ALTERED', reasons: path.faults }
  const isPinned = trust.store.signers.some(({ whole }) => sameBytes(whole, certificate.whole))
  const faults = path.faults.filter(({ code }) => !(isPinned && code === 'AUTHORITY_UNKNOWN'))
  if (isRevoked(trust.store, certificate) && !faults.some(({ code }) => code === 'SIGNER_REVOKED'))
    faults.push({ code: 'SIGNER_REVOKED', text: 'the certificate of the signer was revoked by its authority' })
  if (faults.length === 0) {
    const text = `the signer ${nameText(certificate.subject)} was imported as trusted`
    return { verdict: 'TRUSTED', reasons: [because('ISSUER_TRUSTED', text)] }
  }
  const isOver = faults.every(({ code }) => code.endsWith('OUTSIDE_VALIDITY'))
  return { verdict: isOver ? 'EXPIRED' : 'UNKNOWN_ISSUER', reasons: faults, ...shown }
}

function unfitness(certificate: Certificate, { country }: ParsedSeal): Reason | undefined {
  const { subject, issuer } = certificate
  if (signsLists(certificate))
    return because('SIGNER_FOR_ANOTHER_PURPOSE', 'the signer was certified for signing lists, not documents')
  const signing = subject.country ?? issuer.country
  if (country && signing && alpha2Of(country) !== signing)
    return because('COUNTRY_DIFFERS', `the seal says it is from ${country}, but its signer is from ${signing}`)
  return undefined
}

/**
 * The time of signing. A day counts if the signer was valid at any moment of it; a seal without a date is judged now.
 */
function momentOf({ signedOn }: ParsedSeal, { validity }: Certificate, now: number): number {
  if (signedOn === undefined) return now
  const start = Date.parse(signedOn)
  return signedOn.length > 10 ? start : Math.min(Math.max(start, validity.notBefore), start + DAY - 1)
}

function outsideValidity({ signedOn, validFrom, validUntil }: ParsedSeal, now: number): Reason | undefined {
  const last = validUntil === undefined ? undefined : Date.parse(validUntil) + (validUntil.length > 10 ? 0 : DAY)
  if (last !== undefined && now >= last) return because('VALIDITY_OVER', `the seal was valid until ${validUntil}`)
  // A day begins up to fourteen hours before UTC, in the easternmost time zone.
  const early = [validFrom, signedOn].find((moment) => moment !== undefined && Date.parse(moment) - DAY > now)
  return early === undefined ? undefined : because('NOT_YET_VALID', `the seal is valid from ${early}`)
}

const shownSigner = ({ certificate, trusted }: Signer): CertificateSummary =>
  certificate ? summaryOf(certificate) : { subject: trusted.name }

/** The certificate, or else the public key: DER, Base64. */
const keyOf = ({ certificate, key }: Signer): string =>
  Buffer.from(certificate?.whole ?? key.export({ type: 'spki', format: 'der' })).toString('base64')

/** A possible signer of a seal. */
type Signer = { key: KeyObject; isNamed: boolean } & (
  | { certificate: Certificate; trusted?: undefined }
  | { trusted: TrustedKey; certificate?: undefined }
)

/**
 * The possible signers of a seal: the certificate in it, and those that the operator has. `isNamed` if the seal names
 * exactly this one: if the signature then does not hold, it is wrong, and not just from an unknown signer.
 */
function findSigners(seal: ParsedSeal, trust: SealTrust): Signer[] {
  const { certificate: bytes } = seal.signer
  const inside = bytes ? certificateSigner(() => readCertificate(bytes), true) : []
  return [...inside, ...ofStore(seal, trust.store), ...ofKeys(seal, trust.keys)]
}

/** No signer if the certificate or its key cannot be read. */
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

/** Does the seal name this certificate? False if it may be this one; undefined if it is another. */
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

const sha1 = ({ whole }: Certificate) => createHash('sha1').update(whole).digest('hex').toUpperCase()

/**
 * Keys without a certificate sign the QR codes of UIDAI and of MOSIP. Those of MOSIP must have the same identifier if
 * both have one.
 */
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

/** A key identifier is bytes in COSE and a text in JOSE: plain text, or base64url. */
const isSameId = (bytes: Uint8Array, text: string | undefined) =>
  text !== undefined && (sameBytes(bytes, Buffer.from(text)) || sameBytes(bytes, Buffer.from(text, 'base64url')))

/** The ISO 3166 alpha-2 code of the issuer of a seal, which is what certificates have. An unknown code is shortened. */
function alpha2Of(code: string): string {
  const country = code.length === 2 ? countryByAlpha2(code) : countryOf(code)
  return country?.alpha2 ?? code.slice(0, 2)
}
