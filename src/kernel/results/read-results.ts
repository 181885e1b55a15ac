import { accept, type Result, refuse } from '../../formats/result.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { SessionSummary } from '../ports/sessions.ts'
import { imagesOf, isFinal, type Session, statusAt } from '../session/session.ts'
import type { Mode, Status } from '../session/session-words.ts'

/**
 * An integrator with a credential of the tenant. Sessions of the other mode are as invisible to them as another
 * tenant's.
 */
export interface Reader {
  tenant: string
  mode: Mode
  actor: string
}

export interface NotReady {
  ok: false
  refusal: 'RESULTS_NOT_READY'
  status: Status
}

export async function readStatus(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  { tenant, mode }: Pick<Reader, 'tenant' | 'mode'>,
  id: string,
): Promise<Status | undefined> {
  const session = await sessions.peek(tenant, id)
  return session?.mode === mode ? statusAt(session, clock()) : undefined
}

/** The name of what is looked at in the audit log. */
export type ResultPart =
  | 'decision'
  | 'document'
  | 'face'
  | 'chip'
  | 'seal'
  | 'credential'
  | 'images'
  | 'image'
  | 'explanation'
  | 'evidence'

/** A session whose results may be read, with the look at them on record. */
export async function readResults(
  ports: Pick<Ports, 'sessions' | 'audit' | 'clock'>,
  reader: Reader,
  id: string,
  what: ResultPart,
): Promise<Result<Session, 'NOT_FOUND'> | NotReady> {
  const { sessions, audit, clock } = ports
  const session = await sessions.load(reader.tenant, id)
  if (session?.mode !== reader.mode) return refuse('NOT_FOUND')

  const now = clock()
  const status = statusAt(session, now)
  if (!isFinal(status)) return { ok: false, refusal: 'RESULTS_NOT_READY', status }

  await audit.record({
    at: now,
    tenant: reader.tenant,
    actor: reader.actor,
    action: `read.${what}`,
    sessionId: session.id,
  })
  return accept(session)
}

export async function readImage(
  ports: Pick<Ports, 'sessions' | 'images' | 'audit' | 'clock'>,
  reader: Reader,
  id: string,
  name: string,
): Promise<Result<Uint8Array, 'NOT_FOUND'> | NotReady> {
  const session = await readResults(ports, reader, id, 'image')
  if (!session.ok) return session

  const { value } = session
  const object = imagesOf(value)[name as ImageName]
  const bytes = object && (await ports.images.get(value.id, object))
  return bytes ? accept(bytes) : refuse('NOT_FOUND')
}

/** One page of the tenant's sessions of one mode, newest first, each with its present status. */
export async function listSessions(
  { sessions, clock }: Pick<Ports, 'sessions' | 'clock'>,
  of: { tenant: string; mode: Mode },
  page: { number: number; size: number },
): Promise<{ total: number; rows: SessionSummary[] }> {
  const { total, rows } = await sessions.list(of, page)
  const now = clock()
  return { total, rows: rows.map((row) => ({ ...row, status: statusAt(row, now) })) }
}

const PAGE = 500

/** What was done to a session, oldest first. */
export async function readHistory({ audit }: Pick<Ports, 'audit'>, { tenant, id }: Session): Promise<RecordedEntry[]> {
  const entries: RecordedEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.id
    const page = await audit.list({ tenant, sessionId: id, before }, PAGE)
    entries.push(...page)
    if (page.length < PAGE) return entries.toReversed()
  }
}
