import { createHash, type KeyObject } from 'node:crypto'
import { requireDer } from '../../../formats/asn1/der.ts'
import { Malformed, readElement } from '../../../formats/asn1/element.ts'
import { keyOfCertificate, MOST_CERTIFICATES, Unusable } from '../../../formats/jws/jws.ts'
import { type Certificate, certificateOf, nameText } from '../../../formats/x509/certificate.ts'
import type { CertificateSummary } from '../../../formats/x509/certificate-summary.ts'
import { shownAuthority, summaryOf, TrustStore } from '../../../formats/x509/trust-store.ts'
import { isRevoked, type PathFault, validatePath } from '../../../formats/x509/validate-path.ts'
import { useOfCredential } from '../domain/accepted-credentials.ts'
import type {
  CredentialFormat,
  CredentialReason,
  CredentialReasonCode,
  CredentialUse,
} from '../domain/credential-verdict.ts'
import type { Finding, Judging } from './presentation.ts'

const DRIVING_LICENCE = 'org.iso.18013.5.1.mDL'

type Trust = Pick<Judging, 'trust' | 'usesOf'>

type Asked = Pick<Judging, 'now' | 'kinds' | 'overdue'> &
  Trust & { signedAt?: number | undefined; format: CredentialFormat; type: string }

/**
 * Judges the issuer's signature with the certificates that came with a credential, the signer's first, and whether the
 * issuer is trusted.
 */
export function judgeSigner(
  certificates: readonly Uint8Array[],
  holdsWith: (key: KeyObject) => boolean | undefined,
  asked: Asked,
  finding: Finding,
): void {
  const { result } = finding
  const chain = readChain(certificates)
  const [signer] = chain
  result.issuer = summaryOf(signer)
  if (signer.subject.country) result.country = signer.subject.country
  if (!finding.judgeSignature(holdsWith(keyOfCertificate(signer.publicKey)))) return
  const { verdict, reason, authority, anchor } = findTrustedIssuer(chain, asked)
  if (authority) result.authority = authority
  if (verdict === 'TRUSTED') {
    finding.say(reason.code, reason.text)
    const late = anchor && asked.overdue?.get(sha256(anchor))
    if (late)
      finding.say(
        'LIST_OUT_OF_DATE',
        `it is trusted by the list ${late.origin}, whose next one was due on ${late.due.toISOString().slice(0, 10)}`,
      )
  } else finding.worsen(verdict, reason.code, reason.text)
}

/** Is the signer certified by an authority that is trusted for this kind of credential? */
function findTrustedIssuer(
  chain: readonly [Certificate, ...Certificate[]],
  asked: Asked,
): ReturnType<typeof findCredentialIssuer> {
  const { now, signedAt, format, type, trust, kinds } = asked
  const at = { now, signedAt, isDrivingLicence: type === DRIVING_LICENCE }
  const found = findCredentialIssuer(chain, { ...at, trust: trustedFor(asked, [useOfCredential(format, type, kinds)]) })
  if (found.verdict !== 'UNKNOWN_ISSUER') return found
  if (findCredentialIssuer(chain, { ...at, trust }).verdict !== 'TRUSTED') return found
  const text = 'the issuer is trusted, but not for credentials of this kind'
  return { verdict: 'UNKNOWN_ISSUER', reason: { code: 'ISSUER_FOR_ANOTHER_PURPOSE', text } }
}

const sha256 = ({ whole }: Pick<Certificate, 'whole'>) => createHash('sha256').update(whole).digest('hex')

/** The certificates that are trusted for one of these uses. A certificate without stated uses is trusted for all. */
export function trustedFor({ trust, usesOf }: Trust, uses: readonly CredentialUse[]): TrustStore {
  if (!usesOf?.size) return trust
  const isFor = ({ whole }: Pick<Certificate, 'whole'>) => {
    const stated = usesOf.get(sha256({ whole }))
    return !stated || uses.some((use) => stated.includes(use))
  }
  return new TrustStore(
    trust.authorities.filter(({ certificate }) => isFor(certificate)),
    trust.signers.filter(isFor),
    trust.revocationLists,
  )
}

/** The extended key usage of signers of mobile driving licences (ISO/IEC 18013-5, annex B.1.4). */
const MDL_SIGNING = '1.0.18013.5.1.2'

interface FoundIssuer {
  verdict: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER'
  reason: CredentialReason
  authority?: CertificateSummary & { origin: string }
  /** The trusted certificate that it is trusted by. */
  anchor?: Certificate
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
 * Is the signer of a credential trusted: certified by a trusted authority, or imported by the operator as a
 * certificate? Judged for now and for the time of signing, as ISO/IEC 18013-5 (9.3.1) requires.
 */
export function findCredentialIssuer(
  [signer, ...others]: readonly [Certificate, ...Certificate[]],
  asked: { now: number; signedAt?: number | undefined; trust: TrustStore; isDrivingLicence?: boolean },
): FoundIssuer {
  const { now, signedAt = now, trust, isDrivingLicence } = asked
  const { notBefore, notAfter } = signer.validity
  if ([now, signedAt].some((moment) => moment < notBefore || moment > notAfter))
    return unknown(
      'ISSUER_OUTSIDE_VALIDITY',
      `the certificate of ${nameText(signer.subject)} was not valid at that time`,
    )
  if (isDrivingLicence && !signer.purposes.includes(MDL_SIGNING))
    return unknown('ISSUER_FOR_ANOTHER_PURPOSE', `${nameText(signer.subject)} may not sign driving licences`)
  if (trust.signers.some(({ whole }) => Buffer.compare(whole, signer.whole) === 0)) {
    if (isRevoked(trust, signer)) return unknown('ISSUER_REVOKED', `${nameText(signer.subject)} was revoked`)
    return { verdict: 'TRUSTED', reason: trusted(signer), anchor: signer }
  }
  if (signer.isAuthority)
    return unknown('ISSUER_FOR_ANOTHER_PURPOSE', `${nameText(signer.subject)} is an authority, not a signer`)
  const found = validatePath(signer, others, [now, signedAt], trust)
  if (found.kind === 'trusted') {
    return {
      verdict: 'TRUSTED',
      reason: trusted(found.authority.certificate),
      authority: shownAuthority(found.authority),
      anchor: found.authority.certificate,
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
