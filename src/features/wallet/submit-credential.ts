import type { DocumentType } from '../../formats/document-words.ts'
import type { KnownIssuer } from '../../formats/jws/jws.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { type IntakeOptions, intake, readSignedPortrait, type Source } from '../../kernel/evidence/intake.ts'
import type { Services } from '../../kernel/feature-types.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Tenant } from '../../kernel/ports/tenants.ts'
import { answersOtherRequest } from '../../kernel/review/new-picture.ts'
import { takesWallet } from '../../kernel/session/allowed.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, isClosed } from '../../kernel/session/change-session.ts'
import { refusePerson, type Session } from '../../kernel/session/session.ts'
import { type CredentialRefusal, STRANGERS } from '../../kernel/vocabulary.ts'
import type { StoredPortrait } from '../../vision/engine.ts'
import { CREDENTIAL_FILES } from './contract/credential-images.ts'
import { type CredentialReading, kindOfCredential } from './domain/credential-reading.ts'
import { NEEDED_CLAIMS } from './domain/dcql.ts'
import { type BrowserProtocol, isRequestOpen, type WalletRequest } from './domain/wallet-request.ts'
import { hashOf } from './draw-wallet-request.ts'
import type { JudgedCredential, Wallets } from './wallets.ts'

/** A credential that counts and, if it is the tenant's own, the person it was issued to. */
interface Judged {
  credential: JudgedCredential
  person?: Session['person']
}

interface AcceptedCredential {
  country?: string
  type?: DocumentType
}

type Refusal = CredentialRefusal | ClosedRefusal
type Needs = Pick<Ports, 'sessions' | 'images' | 'engine' | 'tenants' | 'issuedCredentials' | 'clock'> &
  Pick<Services, 'issuer'> & { wallets: Wallets }

/**
 * An answer. A wallet on another device sends the id of its request; the page sends the answer that its browser got, or
 * the response code.
 */
interface SentAnswer {
  requestId?: string
  response?: string | undefined
  protocol?: BrowserProtocol | undefined
  responseCode?: string | undefined
}

/**
 * Verifies the answer of a wallet and keeps it in place of an earlier one. This uses the request up, whatever the
 * result. A credential is not kept if it cannot be read, answers another request, has expired or is of a kind that was
 * not requested. One that was altered is kept, so that a client cannot undo it by leaving it out afterwards.
 */
export async function submitCredential(
  ports: Needs,
  enrolment: Enrolment,
  sent: SentAnswer,
  options: IntakeOptions,
): Promise<Result<AcceptedCredential, Refusal>> {
  const tenant = await ports.tenants.load(enrolment.tenant)
  const spent = await spendRequest(ports, enrolment, (request, session) => {
    const now = ports.clock()
    if (answersOtherRequest(session, 'credential', now)) return refuse('SESSION_ALREADY_COMPLETED')
    const isMeant = sent.requestId === undefined || request.id === sent.requestId
    const isTaken = request.issued !== undefined || (tenant !== undefined && takesWallet(session, tenant.settings))
    if (!isMeant || !isTaken || !isRequestOpen(request, now)) return refuse('WALLET_REQUEST_OVER')
    const response = responseIn(request, sent)
    return response === undefined ? refuse('CREDENTIAL_NOT_BOUND') : accept({ request, response })
  })
  if (!spent.ok) return spent
  const { request, response } = spent.value
  const answer = { response, protocol: sent.protocol ?? 'openid4vp-v1-signed' }
  const taken = await intake(ports, enrolment, credentialSource(ports, request, answer), options)
  if (!taken.ok) {
    const { refusal } = taken
    return isClosed(refusal) ? refuse(refusal) : refused(ports, enrolment, request, refusal)
  }
  if (taken.session.credential?.verdict === 'ALTERED') return refused(ports, enrolment, request, 'CREDENTIAL_ALTERED')
  return accept(taken.value)
}

