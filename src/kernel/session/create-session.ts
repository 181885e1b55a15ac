import { randomUUID } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { canonicalJson } from '../decision/canonical-json.ts'
import type { Assurance } from '../decision/levels.ts'
import type { FeatureReadings } from '../feature-types.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { flowNamed } from './flow.ts'
import { closedBy, type Session, type SessionRequest } from './session.ts'
import { type BeginRefusal, sessionParts } from './session-part.ts'
import type { Mode } from './session-words.ts'

export type CreateRefusal =
  | 'FLOW_UNKNOWN'
  | BeginRefusal
  | 'SESSION_EXISTS_WITH_OTHER_BODY'
  | 'SESSION_ALREADY_COMPLETED'
  | 'SESSION_EXPIRED'
  | 'SESSION_DELETED'
  | 'SESSION_ID_TAKEN'

interface NewSession {
  sessionId?: string | undefined
  request: SessionRequest
  /** The tenant and mode of the credential that asks. */
  mode: Mode
  /** The caller, for the audit log. */
  actor: string
  /** Minutes for which a session without a picture is valid. */
  validMinutes: number
  /** Whether wallets can be asked: a returning person may then show the tenant's own credential. */
  asksWallets?: boolean
  /** The level that the caller requires, in place of the flow's. */
  assurance?: Assurance | undefined
  /** What the feature that opens it keeps in it. */
  readings?: Partial<FeatureReadings>
}

/** Opens a session, or finds the one that the same call opened before: that is how a person resumes later. */
export async function createSession(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  tenant: Tenant,
  { sessionId = randomUUID(), request, mode, actor, validMinutes, asksWallets = false, ...wanted }: NewSession,
): Promise<Result<Session, CreateRefusal>> {
  const now = clock()
  const flow = request.flow === undefined ? undefined : flowNamed(tenant.settings, request.flow)
  if (request.flow !== undefined && !flow) return refuse('FLOW_UNKNOWN')
  let asked: Partial<FeatureReadings> = {}
  for (const part of sessionParts.parts()) {
    const begun = await part.begin?.({ sessions, clock }, { tenant, request, mode, flow, asksWallets })
    if (begun && !begun.ok) return begun
    asked = { ...asked, ...begun?.value }
  }
  const session: Session = {
    id: sessionId.toLowerCase(),
    tenant: tenant.id,
    mode,
    status: 'PENDING',
    version: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validMinutes * 60_000),
    request,
    flow: flow && wanted.assurance ? { ...flow, assurance: wanted.assurance } : flow,
    ...wanted.readings,
    ...asked,
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

function resume(session: Session, request: SessionRequest, now: Date): Result<Session, CreateRefusal> {
  const closed = closedBy(session, now)
  if (closed) return refuse(closed)
  if (canonicalJson(session.request) !== canonicalJson(request)) return refuse('SESSION_EXISTS_WITH_OTHER_BODY')
  return accept(session)
}
