import { move, statusAt } from '../../domain/session.ts'
import type { Ports } from '../ports/ports.ts'
import { finishErasure } from '../results/delete-session.ts'

/** How much of each kind one sweep takes on, so that it never holds the database for long. */
const BATCH = 200

/** An object younger than this may belong to a request that has not written its row yet. */
const ORPHAN_AGE_MS = 60 * 60_000

/** The overview shows 90 days at most, the first of them whole. */
const COUNTS_KEPT_MS = 91 * 86_400_000

type Needs = Pick<Ports, 'sessions' | 'images' | 'tenants' | 'signingKeys' | 'handOvers' | 'captures' | 'clock'>

export interface Swept {
  erasuresFinished: number
  expired: number
  retired: number
  orphansRemoved: number
}

/**
 * Finishes erasures that a crash cut short, expires, erases what is past its retention, removes pictures no row points
 * at, and forgets signing keys whose last token has expired, hand-over codes that are over and counts that nothing shows.
 */
export async function sweep(ports: Needs, tokenMinutes: number): Promise<Swept> {
  await ports.handOvers.prune(ports.clock())
  await ports.captures.prune(new Date(ports.clock().getTime() - COUNTS_KEPT_MS))
  await ports.signingKeys.prune(new Date(ports.clock().getTime() - tokenMinutes * 60_000))
  return {
    erasuresFinished: await finishErasures(ports),
    expired: await expireOverdue(ports),
    retired: await eraseRetired(ports),
    orphansRemoved: await removeOrphans(ports),
  }
}

async function finishErasures(ports: Pick<Ports, 'sessions' | 'images'>): Promise<number> {
  const half = await ports.sessions.halfErased(BATCH)
  for (const { id } of half) await finishErasure(ports, id)
  return half.length
}

/** Reads see an overdue session as EXPIRED at once; this writes it down and tells the integrator. */
async function expireOverdue({ sessions, clock }: Pick<Ports, 'sessions' | 'clock'>): Promise<number> {
  const now = clock()
  let expired = 0
  for (const { tenant, id } of await sessions.overdue(now, BATCH)) {
    const session = await sessions.load(tenant, id)
    if (session?.status !== 'PENDING' || statusAt(session, now) !== 'EXPIRED') continue
    const saved = await sessions.save(move(session, 'expire'), {
      events: [{ type: 'status', status: 'EXPIRED' }],
      audit: { at: now, tenant, actor: 'system', action: 'session.expire', sessionId: id },
    })
    if (saved) expired += 1
  }
  return expired
}

async function eraseRetired(ports: Pick<Ports, 'sessions' | 'images' | 'tenants' | 'clock'>): Promise<number> {
  const { sessions, tenants, clock } = ports
  const now = clock()
  let erased = 0
  for (const tenant of await tenants.all()) {
    const before = new Date(now.getTime() - tenant.settings.retentionDays * 86_400_000)
    for (const id of await sessions.retired(tenant.id, before, BATCH)) {
      const entry = { at: now, tenant: tenant.id, actor: 'system', sessionId: id }
      if (!(await sessions.beginErasure(tenant.id, id, { ...entry, action: 'session.retire' }))) continue
      await finishErasure(ports, id)
      erased += 1
    }
  }
  return erased
}

async function removeOrphans({ images, clock }: Pick<Ports, 'images' | 'clock'>): Promise<number> {
  const orphans = await images.orphans(new Date(clock().getTime() - ORPHAN_AGE_MS), BATCH)
  for (const { sessionId, object } of orphans) await images.remove(sessionId, object)
  return orphans.length
}
