import type { Ports } from '../../actions/ports/ports.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Session } from '../../domain/session.ts'
import { refusePerson } from '../../domain/session.ts'
import { type CredentialRefusal, STRANGERS } from '../../domain/vocabulary.ts'
import type { KnownIssuer } from '../../jose/jws.ts'
import type { Services } from '../services.ts'
import type { JudgedCredential } from './wallets.ts'

/** The tenant as the issuer of a credential that comes back to it. */
interface OwnIssuer {
  known: KnownIssuer
  issuer: NonNullable<Services['issuer']>
  tenant: Tenant
}

type Needs = Pick<Ports, 'issuedCredentials' | 'clock'> & Pick<Services, 'issuer'>

/** Who issued what this session asks for: its own tenant, in its own mode. */
export async function ownIssuer({ issuer, ...ports }: Needs, session: Session, tenant: Tenant): Promise<OwnIssuer> {
  if (!issuer) throw new Error(`session ${session.id}: its tenant issues nothing`)
  const oldest = await ports.issuedCredentials.oldestKey(session, ports.clock())
  const keys = await issuer.keys(session, tenant.settings.issuerKey?.generation, oldest)
  return { known: { issuer: issuer.namesOf(session).issuer, keys }, issuer, tenant }
}

/**
 * Judges a credential of the tenant's own. It says by its place in the status list whom it was given to; its status is what
 * the tenant itself knows of it. Nothing is kept of one that does not lead to a person who can be recognised.
 */
export async function judgeIssued(
  { sessions, issuedCredentials }: Pick<Ports, 'sessions' | 'issuedCredentials'>,
  session: Session,
  shown: JudgedCredential,
  { issuer, tenant }: OwnIssuer,
  now: Date,
): Promise<Result<{ credential: JudgedCredential; person: NonNullable<Session['person']> }, CredentialRefusal>> {
  const { verdict, holderBinding, validity, type, status, portrait } = shown.result
  if (verdict === 'UNREADABLE') return refuse('CREDENTIAL_UNREADABLE')
  if (verdict === 'ALTERED') return refuse('CREDENTIAL_ALTERED')
  if (verdict !== 'TRUSTED' || type !== issuer.namesOf(session).type) return refuse('CREDENTIAL_NOT_ACCEPTED')
  if (holderBinding !== 'HOLDS') return refuse('CREDENTIAL_NOT_BOUND')
  if (validity === 'NOT_YET_VALID') return refuse('CREDENTIAL_NOT_YET_VALID')
  if (validity !== 'VALID') return refuse('CREDENTIAL_EXPIRED')

  const place = status && issuer.placeOf(session, status)
  const issued = place && (await issuedCredentials.find(session, place))
  if (!issued) return refuse('CREDENTIAL_NOT_ACCEPTED')
  if (issued.revokedAt || issued.sessionId === undefined) return refuse('CREDENTIAL_REVOKED')
  const earlier = await sessions.load(session.tenant, issued.sessionId)
  const refusal = refusePerson(earlier, session.mode, now)
  // Without its portrait there would be nothing to compare a selfie with.
  if (refusal && !(refusal === 'FACE_NOT_KEPT' && portrait)) return refuse('CREDENTIAL_NOT_ACCEPTED')
  const statusReason = { code: 'STATUS_VALID', text: 'the issuer has not revoked it' } as const
  const person = { sessionId: issued.sessionId, strangers: tenant.settings.strangers ?? STRANGERS[0] }
  // Nothing but the portrait was asked for: whatever else a wallet disclosed is not used.
  const result = { ...shown.result, claims: {} }
  return accept({ credential: { ...shown, result, status: 'VALID', statusReason }, person })
}
