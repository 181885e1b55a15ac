import type { Ports } from '../../../actions/ports/ports.ts'
import type { Tenant } from '../../../actions/ports/tenants.ts'
import type { FaceTemplate } from '../../../domain/document/document.ts'
import type { Session } from '../../../domain/session.ts'
import type { WatchlistEvidence, WatchlistHit } from '../domain/evidence.ts'
import { personKey, personOf } from '../domain/person.ts'
import { DEFAULT_THRESHOLD } from '../domain/threshold.ts'
import type { HitPair } from '../ports/dismissals.ts'
import type { PersonHit } from '../ports/screening.ts'
import { compareBlocklist } from './compare-blocklist.ts'

export type ScreeningPorts = Pick<Ports, 'watchlists' | 'dismissals' | 'screening' | 'blocklist' | 'sessions'>

/** Compares the person of a session with the lists and the tenant's own, where the tenant's setting says so; else nothing is done. */
export async function screenSession(
  ports: ScreeningPorts,
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

/** The person of a session and an entry, as they are now. */
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
