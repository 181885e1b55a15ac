import { randomUUID } from 'node:crypto'
import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Session } from '../../../kernel/session/session.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { type Blocked, type BlockedKind, MOST_BLOCKED, MOST_BLOCKED_FACES } from '../domain/blocklist.ts'
import { plainIdentifier } from '../domain/list-entry.ts'
import { personOf } from '../domain/person.ts'

/** The tenant and mode of the list, and who changes it. */
interface Whose {
  tenant: string
  mode: Mode
  actor: string
  /** The name shown next to the entry. */
  by: string
}

interface GivenBlocked {
  kind: BlockedKind
  name?: string | undefined
  birth?: string | undefined
  number?: string | undefined
  sessionId?: string | undefined
  reason: string
}

type BlockRefusal = 'INCOMPLETE' | 'NO_SESSION' | 'NO_FACE' | 'FACE_NOT_KEPT' | 'FULL'

/** Why an entry is refused, as a message. */
export const BLOCK_REFUSALS: Record<BlockRefusal, string> = {
  INCOMPLETE:
    'A name, a number of five characters or more, or a session is needed, and a reason. A birth date is written like 1961-03-14, 1961-03 or 1961.',
  NO_SESSION: 'The tenant does not have this session in this mode.',
  NO_FACE: 'The session has no face, or its face was deleted.',
  FACE_NOT_KEPT:
    'The face may not be compared with later sessions: the person has not agreed to it, and the policy has no duplicateCheck.',
  FULL: `The list is full: ${MOST_BLOCKED} entries, ${MOST_BLOCKED_FACES} of them faces.`,
}

/**
 * Adds a name, a number or the face of a session to the tenant's own list. A face is only accepted if it may be
 * compared with later sessions: the person agreed to that, or the tenant's policy compares faces anyway.
 */
export async function blockPerson(
  ports: Pick<Ports, 'blocklist' | 'sessions' | 'policies' | 'clock'>,
  { tenant, mode, actor, by }: Whose,
  given: GivenBlocked,
): Promise<Result<Blocked, BlockRefusal>> {
  const what = tidied(given)
  if (!what) return refuse('INCOMPLETE')
  const there = await ports.blocklist.all(tenant, mode)
  const faces = there.filter(({ kind, faceGone }) => kind === 'face' && !faceGone).length
  if (there.length >= MOST_BLOCKED || (what.kind === 'face' && faces >= MOST_BLOCKED_FACES)) return refuse('FULL')
  if (what.sessionId !== undefined) {
    const problem = await refuseFace(ports, tenant, mode, what.sessionId)
    if (problem) return refuse(problem)
  }
  const at = ports.clock()
  const entry: Blocked = { id: randomUUID(), ...what, by, at }
  await ports.blocklist.block(tenant, mode, entry, {
    at,
    tenant,
    actor,
    action: 'blocklist.add',
    ...(what.sessionId !== undefined && { sessionId: what.sessionId }),
    detail: { entry: entry.id, kind: what.kind, mode },
  })
  return accept(entry)
}

export async function unblockPerson(
  { blocklist, clock }: Pick<Ports, 'blocklist' | 'clock'>,
  { tenant, mode, actor }: Omit<Whose, 'by'>,
  id: string,
): Promise<boolean> {
  const entry = { at: clock(), tenant, actor, action: 'blocklist.remove', detail: { entry: id, mode } } as const
  return blocklist.unblock(tenant, mode, id, entry)
}

/** The entries that name the person of a session, their document, or the session's face. */
export async function findBlocked({ blocklist }: Pick<Ports, 'blocklist'>, session: Session): Promise<Blocked[]> {
  const { names, births, identifiers } = personOf(session)
  const known = new Set(names.map(wordsOf))
  return (await blocklist.all(session.tenant, session.mode)).filter(
    ({ kind, name, birth, number, sessionId }) =>
      (kind === 'face' && sessionId === session.id) ||
      (number !== undefined && identifiers.includes(number)) ||
      (name !== undefined &&
        known.has(wordsOf(name)) &&
        (birth === undefined || births.some((each) => each.startsWith(birth)))),
  )
}

/** The same, for a session by its id. */
export async function findBlockedOf(
  ports: Pick<Ports, 'blocklist' | 'sessions'>,
  tenant: string,
  sessionId: string,
): Promise<Blocked[]> {
  const session = await ports.sessions.load(tenant, sessionId)
  return session ? findBlocked(ports, session) : []
}

/** A form of the name that ignores word order, case and diacritics. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

async function refuseFace(
  { sessions, policies }: Pick<Ports, 'sessions' | 'policies'>,
  tenant: string,
  mode: Mode,
  sessionId: string,
): Promise<BlockRefusal | undefined> {
  const session = await sessions.load(tenant, sessionId)
  if (!session || session.mode !== mode) return 'NO_SESSION'
  if (!session.face || session.faceForgottenAt || isReturning(session)) return 'NO_FACE'
  const comparesFaces =
    session.decision?.evidence.duplicates !== undefined ||
    (await policies.current(tenant)).factors.duplicateCheck?.enabled
  return session.consent?.keepFace || comparesFaces ? undefined : 'FACE_NOT_KEPT'
}

/** True for a returning person: their selfie is not kept, so there is nothing to compare with. */
const isReturning = ({ person }: Session): boolean => person !== undefined

const REASON = 500

/** Only the fields that belong to the kind; undefined if one is missing. */
function tidied({ kind, name, birth, number, sessionId, reason }: GivenBlocked) {
  const why = reason.trim().slice(0, REASON)
  if (!why) return undefined
  if (kind === 'name') {
    const text = name?.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, 200)
    if (!text || !/\p{L}/u.test(text)) return undefined
    if (birth !== undefined && !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(birth)) return undefined
    return { kind, name: text, ...(birth !== undefined && { birth }), reason: why }
  }
  if (kind === 'number') {
    const plain = plainIdentifier(number ?? '')
    return plain.length < 5 ? undefined : { kind, number: plain, reason: why }
  }
  return sessionId === undefined ? undefined : { kind, sessionId, reason: why }
}