interface ReadCredential extends Judged {
  reading: CredentialReading
  portrait: StoredPortrait | undefined
}

const credentialSource = (
  ports: Needs,
  request: WalletRequest,
  answer: { response: string; protocol: BrowserProtocol },
): Source<ReadCredential, AcceptedCredential, CredentialRefusal> => ({
  name: 'credential',
  part: () => 'CREDENTIAL',
  async read({ session, tenant, asked }) {
    const now = ports.clock()
    const own = request.issued === undefined ? undefined : await ownIssuer(ports, session, tenant)
    const opened = await ports.wallets.judge(request, answer, now, own?.known)
    if (!opened.ok) return opened
    const judged = own ? await judgeIssued(ports, session, opened.value, own, now) : judgeShown(opened.value, request)
    if (!judged.ok) return judged
    const { credential } = judged.value
    const portrait = await readSignedPortrait(ports, credential.result.portrait, asked)
    return accept({ ...judged.value, portrait, reading: readingOf(credential, portrait, request, now) })
  },
  keep: ({ portrait, credential }) => ({
    ...(portrait && { credential_face: portrait.image }),
    [CREDENTIAL_FILES]: Buffer.from(JSON.stringify(credential.presentation)),
  }),
  add(session, { reading, person }) {
    const next = { ...session, credential: reading, ...(person && { person }) }
    return { ok: true, value: kindOfCredential(reading), session: next }
  },
})

/** The person declined in the wallet, or the wallet has no credential that fits. */
export async function declineCredential(ports: Needs, enrolment: Enrolment, requestId: string): Promise<void> {
  const spent = await spendRequest(ports, enrolment, (request) =>
    request.id === requestId ? accept(request) : refuse('WALLET_REQUEST_OVER'),
  )
  if (spent.ok) await refused(ports, enrolment, spent.value, 'WALLET_DECLINED')
}

/**
 * Marks a request as used before its answer is processed, to avoid a race condition: of two simultaneous answers only
 * one counts.
 */
async function spendRequest<Value>(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  use: (request: WalletRequest, session: Session) => Result<Value, CredentialRefusal>,
): Promise<Result<Value, Refusal>> {
  const changed = await changeOpen<Value, CredentialRefusal>(ports, enrolment, (session) => {
    const { walletRequest, ...rest } = session
    const used = walletRequest ? use(walletRequest, session) : refuse('WALLET_REQUEST_OVER' as const)
    return used.ok ? { ...used, session: rest } : used
  })
  return changed.ok ? accept(changed.value) : changed
}

/** Refuses an answer and, if the page waits for a wallet on another device, records the refusal for the page. */
async function refused(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  enrolment: Enrolment,
  { transport }: WalletRequest,
  refusal: CredentialRefusal,
): Promise<Result<never, Refusal>> {
  if (transport !== 'browser') {
    const noted = await changeOpen<true, never>(ports, enrolment, (session) => ({
      ok: true,
      value: true,
      session: { ...session, walletRefusal: refusal },
    }))
    if (!noted.ok) return noted
  }
  return refuse(refusal)
}

/** The answer that counts. With redirect it is the one that was kept, and only in exchange for its code. */
function responseIn({ transport, answer }: WalletRequest, { response, responseCode }: SentAnswer): string | undefined {
  if (transport !== 'redirect') return response
  return responseCode !== undefined && answer?.codeSha256 === hashOf(responseCode) ? answer.response : undefined
}

const judgeShown = (credential: JudgedCredential, request: WalletRequest): Result<Judged, CredentialRefusal> => {
  const refusal = refusalOf(credential, request)
  return refusal ? refuse(refusal) : accept({ credential })
}

