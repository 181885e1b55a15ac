import { createHash } from 'node:crypto'
import type { Ports } from '../../../actions/ports/ports.ts'
import type { FaceTemplate } from '../../../domain/document/document.ts'
import { matchTemplates } from '../../../domain/face/face-match.ts'
import type { Mode } from '../../../domain/vocabulary.ts'
import { SAME_FACE_SCORE } from '../../duplicates/find-duplicates.ts'
import { type Blocked, entryOfBlocked } from '../domain/blocklist.ts'
import type { WatchlistEvidence, WatchlistHit } from '../domain/evidence.ts'
import { BLOCKLIST } from '../domain/list-entry.ts'
import type { ScreenedPerson } from '../domain/person.ts'

interface Asked {
  tenant: string
  mode: Mode
  person: ScreenedPerson
  face: FaceTemplate | undefined
  /** 0..1. */
  threshold: number
}

/** Who of the tenant's own list may be the person; undefined where the list is empty. */
export async function compareBlocklist(
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
    const detail = `The face is that of the session ${entry.sessionId}.`
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
