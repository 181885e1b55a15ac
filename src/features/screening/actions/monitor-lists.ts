import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Tenant } from '../../../kernel/ports/tenants.ts'
import { keepHeld } from '../../../kernel/review/review.ts'
import { isApproved, type Session } from '../../../kernel/session/session.ts'
import { MODES } from '../../../kernel/session/session-words.ts'
import { DEFAULT_THRESHOLD } from '../../../kernel/tenants/tenant.ts'
import { hitsOf, type WatchlistHit } from '../domain/evidence.ts'
import { personOf } from '../domain/person.ts'
import type { ListRun } from '../ports/screening.ts'
import { pairOf } from './screen-session.ts'

type Needs = Pick<
  Ports,
  'watchlists' | 'dismissals' | 'screening' | 'listRuns' | 'sessionSearch' | 'sessions' | 'tenants' | 'clock'
>

/** Sessions in one step. The cursor is written after each step, so that a crash repeats no more than these. */
const BATCH = 50
const LEASE_SECONDS = 120

/**
 * One step of comparing approved people, whose session is kept, with what is new in a version of a list. A hit is
 * stored with the session, in one write with the webhook and the alert for reviewers; the status does not change. True
 * while there is more to do. Steps are idempotent: hits that the session already has are left out.
 */
export async function monitorLists(ports: Needs, owner: string): Promise<boolean> {
  const run = ports.screening && (await ports.listRuns.claim(owner, ports.clock(), LEASE_SECONDS))
  if (!run) return false
  const tenants = (await ports.tenants.all())
    .filter(({ settings: { screening } }) => screening?.enabled && isWanted(run.list, screening.lists))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const { sessions, tenant } = await nextSessions(ports, tenants, run.after)
  const next: ListRun = { ...run }
  for (const session of sessions) {
    next.after = cursorOf(session)
    if (!tenant || !isApproved(session.status)) continue
    next.compared += 1
    if (await compareAgain(ports, session, tenant, run.list)) next.found += 1
  }
  if (!sessions.length) next.doneAt = ports.clock()
  await ports.listRuns.advance(owner, next, ports.clock(), LEASE_SECONDS)
  return true
}

const isWanted = (list: string, lists: readonly string[] | undefined): boolean => !lists?.length || lists.includes(list)

const cursorOf = ({ tenant, mode, id }: Pick<Session, 'tenant' | 'mode' | 'id'>): string => [tenant, mode, id].join(' ')

/** The next sessions, ordered by tenant, mode and id. */
async function nextSessions(
  { sessionSearch }: Pick<Ports, 'sessionSearch'>,
  tenants: readonly Tenant[],
  after: string,
): Promise<{ sessions: Session[]; tenant?: Tenant }> {
  const [lastTenant = '', lastMode = '', lastId = ''] = after.split(' ')
  for (const tenant of tenants) {
    if (tenant.id < lastTenant) continue
    for (const mode of MODES) {
      const isLast = tenant.id === lastTenant
      if (isLast && MODES.indexOf(mode) < MODES.indexOf(lastMode as (typeof MODES)[number])) continue
      const from = isLast && mode === lastMode ? lastId : undefined
      const sessions = await sessionSearch.decided({ tenant: tenant.id, mode }, from, BATCH)
      if (sessions.length) return { sessions, tenant }
    }
  }
  return { sessions: [] }
}

/** True if a hit was found that the session did not have. */
async function compareAgain(ports: Needs, first: Session, tenant: Tenant, list: string): Promise<boolean> {
  const threshold = (tenant.settings.screening?.threshold ?? DEFAULT_THRESHOLD) / 100
  for (let session: Session | undefined = first; session; ) {
    const current: Session = session
    if (!isApproved(current.status)) return false
    const [version] = (await ports.watchlists.all()).filter(({ name }) => name === list)
    const person = personOf(current)
    if (!version || !person.names.length || !ports.screening) return false
    const found = await ports.screening.findChanged(version, person, threshold)
    const known = new Set(hitsOf(current).map(keyOf))
    const fresh = found.filter((hit) => !known.has(keyOf(hit)))
    const dismissed = await ports.dismissals.areDismissed(fresh.map((hit) => pairOf(current, hit)))
    const hits: WatchlistHit[] = fresh.filter((_, at) => !dismissed[at])
    if (!hits.length) return false
    const next: Session = { ...keepHeld(current), laterHits: [...(current.laterHits ?? []), ...hits] }
    const { id, status } = current
    const saved = await ports.sessions.save(next, {
      events: [{ type: 'status', status, action: 'WATCHLIST_HIT' }],
      alert: openLaterHits(next),
      audit: {
        at: ports.clock(),
        tenant: tenant.id,
        actor: 'system',
        action: 'session.watchlist-hit',
        sessionId: id,
        detail: { list, version: version.version, hits: hits.length },
      },
    })
    if (saved) return true
    session = await ports.sessions.load(tenant.id, id)
  }
  return false
}

const keyOf = ({ list, entry, hash }: Pick<WatchlistHit, 'list' | 'entry' | 'hash'>): string =>
  [list, entry.id, hash].join('\0')

/** The number of hits from later versions that have no answer. */
export const openLaterHits = (session: Session): number => {
  const later = new Set((session.laterHits ?? []).map(keyOf))
  return hitsOf(session).filter((hit) => later.has(keyOf(hit)) && !hit.answer).length
}
