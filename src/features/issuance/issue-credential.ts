import { randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { statedClaims } from '../../kernel/evidence/stated-claims.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Reader } from '../../kernel/results/read-results.ts'
import { imagesOf, type Session } from '../../kernel/session/session.ts'
import type { IssuedClaim } from '../../kernel/tenants/tenant.ts'
import type { CredentialContent, CredentialIssuer } from './credential-issuer.ts'
import { type IssuerOf, OFFER_MINUTES } from './issued-credentials.ts'
import { sha256 } from './offer-credential.ts'

/** Redeems the code of an offer, once. Undefined if the code is not of this issuer, was used before or has expired. */
export async function redeemCode(
  { issuedCredentials, clock }: Pick<Ports, 'issuedCredentials' | 'clock'>,
  issuer: IssuerOf,
  code: string,
): Promise<{ token: string; seconds: number } | undefined> {
  const now = clock()
  const token = randomBytes(32).toString('base64url')
  const seconds = OFFER_MINUTES * 60
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const taken = await issuedCredentials.redeem(
    issuer,
    { codeSha256: sha256(code), now },
    { tokenSha256: sha256(token), expiresAt },
  )
  return taken ? { token, seconds } : undefined
}

export type IssueRefusal = 'TOKEN_INVALID' | 'PROOF_INVALID' | 'NONCE_INVALID'

/**
 * Issues the credential of a token to the key that the wallet has proved to hold. A token and a nonce can be used once.
 */
export async function issueCredential(
  ports: Pick<Ports, 'sessions' | 'images' | 'tenants' | 'issuedCredentials' | 'clock'> & { issuer: CredentialIssuer },
  issuer: IssuerOf,
  { token, proof }: { token: string; proof: string },
): Promise<Result<string, IssueRefusal>> {
  const now = ports.clock()
  const tokenSha256 = sha256(token)
  const sessionId = await ports.issuedCredentials.sessionOf(issuer, tokenSha256, now)
  const [session, tenant] = await Promise.all([
    sessionId === undefined ? undefined : ports.sessions.load(issuer.tenant, sessionId),
    ports.tenants.load(issuer.tenant),
  ])
  const stated = session && statedClaims(session, now)
  const issuance = tenant?.settings.issuance
  if (!session || !stated || !tenant || !issuance) return refuse('TOKEN_INVALID')
  const proven = await ports.issuer.checkProof(issuer, proof, now)
  if (!proven.ok) return proven

  const claims = await chosenClaims(ports, session, stated, issuance.claims)
  const generation = tenant.settings.issuerKey?.generation ?? 0
  const expiresAt = new Date(now.getTime() + issuance.days * 86_400_000)
  const { nonceSha256, jwk: holder } = proven.value
  const placed = await ports.issuedCredentials.issue(
    issuer,
    { tokenSha256, nonceSha256, key: generation, issuedAt: now, expiresAt },
    ({ list, index }) => ({
      at: now,
      tenant: issuer.tenant,
      actor: 'wallet',
      action: 'issued.issue',
      detail: { list, index, claims: Object.keys(claims).join(' ') },
    }),
  )
  if (!placed.ok) return refuse(placed.refusal === 'NONCE_USED' ? 'NONCE_INVALID' : 'TOKEN_INVALID')
  const content = { tenant, claims, holder, place: placed.value, issuedAt: now, expiresAt }
  const verifiedOn = (session.completedAt ?? now).toISOString().slice(0, 10)
  return accept(await ports.issuer.sign(issuer, generation, { ...content, verifiedOn }))
}

/** The claims of the session that the tenant has chosen; the portrait is the cropped selfie. */
async function chosenClaims(
  { images }: Pick<Ports, 'images'>,
  session: Session,
  stated: CredentialContent['claims'],
  chosen: readonly IssuedClaim[],
): Promise<CredentialContent['claims']> {
  const object = chosen.includes('picture') ? imagesOf(session).face_cropped : undefined
  const bytes = object === undefined ? undefined : await images.get(session.id, object)
  const picture = bytes && `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  const all = { ...stated, ...(picture && { picture }) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => (chosen as readonly string[]).includes(name)))
}

/**
 * Revokes the credential that was issued for a session, and an open offer. The session stays as it is, but gets no
 * other credential: that requires a new session, which is decided again.
 */
export async function revokeIssued(
  { sessions, issuedCredentials, clock }: Pick<Ports, 'sessions' | 'issuedCredentials' | 'clock'>,
  { tenant, mode, actor }: Reader,
  sessionId: string,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  if ((await sessions.peek(tenant, sessionId))?.mode !== mode) return refuse('NOT_FOUND')
  const at = clock()
  const entry = { at, tenant, actor, action: 'issued.revoke', sessionId } as const
  const revoked = await issuedCredentials.revoke({ tenant, mode }, sessionId, at, entry)
  return revoked ? accept(undefined) : refuse('NOT_FOUND')
}