/** Why a credential is not kept; undefined for one that counts, including altered ones. */
function refusalOf({ result, status }: JudgedCredential, { ageOver }: WalletRequest): CredentialRefusal | undefined {
  const { verdict, holderBinding, validity, standsFor, claims } = result
  if (verdict === 'UNREADABLE') return 'CREDENTIAL_UNREADABLE'
  if (verdict === 'ALTERED') return undefined
  if (standsFor !== 'identity' && !(standsFor === 'age' && ageOver !== undefined)) return 'CREDENTIAL_NOT_ACCEPTED'
  if (holderBinding !== 'HOLDS') return 'CREDENTIAL_NOT_BOUND'
  if (validity === 'NOT_YET_VALID') return 'CREDENTIAL_NOT_YET_VALID'
  if (validity !== 'VALID') return 'CREDENTIAL_EXPIRED'
  if (status === 'REVOKED' || status === 'SUSPENDED') return 'CREDENTIAL_REVOKED'
  const isComplete = ageOver === undefined ? NEEDED_CLAIMS.every((claim) => claims[claim]) : statesAge(result, ageOver)
  return isComplete ? undefined : 'CREDENTIAL_NOT_ACCEPTED'
}

const statesAge = ({ ageOver, claims }: JudgedCredential['result'], years: number): boolean =>
  ageOver?.[years] !== undefined || claims.birth_date !== undefined

function readingOf(
  { result, status, statusReason }: JudgedCredential,
  portrait: StoredPortrait | undefined,
  { transport, ageOver: asked }: WalletRequest,
  now: Date,
): CredentialReading {
  const { portrait: _, status: _reference, standsFor: _standing, ageOver, type = '', reasons, ...rest } = result
  const template = portrait?.template
  return {
    ...rest,
    type,
    reasons: statusReason ? [...reasons, statusReason] : reasons,
    status,
    transport,
    ...(asked !== undefined && ageOver && { ageOver }),
    ...(template && { portrait: template }),
    receivedAt: now.toISOString(),
  }
}

/** The tenant as the issuer of its own credential. */
interface OwnIssuer {
  known: KnownIssuer
  issuer: NonNullable<Services['issuer']>
  tenant: Tenant
}

/** The issuer of the credential that this session asks for: its own tenant, in its own mode. */
async function ownIssuer(
  { issuer, ...ports }: Pick<Needs, 'issuedCredentials' | 'clock' | 'issuer'>,
  session: Session,
  tenant: Tenant,
): Promise<OwnIssuer> {
  if (!issuer) throw new Error(`session ${session.id}: its tenant issues nothing`)
  const oldest = await ports.issuedCredentials.oldestKey(session, ports.clock())
  const keys = await issuer.keys(session, tenant.settings.issuerKey?.generation, oldest)
  return { known: { issuer: issuer.namesOf(session).issuer, keys }, issuer, tenant }
}

/**
 * Judges the tenant's own credential. Its index in the status list identifies the person it was issued to, and its
 * status comes from the tenant's own records. It is not kept if it does not lead to a person who can be recognised.
 */
async function judgeIssued(
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

  const place = status && 'index' in status ? issuer.placeOf(session, status) : undefined
  const issued = place && (await issuedCredentials.find(session, place))
  if (!issued) return refuse('CREDENTIAL_NOT_ACCEPTED')
  if (issued.revokedAt || issued.sessionId === undefined) return refuse('CREDENTIAL_REVOKED')
  const earlier = await sessions.load(session.tenant, issued.sessionId)
  const refusal = refusePerson(earlier, session.mode, now)
  // Without its portrait there would be nothing to compare a selfie with.
  if (refusal && !(refusal === 'FACE_NOT_KEPT' && portrait)) return refuse('CREDENTIAL_NOT_ACCEPTED')
  const statusReason = { code: 'STATUS_VALID', text: 'the issuer has not revoked it' } as const
  const person = { sessionId: issued.sessionId, strangers: tenant.settings.strangers ?? STRANGERS[0] }
  // Only the portrait was requested; other claims that a wallet disclosed are not used.
  const result = { ...shown.result, claims: {} }
  return accept({ credential: { ...shown, result, status: 'VALID', statusReason }, person })
}
