import { accept, type Result, refuse } from '../../formats/result.ts'
import type { AgainstFinding } from '../contract/problem.ts'
import { type Explanation, explainSession } from '../decision/explanation.ts'
import { findingsAgainst } from '../decision/findings.ts'
import type { Ports } from '../ports/ports.ts'
import type { Review } from '../ports/review.ts'
import { versionOfCase } from '../review/case-version.ts'
import type { Examiner } from '../review/claim-case.ts'
import { loadCase } from '../tenants/tenant-scope.ts'
import { type NotReady, type Reader, readResults } from './read-results.ts'

export type ReviewedExplanation = Explanation & {
  reviews: (Review & { at: Date })[]
  /** For a reviewer: the version of what they see, to be sent with what they do to it. */
  version?: string
  /** For a reviewer: what an approval must name. */
  against?: AgainstFinding[]
}

/** Why a session was decided as it was, for the integrator: once its state is final. */
export async function explain(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'audit' | 'clock'>,
  reader: Reader,
  id: string,
): Promise<Result<ReviewedExplanation, 'NOT_FOUND'> | NotReady> {
  const session = await readResults(ports, reader, id, 'explanation')
  if (!session.ok) return session
  const explanation = explainSession(session.value)
  return explanation ? accept({ ...explanation, reviews: await ports.reviews.of(id) }) : refuse('NOT_FOUND')
}

/** The same for a reviewer, who needs it before the state is final. */
export async function explainCase(
  ports: Pick<Ports, 'sessions' | 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  id: string,
): Promise<Result<ReviewedExplanation, 'NOT_FOUND'>> {
  const session = await loadCase(ports, examiner, id)
  const explanation = session && explainSession(session)
  if (!explanation) return refuse('NOT_FOUND')

  const { tenant } = session
  await ports.audit.record({
    at: ports.clock(),
    tenant,
    actor: `reviewer:${examiner.username}`,
    action: 'read.explanation',
    sessionId: id,
  })
  const reviews = await ports.reviews.of(id)
  const against = findingsAgainst(session).map(({ code, reason }) => ({ code, reason }))
  const version = versionOfCase(session, reviews, examiner.username)
  return accept({ ...explanation, reviews, version, ...(against.length > 0 && { against }) })
}
