import { requireDer } from '../../../asn1/der.ts'
import { Malformed, readElement } from '../../../asn1/element.ts'
import { type Certificate, certificateOf, nameText } from '../../../certificates/certificate.ts'
import { shownAuthority, type TrustStore } from '../../../certificates/trust-store.ts'
import { isRevoked, type PathFault, validatePath } from '../../../certificates/validate-path.ts'
import type { CertificateSummary } from '../../../certificates/verdict.ts'
import type { CredentialReason, CredentialReasonCode } from '../../../domain/proofs/credential-verdict.ts'
import { MOST_CERTIFICATES, Unusable } from '../../../jose/jws.ts'

/** Signers of mobile driving licences have this purpose (ISO/IEC 18013-5, annex B.1.4). */
const MDL_SIGNING = '1.0.18013.5.1.2'

interface FoundIssuer {
  verdict: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER'
  reason: CredentialReason
  authority?: CertificateSummary & { origin: string }
}

/** The certificates that came with a credential, its signer's first. */
export function readChain(bytes: readonly Uint8Array[]): [Certificate, ...Certificate[]] {
  if (bytes.length > MOST_CERTIFICATES) throw new Unusable('too many certificates')
  try {
    const [first, ...rest] = bytes.map((each) => {
      const element = readElement(each)
      if (element.whole.length !== each.length) throw new Malformed('bytes after the end')
      requireDer(element)
      return certificateOf(element)
    })
    if (!first) throw new Unusable('no certificate came with it')
    return [first, ...rest]
  } catch (error) {
    if (error instanceof Malformed) throw new Unusable(`a certificate that cannot be read: ${error.message}`)
    throw error
  }
}

/**
 * Does somebody trusted vouch for the signer of a credential: a trusted authority above it, or the operator who named its
 * own certificate? Judged now and at the time of signing, as ISO/IEC 18013-5 (9.3.1) asks.
 */
export function findCredentialIssuer(
  [signer, ...others]: readonly [Certificate, ...Certificate[]],
  asked: { now: number; signedAt?: number | undefined; trust: TrustStore; isDrivingLicence?: boolean },
): FoundIssuer {
  const { now, signedAt = now, trust, isDrivingLicence } = asked
  const { notBefore, notAfter } = signer.validity
  if ([now, signedAt].some((moment) => moment < notBefore || moment > notAfter))
    return unknown('ISSUER_OUTSIDE_VALIDITY', `the certificate of ${nameText(signer.subject)} was not valid then`)
  if (isDrivingLicence && !signer.purposes.includes(MDL_SIGNING))
    return unknown('ISSUER_FOR_ANOTHER_PURPOSE', `${nameText(signer.subject)} may not sign driving licences`)
  if (trust.signers.some(({ whole }) => Buffer.compare(whole, signer.whole) === 0)) {
    if (isRevoked(trust, signer)) return unknown('ISSUER_REVOKED', `${nameText(signer.subject)} was revoked`)
    return { verdict: 'TRUSTED', reason: trusted(signer) }
  }
  if (signer.isAuthority)
    return unknown('ISSUER_FOR_ANOTHER_PURPOSE', `${nameText(signer.subject)} is an authority, not a signer`)
  const found = validatePath(signer, others, [now, signedAt], trust)
  if (found.kind === 'trusted') {
    return {
      verdict: 'TRUSTED',
      reason: trusted(found.authority.certificate),
      authority: shownAuthority(found.authority),
    }
  }
  const [{ code, text }] = found.faults
  const reason = { code: CODES[code], text }
  return { verdict: found.kind === 'altered' ? 'ALTERED' : 'UNKNOWN_ISSUER', reason }
}

const CODES: Record<PathFault['code'], CredentialReasonCode> = {
  AUTHORITY_UNKNOWN: 'ISSUER_UNKNOWN',
  SIGNER_FOR_ANOTHER_PURPOSE: 'ISSUER_FOR_ANOTHER_PURPOSE',
  SIGNER_CERTIFICATE_WRONG: 'SIGNER_CERTIFICATE_WRONG',
  SIGNER_OUTSIDE_VALIDITY: 'ISSUER_OUTSIDE_VALIDITY',
  AUTHORITY_OUTSIDE_VALIDITY: 'ISSUER_OUTSIDE_VALIDITY',
  SIGNER_REVOKED: 'ISSUER_REVOKED',
  AUTHORITY_REVOKED: 'ISSUER_REVOKED',
}

const unknown = (code: CredentialReasonCode, text: string): FoundIssuer => ({
  verdict: 'UNKNOWN_ISSUER',
  reason: { code, text },
})

const trusted = ({ subject }: Certificate): CredentialReason => ({
  code: 'ISSUER_TRUSTED',
  text: `${nameText(subject)} is trusted`,
})
