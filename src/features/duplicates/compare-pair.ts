import { accept, type Result, refuse } from '../../formats/result.ts'
import type { CaseParts } from '../../kernel/feature-types.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { Examiner } from '../../kernel/review/claim-case.ts'
import { lookAt } from '../../kernel/review/look-at.ts'
import { type Session, statusAt } from '../../kernel/session/session.ts'
import type { Status } from '../../kernel/session/session-words.ts'
import type { ShownPerson } from '../../kernel/session/shown-person.ts'
import { findCase } from '../../kernel/tenants/tenant-scope.ts'
import { PAIR_REASONS, type PairAnswerWord, type PairReason } from '../../kernel/vocabulary.ts'
import type { Duplicates } from './domain/duplicates.ts'
import type { PairAnswer } from './pair-answers.ts'

declare module '../../kernel/feature-types.ts' {
  interface CaseParts {
    /** Other sessions with the same document or face, and whose they are. */
    pairs: (CasePair & ShownPerson)[]
    /** Sessions in which a picture of this one was sent before. */
    sentIn: { sessionId: string; name?: string }[]
  }
}

/** Another session, and what the two have in common. */
interface DuplicatePair {
  sessionId: string
  by: PairReason[]
  /** A reviewer has said that these are two people who look alike, so the face is no longer a reason. */
  isSettled: boolean
}

/** Another session with the document or face of a case, or one that it was compared with before. */
export interface CasePair extends DuplicatePair {
  /** The last answer about the pair. */
  answer?: PairAnswer
}

/** Two sessions next to each other. */
export interface ComparedPair {
  pair: CasePair
  here: Session
  there: Session
  status: { here: Status; there: Status }
}

/**
 * The sessions that the search of a case found, and those whose search found this case. Erased sessions are left out.
 */
export async function pairsOfCase(
  { pairAnswers, reviews }: Pick<Ports, 'pairAnswers' | 'reviews'>,
  { id, decision }: Session,
): Promise<CasePair[]> {
  const answers = await pairAnswers.of(id)
  const answered = answers.map((answer) => ({
    answer,
    sessionId: answer.sessionId === id ? answer.otherId : answer.sessionId,
  }))
  const found = duplicatePairs(decision?.evidence.duplicates)
  const others = answered
    .filter(({ sessionId }) => !found.some((pair) => pair.sessionId === sessionId))
    .map(({ sessionId }) => ({ sessionId, by: [], isSettled: false }))
  const pairs: CasePair[] = []
  for (const pair of [...found, ...others]) {
    if (!(await reviews.find(pair.sessionId))) continue
    const answer = answered.find(({ sessionId }) => sessionId === pair.sessionId)?.answer
    pairs.push({ ...pair, ...(answer && { answer }) })
  }
  return pairs
}

/** What a case shows of other sessions. Erased ones are left out. */
export async function otherSessionsOf(
  ports: Pick<Ports, 'pairAnswers' | 'reviews' | 'sessionSearch'>,
  session: Session,
): Promise<Pick<CaseParts, 'pairs' | 'sentIn'>> {
  const pairs = await pairsOfCase(ports, session)
  const sent = (session.decision?.evidence.capture?.sentBefore ?? []).map(({ sessionId }) => sessionId)
  const persons = await ports.sessionSearch.persons([...pairs.map(({ sessionId }) => sessionId), ...sent])
  return {
    pairs: pairs.map((pair) => ({ ...pair, ...persons.get(pair.sessionId) })),
    sentIn: [...new Set(sent)]
      .filter((id) => persons.has(id))
      .map((sessionId) => ({ sessionId, name: persons.get(sessionId)?.name })),
  }
}

/** The pairs of a session for an operator. The access is recorded. */
export async function listPairsOf(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'pairAnswers' | 'audit' | 'clock'>,
  { tenant, actor }: { tenant: string; actor: string },
  id: string,
): Promise<Result<CasePair[], 'NOT_FOUND'>> {
  const session = await ports.sessions.load(tenant, id)
  if (!session) return refuse('NOT_FOUND')
  await ports.audit.record({ at: ports.clock(), tenant, actor, action: 'read.case', sessionId: id })
  return accept(await pairsOfCase(ports, session))
}

/** The pairs of a case. The access is recorded. */
export async function listPairs(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'pairAnswers' | 'audit' | 'clock'>,
  examiner: Examiner,
  id: string,
): Promise<Result<CasePair[], 'NOT_FOUND'>> {
  const session = await lookAt(ports, examiner, id, 'read.case')
  return session ? accept(await pairsOfCase(ports, session)) : refuse('NOT_FOUND')
}

/** Both sessions of a pair. The access to the other one is recorded. */
export async function comparePair(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'pairAnswers' | 'audit' | 'clock'>,
  examiner: Examiner,
  id: string,
  otherId: string,
): Promise<Result<ComparedPair, 'NOT_FOUND'>> {
  const found = await findPair(ports, examiner, id, otherId)
  const there = found && (await lookAt(ports, examiner, otherId, 'read.case'))
  if (!found || !there) return refuse('NOT_FOUND')
  const now = ports.clock()
  const { here, pair } = found
  return accept({ pair, here, there, status: { here: statusAt(here, now), there: statusAt(there, now) } })
}

/** Keeps the answer of a reviewer about two sessions, in any state. It replaces an earlier answer. */
export async function answerPair(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'pairAnswers' | 'clock'>,
  examiner: Examiner,
  id: string,
  { otherId, answer, reason }: { otherId: string; answer: PairAnswerWord; reason: string },
): Promise<Result<undefined, 'NOT_FOUND'>> {
  const found = await findPair(ports, examiner, id, otherId)
  if (!found) return refuse('NOT_FOUND')
  const at = ports.clock()
  const { username } = examiner
  const kept = await ports.pairAnswers.give(
    { sessionId: id, otherId, answer, reason: reason.trim(), by: username, at },
    {
      at,
      tenant: found.here.tenant,
      actor: `reviewer:${username}`,
      action: 'review.pair',
      sessionId: id,
      detail: { other: otherId, answer },
    },
  )
  return kept ? accept(undefined) : refuse('NOT_FOUND')
}

/** Undefined unless the two sessions were found to match: a reviewer cannot compare arbitrary sessions. */
async function findPair(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'pairAnswers'>,
  examiner: Examiner,
  id: string,
  otherId: string,
): Promise<{ here: Session; pair: CasePair } | undefined> {
  const found = await findCase(ports, examiner, id)
  const here = found && (await ports.sessions.load(found.tenant, id))
  const pair = here && (await pairsOfCase(ports, here)).find(({ sessionId }) => sessionId === otherId)
  return here && pair && { here, pair }
}

/** The sessions that a search found, those that match in most ways first. */
function duplicatePairs(duplicates: Duplicates | undefined): DuplicatePair[] {
  if (!duplicates) return []
  const found = PAIR_REASONS.flatMap((reason) => (duplicates[reason] ?? []).map((sessionId) => ({ sessionId, reason })))
  return [...Map.groupBy(found, ({ sessionId }) => sessionId)]
    .map(([sessionId, reasons]) => ({
      sessionId,
      by: reasons.map(({ reason }) => reason),
      isSettled: duplicates.othersAlike?.includes(sessionId) ?? false,
    }))
    .toSorted((a, b) => b.by.length - a.by.length || (a.sessionId < b.sessionId ? 1 : -1))
}
