import { accept, type Refused, type Result, refuse } from '../../formats/result.ts'
import type { AgainstFinding } from '../contract/problem.ts'
import { dropImages } from '../evidence/keep-images.ts'
import type { Ports } from '../ports/ports.ts'
import type { Review } from '../ports/review.ts'
import type { SessionEventRecord } from '../ports/sessions.ts'
import type { Tenant } from '../ports/tenants.ts'
import type { Session } from '../session/session.ts'
import { settleSession } from '../session/session-part.ts'
import type { Status } from '../session/session-words.ts'
import { loadCase } from '../tenants/tenant-scope.ts'
import { type CaseChanged, findChanges, versionOfEvidence } from './case-version.ts'
import type { Claimed, Examiner, NotWaiting } from './claim-case.ts'
import { type Held, hasSpoken, keepHeld } from './review.ts'

export interface Hold {
  /** How long an act can be undone; 0 for never. */
  undoSeconds: number
  /** The version of the case that the reviewer has seen. */
  seen?: string | undefined
}

export const NO_UNDO: Hold = { undoSeconds: 0 }

/** A reviewer who has given a verdict cannot also be the second reviewer. */
interface SecondPersonNeeded {
  ok: false
  refusal: 'SECOND_PERSON_NEEDED'
}

/** An approval does not name what speaks against it. */
interface FindingsNotNamed {
  ok: false
  refusal: 'FINDINGS_NOT_NAMED'
  against: AgainstFinding[]
}

export type CaseActRefusal = NotWaiting | Claimed | SecondPersonNeeded | CaseChanged | FindingsNotNamed

export type CaseActPorts = Pick<Ports, 'sessions' | 'images' | 'reviews' | 'tenants' | 'audit' | 'clock'>

interface Act<Value> {
  act: Held['act']
  next: Session
  review: Review
  /** What the webhook says when it can no longer be undone. */
  event?: SessionEventRecord
  value: (undoUntil?: Date) => Value
}

/** The maximum clock difference of two nodes: the webhook waits this much longer than the undo. */
const SKEW_MS = 2_000

/**
 * Does something to a waiting case that is still what the reviewer has seen, at the moment of writing: session, review,
 * webhook and audit entry in one write, and releases the case. The earlier state of the session is kept while the act
 * can be undone.
 */
export async function actOnCase<Value, Refusal extends string>(
  ports: CaseActPorts,
  examiner: Examiner,
  sessionId: string,
  { undoSeconds, seen }: Hold,
  change: (
    session: Session,
    tenant: Tenant,
    now: Date,
  ) =>
    | Result<Act<Value>, Refusal | 'SECOND_PERSON_NEEDED'>
    | Refused<Refusal | 'SECOND_PERSON_NEEDED'>
    | FindingsNotNamed,
): Promise<Result<Value, 'NOT_FOUND' | Refusal> | CaseActRefusal> {
  const { username } = examiner
  for (;;) {
    const session = await loadCase(ports, examiner, sessionId)
    const tenant = session && (await ports.tenants.load(session.tenant))
    if (!session || !tenant) return refuse('NOT_FOUND')
    if (session.status !== 'WAITING_FOR_MANUAL_APPROVE')
      return { ok: false, refusal: 'NOT_WAITING', status: session.status }

    const now = ports.clock()
    const claim = await ports.reviews.claimOf(sessionId, now)
    if (claim && claim.reviewer !== username) return { ok: false, refusal: 'CASE_CLAIMED', claim }

    const news = await findChanges(ports, session, username, seen)
    if (news) return news
    const changed = change(session, tenant, now)
    if (!changed.ok) return changed as Refused<Refusal> | SecondPersonNeeded | FindingsNotNamed
    const { act, next, review, event, value } = changed.value
    const settled = settleSession(unheld(next))
    const undoUntil = undoSeconds > 0 && !settled.isOver ? new Date(now.getTime() + undoSeconds * 1000) : undefined
    const written = undoUntil ? held(next, session, act, username, undoUntil) : settled.session
    const saved = await ports.sessions.save(written, {
      ...settled.effects,
      ...(event && {
        events: [{ ...event, ...(undoUntil && { notBefore: new Date(undoUntil.getTime() + SKEW_MS) }) }],
      }),
      review,
      audit: {
        at: now,
        tenant: session.tenant,
        actor: `reviewer:${username}`,
        action: `review.${act}`,
        sessionId,
        ...detailOf(review),
      },
    })
    if (!saved) continue
    await dropImages(ports.images, sessionId, settled.objects)
    await ports.reviews.release(sessionId)
    return { ok: true, value: value(undoUntil) }
  }
}

