import type { Clock } from '../../platform/clock.ts'
import { finishErasure } from '../erasure/erase.ts'
import { dropImages } from '../evidence/keep-images.ts'
import type { FeaturePorts } from '../feature-types.ts'
import type { PictureObject } from '../ports/images.ts'
import type { Settings } from '../ports/installation.ts'
import type { Ports } from '../ports/ports.ts'
import { move, statusAt } from '../session/session.ts'
import { settleSession } from '../session/session-part.ts'
import { featureStorages } from '../storage/feature-storage.ts'

/** How much of each kind one sweep handles, so that it never holds the database for long. */
const BATCH = 200

/** A younger object may belong to a request that has not written its row yet. */
const ORPHAN_AGE_MS = 60 * 60_000

/** Orphaned pictures are set aside for a week before they are removed: time to notice that something is wrong. */
const ASIDE_MS = 7 * 86_400_000

/** The overview shows 90 days at most, the first of them whole. */
const COUNTS_KEPT_MS = 91 * 86_400_000

const SILENT: SweepLog = { movedAside() {}, removed() {}, refused() {}, waits() {} }

type Needs = Pick<
  Ports,
  'sessions' | 'reviews' | 'images' | 'tenants' | 'signingKeys' | 'handOvers' | keyof FeaturePorts | 'figures' | 'clock'
>

interface Swept {
  erasuresFinished: number
  expired: number
  retired: number
  /** Orphaned pictures: set aside, and removed after a week there; those of erased sessions immediately. */
  orphansAside: number
  orphansRemoved: number
}

/** What the sweep did to pictures, one line for each. */
export interface SweepLog {
  movedAside(picture: PictureObject): void
  removed(picture: PictureObject): void
  /** No picture was touched, and why. */
  refused(reason: string): void
  /** Nothing was expired or erased by its age, and why; undefined once that is over. */
  waits(reason: string | undefined): void
}

/**
 * Finishes erasures that a crash interrupted, expires sessions, erases those past their retention, sets orphaned
 * pictures aside and removes them later, and forgets signing keys whose last token has expired, expired hand-over codes
 * and counts that are no longer shown. While the clock is in doubt, it only finishes what was already begun.
 */
export async function sweep(
  ports: Needs,
  tokenMinutes: number,
  log: SweepLog = SILENT,
  doubt?: string,
): Promise<Swept> {
  log.waits(doubt)
  if (doubt !== undefined) return { ...NOTHING, erasuresFinished: await finishErasures(ports) }
  await ports.handOvers.prune(ports.clock())
  for (const { prune } of featureStorages.parts()) await prune?.(ports, ports.clock())
  await ports.figures.prune(new Date(ports.clock().getTime() - COUNTS_KEPT_MS))
  await ports.signingKeys.prune(new Date(ports.clock().getTime() - tokenMinutes * 60_000))
  return {
    erasuresFinished: await finishErasures(ports),
    expired: await expireOverdue(ports),
    retired: await eraseRetired(ports),
    ...(await clearOrphans(ports, log)),
  }
}

const NOTHING: Swept = { erasuresFinished: 0, expired: 0, retired: 0, orphansAside: 0, orphansRemoved: 0 }

async function finishErasures(ports: Pick<Ports, 'sessions' | 'images'>): Promise<number> {
  const half = await ports.sessions.halfErased(BATCH)
  for (const { id } of half) await finishErasure(ports, id)
  return half.length
}

