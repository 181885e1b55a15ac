import { createHash } from 'node:crypto'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { HitPair } from '../../../kernel/ports/sessions.ts'
import type { Tenant } from '../../../kernel/ports/tenants.ts'
import { ChangedRow } from '../../../kernel/rights/signed-rows.ts'
import type { Session } from '../../../kernel/session/session.ts'
import type { DecisionPorts, SessionPart } from '../../../kernel/session/session-part.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { BLOCKLIST, DEFAULT_THRESHOLD } from '../../../kernel/tenants/tenant.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { matchTemplates, SAME_FACE_SCORE } from '../../../vision/face/match-templates.ts'
import { type Blocked, entryOfBlocked } from '../domain/blocklist.ts'
import type { WatchlistEvidence, WatchlistHit } from '../domain/evidence.ts'
import { personKey, personOf, type ScreenedPerson } from '../domain/person.ts'
import type { PersonHit } from '../ports/screening.ts'

/**
 * Compares the person of a session with the lists. The name of a returning person is taken from the session in which
 * they were approved.
 */
export const listSearch: SessionPart = {
  async find(ports, { session, tenant }) {
    // A person who is only asked for their age is not looked up.
    if (session.age) return {}
    const { person, face } = session
    const earlier = person && (await ports.sessions.load(tenant.id, person.sessionId))
    const watchlist = await screenSession(ports, earlier ?? session, tenant, face?.template).catch(changedLists)
    return watchlist ? { evidence: { watchlist } } : {}
  },
}

/** Lists that were changed past this program show nothing about anybody: the person is not compared, and a reviewer decides. */
function changedLists(error: unknown): WatchlistEvidence {
  if (!(error instanceof ChangedRow)) throw error
  return { threshold: DEFAULT_THRESHOLD, lists: [], hits: [], notCompared: true, changed: error.message }
}

/** Compares the person of a session with the lists and the tenant's own, if the tenant's setting asks for it. */
async function screenSession(
  ports: DecisionPorts,
  session: Session,
  { settings: { screening } }: Tenant,
  face: FaceTemplate | undefined,
): Promise<WatchlistEvidence | undefined> {
  if (!screening?.enabled) return undefined
  const wanted = screening.lists
  const lists = (await ports.watchlists.all()).filter(({ name }) => !wanted?.length || wanted.includes(name))
  const { threshold = DEFAULT_THRESHOLD } = screening
  const person = personOf(session)
  const { tenant, mode } = session
  const own = await compareBlocklist(ports, { tenant, mode, person, face, threshold: threshold / 100 })
  const compared = {
    threshold,
    lists: lists.map(({ name, version, sha256, entries, sourceDate }) => ({
      name,
      version,
      sha256,
      entries,
      ...(sourceDate !== undefined && { sourceDate }),
    })),
  }
  if (own) compared.lists.push(own.list)
  if (!compared.lists.length) return { ...compared, hits: [] }
  const canCompare = person.names.length > 0 && ports.screening !== undefined
  if (!canCompare && !own?.hits.length) return { ...compared, hits: [], notCompared: true }
  const onLists = canCompare && lists.length ? await ports.screening?.find(lists, person, threshold / 100) : undefined
  const found: WatchlistHit[] = [...(own?.hits ?? []), ...(onLists ?? [])]
  const dismissed = await ports.dismissals.areDismissed(found.map((hit) => pairOf(session, hit)))
  return { ...compared, hits: found.map((hit, at) => ({ ...hit, ...(dismissed[at] && { dismissed: true as const }) })) }
}

/** The current person of a session with the current entry. */
export const pairOf = (
  session: Pick<Session, 'tenant' | 'mode' | 'document' | 'chip' | 'credential'>,
  { list, entry, hash }: Pick<PersonHit, 'list' | 'entry' | 'hash'>,
): HitPair => ({
  tenant: session.tenant,
  mode: session.mode,
  person: personKey(personOf(session)),
  list,
  entryId: entry.id,
  hash,
})

interface Asked {
  tenant: string
  mode: Mode
  person: ScreenedPerson
  face: FaceTemplate | undefined
  /** The least score, 0..1. */
  threshold: number
}

/** The entries of the tenant's own list that may be the person; undefined if the list is empty. */
async function compareBlocklist(
  ports: Pick<Ports, 'blocklist' | 'sessions' | 'screening'>,
  { tenant, mode, person, face, threshold }: Asked,
): Promise<{ list: WatchlistEvidence['lists'][number]; hits: WatchlistHit[] } | undefined> {
  const entries = (await ports.blocklist.all(tenant, mode)).filter(({ faceGone }) => !faceGone)
  if (!entries.length) return undefined
  const named = entries.filter(({ kind }) => kind !== 'face')
  const found = (await ports.screening?.findAmong(named.map(entryOfBlocked), person, threshold)) ?? []
  const hits = found.flatMap(({ entry, match }) => {
    const blocked = named.find(({ id }) => id === entry.id)
    return blocked ? [hitOf(blocked, match)] : []
  })
  for (const entry of face ? entries.filter(({ kind }) => kind === 'face') : []) {
    const session = entry.sessionId === undefined ? undefined : await ports.sessions.load(tenant, entry.sessionId)
    const template = session && !session.faceForgottenAt ? session.face?.template : undefined
    const likeness = template && face && matchTemplates(template, face)
    if (!likeness || likeness.score < SAME_FACE_SCORE) continue
    const score = Math.round(likeness.score * 10) / 1_000
    const detail = `The face belongs to the session ${entry.sessionId}.`
    hits.push(hitOf(entry, { score, features: [{ feature: 'face', points: score, detail }], name: NO_NAME }))
  }
  const ids = entries.map(({ id }) => id).sort()
  const sha256 = createHash('sha256').update(ids.join('\n')).digest('hex')
  return { list: { name: BLOCKLIST, version: 0, sha256, entries: entries.length }, hits }
}

const NO_NAME = { person: '', entry: '' }

const hitOf = (blocked: Blocked, match: WatchlistHit['match']): WatchlistHit => ({
  list: BLOCKLIST,
  version: 0,
  hash: blocked.id,
  match,
  entry: entryOfBlocked(blocked),
  blocked: {
    kind: blocked.kind,
    reason: blocked.reason ?? '',
    by: blocked.by,
    at: blocked.at.toISOString(),
  },
})
