import { createHash, type KeyObject } from 'node:crypto'
import type { Certificate } from '../../../certificates/certificate.ts'
import { summaryOf, TrustStore } from '../../../certificates/trust-store.ts'
import { useOfCredential } from '../../../domain/proofs/accepted-credentials.ts'
import type { CredentialFormat, CredentialUse } from '../../../domain/proofs/credential-verdict.ts'
import { keyOfCertificate } from '../../../jose/jws.ts'
import { findCredentialIssuer, readChain } from './find-credential-issuer.ts'
import type { Finding, Judging } from './presentation.ts'

const DRIVING_LICENCE = 'org.iso.18013.5.1.mDL'

type Trust = Pick<Judging, 'trust' | 'usesOf'>

type Asked = Pick<Judging, 'now'> & Trust & { signedAt?: number | undefined; format: CredentialFormat; type: string }

/** The issuer's signature by the certificates that came with a credential, its signer's first, and who vouches for them. */
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
  const { verdict, reason, authority } = findTrustedIssuer(chain, asked)
  if (authority) result.authority = authority
  if (verdict === 'TRUSTED') finding.say(reason.code, reason.text)
  else finding.worsen(verdict, reason.code, reason.text)
}

/** Does somebody vouch for the signer who is trusted for this kind of credential? */
function findTrustedIssuer(
  chain: readonly [Certificate, ...Certificate[]],
  asked: Asked,
): ReturnType<typeof findCredentialIssuer> {
  const { now, signedAt, format, type, trust } = asked
  const at = { now, signedAt, isDrivingLicence: type === DRIVING_LICENCE }
  const found = findCredentialIssuer(chain, { ...at, trust: trustedFor(asked, [useOfCredential(format, type)]) })
  if (found.verdict !== 'UNKNOWN_ISSUER') return found
  if (findCredentialIssuer(chain, { ...at, trust }).verdict !== 'TRUSTED') return found
  const text = 'the issuer is trusted, but not for credentials of this kind'
  return { verdict: 'UNKNOWN_ISSUER', reason: { code: 'ISSUER_FOR_ANOTHER_PURPOSE', text } }
}

/** What is trusted for one of these uses. A certificate that nothing is said of is trusted for all. */
export function trustedFor({ trust, usesOf }: Trust, uses: readonly CredentialUse[]): TrustStore {
  if (!usesOf?.size) return trust
  const isFor = ({ whole }: Certificate) => {
    const stated = usesOf.get(createHash('sha256').update(whole).digest('hex'))
    return !stated || uses.some((use) => stated.includes(use))
  }
  return new TrustStore(
    trust.authorities.filter(({ certificate }) => isFor(certificate)),
    trust.signers.filter(isFor),
    trust.revocationLists,
  )
}