/** Reads see an overdue session as EXPIRED immediately; this writes it and notifies the integrator. */
async function expireOverdue({
  sessions,
  images,
  clock,
}: Pick<Ports, 'sessions' | 'images' | 'clock'>): Promise<number> {
  const now = clock()
  let expired = 0
  for (const { tenant, id } of await sessions.overdue(now, BATCH)) {
    const session = await sessions.load(tenant, id)
    if (session?.status !== 'PENDING' || statusAt(session, now) !== 'EXPIRED') continue
    const settled = settleSession(move(session, 'expire'))
    const saved = await sessions.save(settled.session, {
      ...settled.effects,
      events: [{ type: 'status', status: 'EXPIRED' }],
      audit: { at: now, tenant, actor: 'system', action: 'session.expire', sessionId: id },
    })
    if (!saved) continue
    await dropImages(images, id, settled.objects)
    expired += 1
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

async function clearOrphans(
  ports: Pick<Ports, 'images' | 'sessions' | 'reviews' | 'clock'>,
  log: SweepLog,
): Promise<Pick<Swept, 'orphansAside' | 'orphansRemoved'>> {
  const { images, clock } = ports
  const foreignReason = await images.foreignReason()
  if (foreignReason !== undefined) {
    log.refused(foreignReason)
    return { orphansAside: 0, orphansRemoved: 0 }
  }
  const now = clock().getTime()
  const orphans = await images.orphans(new Date(now - ORPHAN_AGE_MS), BATCH)
  const removed: PictureObject[] = []
  let aside = 0
  for (const { ofErased, ...orphan } of orphans) {
    if (ofErased || (await keepsAnswerAlone(ports, orphan))) {
      // No pictures are kept of an erased person, nor of a session of which only the answer may be kept.
      await images.remove(orphan.sessionId, orphan.object)
      removed.push(orphan)
    } else {
      aside += 1
      await images.moveAside(orphan.sessionId, orphan.object)
      log.movedAside(orphan)
    }
  }
  removed.push(...(await images.takeExpiredAside(new Date(now - ASIDE_MS), BATCH)))
  for (const picture of removed) log.removed(picture)
  return { orphansAside: aside, orphansRemoved: removed.length }
}

/** A finished session of the flow `age`: a crash came between its answer and the removal of its pictures. */
async function keepsAnswerAlone(
  { sessions, reviews }: Pick<Ports, 'sessions' | 'reviews'>,
  { sessionId }: PictureObject,
): Promise<boolean> {
  const found = await reviews.find(sessionId)
  return found !== undefined && (await sessions.load(found.tenant, sessionId))?.ageAnswer !== undefined
}

/** More than this between two sweeps, by the clock and by a monotonic clock, is a jump. */
const JUMP_MS = 5 * 60_000
/** An installation that was off for longer than this waits too: its clock may be wrong. */
const LONG_OFF_MS = 7 * 86_400_000
/** Time for somebody to read the log. */
const WAIT_MS = 24 * 3_600_000

const NAME = 'last sweep'

/** Why nothing may be expired or erased by its age now; undefined when the clock can be relied on. */
export type ClockWatch = () => Promise<string | undefined>

/**
 * Notes the time with every call, and compares the clock with a monotonic one. A clock that jumped a year ahead would
 * erase every session within a minute. So after a jump nothing is erased for a day of running, also across a restart.
 */
export function openClockWatch(
  settings: Settings,
  clock: Clock,
  watch: () => number = () => performance.now(),
): ClockWatch {
  let last: { wall: number; watch: number } | undefined
  let waiting: { until: number; why: string } | undefined

  async function begin(now: { wall: number; watch: number }): Promise<void> {
    const [noted, left = 0] = ((await settings.get(NAME)) ?? '').split(' ').filter(Boolean).map(Number)
    if (noted === undefined) return
    const away = now.wall - noted
    if (away > LONG_OFF_MS || away < -JUMP_MS)
      waiting = { until: now.watch + WAIT_MS, why: `it is ${spanOf(away)} since the last sweep, by the clock` }
    else if (left > 0) waiting = { until: now.watch + left, why: 'the clock has jumped' }
  }

  return async () => {
    const now = { wall: clock().getTime(), watch: watch() }
    if (!last) await begin(now)
    else {
      const jump = now.wall - last.wall - (now.watch - last.watch)
      if (Math.abs(jump) > JUMP_MS)
        waiting = { until: now.watch + WAIT_MS, why: `the clock has jumped by ${spanOf(jump)}` }
    }
    last = now
    if (waiting && now.watch >= waiting.until) waiting = undefined
    await settings.set(NAME, `${now.wall} ${waiting ? Math.ceil(waiting.until - now.watch) : 0}`)
    return waiting?.why
  }
}

const spanOf = (ms: number): string => {
  const hours = Math.round(ms / 3_600_000)
  return Math.abs(hours) < 48 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(hours / 24)} days`
}
