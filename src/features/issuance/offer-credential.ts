import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { statedClaims } from '../../kernel/evidence/stated-claims.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Reader } from '../../kernel/results/read-results.ts'
import type { CredentialIssuer } from './credential-issuer.ts'
import { OFFER_MINUTES } from './issued-credentials.ts'

interface CredentialOffer {
  /** Opens a wallet, also when scanned as a QR code. */
  link: string
  expiresAt: Date
}

export type OfferRefusal = 'NOT_FOUND' | 'ISSUANCE_OFF' | 'NOT_APPROVED' | 'REVOKED'

/**
 * Offers the person of an approved session the tenant's own credential, for one wallet, within ten minutes. The offer
 * replaces an open one. Anyone who has the link can take it, so it is only shown to the person.
 */
export async function offerCredential(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'issuedCredentials' | 'clock'> & { issuer: CredentialIssuer },
  { tenant: tenantId, mode, actor }: Reader,
  sessionId: string,
  { onPage = false } = {},
): Promise<Result<CredentialOffer, OfferRefusal>> {
  const [session, tenant] = await Promise.all([ports.sessions.load(tenantId, sessionId), ports.tenants.load(tenantId)])
  if (!tenant || session?.mode !== mode) return refuse('NOT_FOUND')
  const { issuance } = tenant.settings
  if (!issuance || (onPage && !issuance.onPage)) return refuse('ISSUANCE_OFF')
  const at = ports.clock()
  if (!statedClaims(session, at)) return refuse('NOT_APPROVED')
  const code = randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + OFFER_MINUTES * 60_000)
  const isOffered = await ports.issuedCredentials.offer(
    { tenant: tenantId, mode, sessionId, codeSha256: sha256(code), expiresAt },
    { at, tenant: tenantId, actor, action: 'issued.offer', sessionId },
  )
  if (!isOffered) return refuse('REVOKED')
  return accept({ link: ports.issuer.linkOf({ tenant: tenantId, mode }, code), expiresAt })
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
