import type { Params } from 'oidc-provider'
import type { Assurance } from '../../kernel/decision/levels.ts'
import { deleteSession } from '../../kernel/erasure/erase.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Tenant } from '../../kernel/ports/tenants.ts'
import type { CreateRefusal } from '../../kernel/session/create-session.ts'
import { isApproved, type Session, statusAt } from '../../kernel/session/session.ts'
import type { OpenIdClient } from './domain/client.ts'
import { openSignIn, reachedLevel, sessionIdOf } from './sign-in.ts'

/** Why a sign-in ends without a code. */
export type Denied = 'declined' | 'expired' | 'rejected' | 'referred'

/** What happens next with a sign-in. */
type NextStep =
  /** The person goes to the hosted page, or back to it. */
  | { step: 'verify'; session: Session }
  /** They wait for a reviewer. */
  | { step: 'wait'; session: Session }
  | { step: 'denied'; why: Denied }
  /** The client cannot open a session as it is set up, or as it asks. */
  | { step: 'refused'; refusal: CreateRefusal }
  /** There is an answer; with a level if it is an approval. */
  | { step: 'done'; session: Session; level?: Assurance }

interface Visit {
  tenant: Tenant
  client: OpenIdClient
  uid: string
  params: Params
  returnUrl: string
  validMinutes: number
  asksWallets: boolean
  /** The person does not want to go on. */
  cancels: boolean
}

/** Looks where a sign-in stands when the person's browser comes by, the first time or again. */
export async function continueSignIn(
  ports: Pick<Ports, 'sessions' | 'images' | 'openIdSignIns' | 'secrets' | 'clock'>,
  { tenant, client, cancels, ...asked }: Visit,
): Promise<NextStep> {
  const id = await sessionIdOf(ports, asked.uid)
  if (cancels) {
    const reader = { tenant: tenant.id, mode: client.mode, actor: `openid:${client.id}` }
    await deleteSession(ports, reader, id, { onlyUnfinished: true })
    return { step: 'denied', why: 'declined' }
  }
  const known = await ports.sessions.load(tenant.id, id)
  const opened = known ? { ok: true as const, value: known } : await openSignIn(ports, tenant, client, asked)
  if (!opened.ok && opened.refusal === 'SESSION_DELETED') return { step: 'denied', why: 'declined' }
  if (!opened.ok) return { step: 'refused', refusal: opened.refusal }

  const session = opened.value
  const now = ports.clock()
  const status = statusAt(session, now)
  if (status === 'PENDING') return { step: 'verify', session }
  if (status === 'EXPIRED') return { step: 'denied', why: 'expired' }
  if (isApproved(status)) {
    const level = await reachedLevel(ports, session)
    return { step: 'done', session, ...(level && { level }) }
  }
  if (status !== 'WAITING_FOR_MANUAL_APPROVE') return { step: 'denied', why: 'rejected' }
  if (client.onReferral === 'deny') return { step: 'denied', why: 'referred' }
  const until = (session.completedAt ?? now).getTime() + client.waitMinutes * 60_000
  return { step: client.onReferral === 'wait' && now.getTime() < until ? 'wait' : 'done', session }
}