/** What the audit log keeps of a verdict in addition: codes, never words. */
function detailOf({ code, against, confirmAgainst }: Review) {
  const detail = {
    ...(code !== undefined && { code }),
    ...(against && { against: against.join(' ') }),
    ...(confirmAgainst && { confirmAgainst }),
  }
  return Object.keys(detail).length > 0 ? { detail } : {}
}

/** The session with its earlier state, for as long as that can be restored. */
function held(next: Session, before: Session, act: Held['act'], by: string, until: Date): Session {
  const { status, opinions, newPictures, earlier, pendingAnswer } = before
  const kept: Held = {
    by,
    act,
    version: next.version + 1,
    before: {
      status,
      ...(opinions && { opinions }),
      ...(newPictures && { newPictures }),
      ...(earlier && { earlier }),
      ...(pendingAnswer && { pendingAnswer }),
    },
  }
  return { ...next, heldUntil: until, held: kept }
}

/** Nothing of an earlier act can be undone any more. */
function unheld(session: Session): Session {
  const { held: _, heldUntil: __, ...rest } = session
  return rest
}

/** Keeps a note with the session, whatever its state: for colleagues, never for the person or the integrator. */
export async function noteCase(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
  note: string,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  for (;;) {
    const session = await loadCase(ports, examiner, sessionId)
    if (!session) return refuse('NOT_FOUND')
    const { username } = examiner
    const saved = await ports.sessions.save(keepHeld(session), {
      review: { reviewer: username, verdict: 'note', reason: note.trim() },
      audit: {
        at: ports.clock(),
        tenant: session.tenant,
        actor: `reviewer:${username}`,
        action: 'review.note',
        sessionId,
      },
    })
    if (saved) return accept(undefined)
  }
}

/** Leaves a case to a second reviewer: it keeps waiting, for anybody but this reviewer. */
export async function escalateCase(
  ports: CaseActPorts,
  examiner: Examiner,
  sessionId: string,
  reason: string,
  hold: Hold,
): Promise<Result<{ undoUntil?: Date }, 'NOT_FOUND'> | CaseActRefusal> {
  const { username } = examiner
  return actOnCase<{ undoUntil?: Date }, never>(ports, examiner, sessionId, hold, (session, _tenant, now) => {
    if (hasSpoken(session, username, versionOfEvidence(session))) return refuse('SECOND_PERSON_NEEDED')
    const opinion = { by: username, verdict: 'escalate' as const, at: now.toISOString() }
    return accept({
      act: 'escalate',
      next: { ...session, opinions: [...(session.opinions ?? []), opinion] },
      review: { reviewer: username, verdict: 'escalate', reason: reason.trim() },
      value: (undoUntil?: Date) => ({ ...(undoUntil && { undoUntil }) }),
    })
  })
}

/**
 * Undoes what a reviewer has just done: the session is as it was, and the waiting webhook is never sent. Only their own
 * act, only for some seconds, and only while nobody has done anything after it. The act and its undoing stay on record.
 */
export async function undoAct(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'clock'>,
  examiner: Examiner,
  sessionId: string,
): Promise<Result<Status, 'NOT_FOUND' | 'TOO_LATE'>> {
  const session = await loadCase(ports, examiner, sessionId)
  if (!session) return refuse('NOT_FOUND')
  const { held, heldUntil } = session
  const now = ports.clock()
  if (!held || !heldUntil || heldUntil <= now || held.by !== examiner.username || held.version !== session.version)
    return refuse('TOO_LATE')

  const restored = restore(session, held.before)
  const tellsNobody = held.act === 'escalate' || restored.status === session.status
  const saved = await ports.sessions.save(restored, {
    ...((!tellsNobody || held.act === 'new-picture') && { recall: 1 }),
    review: { reviewer: examiner.username, verdict: 'undo', reason: held.act },
    audit: {
      at: now,
      tenant: session.tenant,
      actor: `reviewer:${examiner.username}`,
      action: 'review.undo',
      sessionId,
      detail: { act: held.act },
    },
  })
  return saved ? accept(restored.status) : refuse('TOO_LATE')
}

function restore(session: Session, before: NonNullable<Session['held']>['before']): Session {
  const { opinions: _, newPictures: __, earlier: ___, pendingAnswer: ____, ...rest } = unheld(session)
  return { ...rest, ...before }
}
