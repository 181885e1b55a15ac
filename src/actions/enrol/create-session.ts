import { randomUUID } from 'node:crypto'
import type { AgeQuestion } from '../../capabilities/age/domain/age.ts'
import type { ClaimedPerson } from '../../capabilities/returning/domain/person.ts'
import { type PersonRefusal, refusePerson } from '../../capabilities/returning/domain/returning.ts'
import { canonicalJson } from '../../domain/decision/canonical-json.ts'
import { flowNamed, type SessionFlow } from '../../domain/enrolment/flow.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { type Session, type SessionRequest, statusAt } from '../../domain/session.ts'
import { MINORS_ACCEPTED, type Mode, STRANGERS } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'

export type CreateRefusal =
  | 'FLOW_UNKNOWN'
  | 'PERSON_MISSING'
  | 'PERSON_NOT_ASKED'
  | `PERSON_${PersonRefusal}`
  | 'AGE_MISSING'
  | 'AGE_NOT_ASKED'
  | 'AGE_WITH_FORM'
  | 'SESSION_EXISTS_WITH_OTHER_BODY'
  | 'SESSION_ALREADY_COMPLETED'
  | 'SESSION_EXPIRED'
  | 'SESSION_DELETED'
  | 'SESSION_ID_TAKEN'

interface NewSession {
  sessionId?: string | undefined
  request: SessionRequest
  /** Of the credential that asks. */
  mode: Mode
  /** Who asks, for the audit log. */
  actor: string
  /** Minutes for which a session without a picture is valid. */
  validMinutes: number
  /** Whether wallets can be asked: a returning person may then show the tenant's own credential. */
  asksWallets?: boolean
}

/** Opens a session, or finds the one that the same call opened before: that is how a person resumes later. */
export async function createSession(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  tenant: Tenant,
  { sessionId = randomUUID(), request, mode, actor, validMinutes, asksWallets = false }: NewSession,
): Promise<Result<Session, CreateRefusal>> {
  const now = clock()
  const flow = request.flow === undefined ? undefined : flowNamed(tenant.settings, request.flow)
  if (request.flow !== undefined && !flow) return refuse('FLOW_UNKNOWN')
  const mayShow = asksWallets && tenant.settings.issuance !== undefined
  const person = await claimedPerson({ sessions, clock }, tenant, request, { mode, flow, mayShow })
  if (!person.ok) return person
  const age = ageQuestion(tenant, request, flow)
  if (!age.ok) return age
  const session: Session = {
    id: sessionId.toLowerCase(),
    tenant: tenant.id,
    mode,
    status: 'PENDING',
    version: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validMinutes * 60_000),
    request,
    flow,
    person: person.value,
    age: age.value,
    consent: request.consent && { by: 'integrator', ...request.consent },
    images: {},
  }

  const entry = { at: now, tenant: tenant.id, actor, sessionId: session.id }
  const stored = await sessions.create(session, { ...entry, action: 'session.create' })
  if (stored.outcome === 'taken') return refuse('SESSION_ID_TAKEN')
  if (stored.outcome === 'erased') return refuse('SESSION_DELETED')
  if (stored.outcome === 'exists') return resume(stored.session, request, now)
  return accept(session)
}

/**
 * Whom the person of a flow `returning` says to be; an earlier session is named there, and nowhere else. Where none is named,
 * the credential that the tenant gave them will say it.
 */
async function claimedPerson(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  tenant: Tenant,
  { personOf }: SessionRequest,
  { mode, flow, mayShow }: { mode: Mode; flow: SessionFlow | undefined; mayShow: boolean },
): Promise<Result<ClaimedPerson | undefined, CreateRefusal>> {
  if (flow?.kind !== 'returning') return personOf === undefined ? accept(undefined) : refuse('PERSON_NOT_ASKED')
  if (personOf === undefined) return mayShow ? accept(undefined) : refuse('PERSON_MISSING')
  const sessionId = personOf.toLowerCase()
  const refusal = refusePerson(await sessions.load(tenant.id, sessionId), mode, clock())
  if (refusal) return refuse(`PERSON_${refusal}`)
  return accept({ sessionId, strangers: tenant.settings.strangers ?? STRANGERS[0] })
}

/** What the flow `age` asks; a limit is named there, and nowhere else. Nothing is taken that would be kept of the person. */
function ageQuestion(
  { settings }: Tenant,
  { atLeast, applicantForm }: SessionRequest,
  flow: SessionFlow | undefined,
): Result<AgeQuestion | undefined, CreateRefusal> {
  if (flow?.kind !== 'age') return atLeast === undefined ? accept(undefined) : refuse('AGE_NOT_ASKED')
  if (atLeast === undefined) return refuse('AGE_MISSING')
  if (applicantForm) return refuse('AGE_WITH_FORM')
  return accept({ atLeast, minorsAccepted: settings.minorsAccepted ?? MINORS_ACCEPTED[0] })
}

function resume(session: Session, request: SessionRequest, now: Date): Result<Session, CreateRefusal> {
  if (session.completedAt && !openPictureRequest(session, now)) return refuse('SESSION_ALREADY_COMPLETED')
  if (statusAt(session, now) === 'EXPIRED') return refuse('SESSION_EXPIRED')
  if (canonicalJson(session.request) !== canonicalJson(request)) return refuse('SESSION_EXISTS_WITH_OTHER_BODY')
  return accept(session)
}
