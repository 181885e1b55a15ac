import { createHash } from 'node:crypto'
import { canonicalJson } from '../decision/canonical-json.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { Review } from '../ports/review.ts'
import type { Session } from '../session/session.ts'

/** The case is no longer what the reviewer has seen. */
export interface CaseChanged {
  ok: false
  refusal: 'CASE_CHANGED'
  /** The version of the case as it is now. */
  version: string
  /** What others did since the reviewer last looked, oldest first. */
  changes: Pick<RecordedEntry, 'at' | 'actor' | 'action'>[]
}

/**
 * What a reviewer sees of a case, as a short hash: it changes with the pictures, with what was read and decided, and
 * with what anybody else said. Their own notes, and what a person is still sending, leave it as it is.
 */
export function versionOfCase(session: Session, reviews: readonly Review[], viewer: string): string {
  const { id, status, decision, document, face, images, captures, consent, refused, newPictures, opinions } = session
  const requests = newPictures?.map(({ sent: _, ...request }) => request)
  const others = reviews.filter(({ reviewer }) => reviewer !== viewer)
  const seen = { id, status, decision, document, face, images, captures, consent, refused, requests, opinions, others }
  return createHash('sha256').update(canonicalJson(seen)).digest('base64url').slice(0, CHARACTERS)
}

/**
 * The evidence that an opinion is about, as a short hash: the pictures and the decision, and how often new pictures
 * came. Unlike the version of the case it is the same for every reviewer.
 */
export function versionOfEvidence({ id, decision, images, newPictures = [] }: Session): string {
  const answers = newPictures.flatMap(({ answeredAt }) => answeredAt ?? [])
  const seen = { id, decision, images, answers }
  return createHash('sha256').update(canonicalJson(seen)).digest('base64url').slice(0, CHARACTERS)
}

/** 132 bits: two versions of a case do not collide by chance. */
const CHARACTERS = 22

/** Whether the case is what the reviewer says they have seen; if not, what is new. */
export async function findChanges(
  ports: Pick<Ports, 'reviews' | 'audit'>,
  session: Session,
  viewer: string,
  seen: string | undefined,
): Promise<CaseChanged | undefined> {
  // Callers of earlier versions name none. Until a new picture has come there is only one set of pictures they can have
  // seen.
  if (seen === undefined && !session.newPictures?.some(({ answeredAt }) => answeredAt)) return undefined
  const version = versionOfCase(session, await ports.reviews.of(session.id), viewer)
  if (version === seen) return undefined
  return { ok: false, refusal: 'CASE_CHANGED', version, changes: await changesSince(ports, session, viewer) }
}

/** More than anybody does between two looks. */
const MOST_ENTRIES = 200

async function changesSince({ audit }: Pick<Ports, 'audit'>, { tenant, id }: Session, viewer: string) {
  const entries = await audit.list({ tenant, sessionId: id }, MOST_ENTRIES)
  const own = `reviewer:${viewer}`
  const lastLook = entries.findIndex(({ actor, action }) => actor === own && LOOKS.includes(action))
  return entries
    .slice(0, lastLook < 0 ? undefined : lastLook)
    .filter(({ actor, action }) => actor !== own && !action.startsWith('read.') && !CLAIMS.includes(action))
    .map(({ at, actor, action }) => ({ at, actor, action }))
    .toReversed()
}

const LOOKS: string[] = ['read.case', 'read.explanation']
const CLAIMS: string[] = ['review.claim', 'review.release']
