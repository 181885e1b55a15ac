import { accept, type Result, refuse } from '../../formats/result.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import type { Ports } from '../ports/ports.ts'
import type { QueueFilter } from '../ports/review.ts'
import { imagesOf, statusAt } from '../session/session.ts'
import type { Mode } from '../session/session-words.ts'
import { tenantsOf } from '../tenants/tenant-scope.ts'
import { type Case, openCaseParts } from './case-part.ts'
import { claimCase, type Examiner } from './claim-case.ts'
import { lookAt } from './look-at.ts'

/** What is one item on screen is many entries: each look at a case with nine pictures makes ten of them. */
const HISTORY = 500

/** Everything about a session, for a person at the console, with the look at it on record. */
export async function openCase(
  ports: Pick<
    Ports,
    'sessions' | 'sessionSearch' | 'reviews' | 'pairAnswers' | 'tenants' | 'issuedCredentials' | 'audit' | 'clock'
  >,
  examiner: Examiner,
  id: string,
): Promise<Result<Case, 'NOT_FOUND'>> {
  const session = await lookAt(ports, examiner, id, 'read.case')
  const tenant = session && (await ports.tenants.load(session.tenant))
  if (!session || !tenant) return refuse('NOT_FOUND')
  const now = ports.clock()
  const claim = await ports.reviews.claimOf(id, now)
  const person = session.person && (await ports.sessions.load(session.tenant, session.person.sessionId))
  return accept({
    session,
    person,
    status: statusAt(session, now),
    tenant,
    reviews: await ports.reviews.of(id),
    claim,
    ...(await openCaseParts(ports, session)),
    history: await ports.audit.list({ sessionId: id }, HISTORY),
  })
}

/** One picture of a session, also before its state is final, with the look at it on record. */
export async function openCaseImage(
  ports: Pick<Ports, 'sessions' | 'images' | 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  id: string,
  name: string,
  /** Which of the earlier answers it belongs to, from 1; the present one when absent. */
  earlier?: number,
): Promise<Result<Uint8Array, 'NOT_FOUND'>> {
  const session = await lookAt(ports, examiner, id, 'read.image', name)
  const shown = earlier === undefined ? session : session?.earlier?.[earlier - 1]
  const images = shown && imagesOf(shown)
  // A name comes from the caller: `constructor` exists on every object.
  const object = images && Object.hasOwn(images, name) ? images[name as ImageName] : undefined
  const bytes = object && (await ports.images.get(id, object))
  return bytes ? accept(bytes) : refuse('NOT_FOUND')
}

const PAGE = 50

/** Claims the most urgent case of this mode that nobody has claimed. Undefined when there is none. */
export async function claimNextCase(
  ports: Pick<Ports, 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  { except, mode, filter = {} }: { except: readonly string[]; mode: Mode; filter?: QueueFilter },
): Promise<string | undefined> {
  const own = { waitsFor: 'reviewer', for: examiner.username } as const
  const scope = { ...filter, ...own, tenants: tenantsOf(examiner), mode }
  for (let offset = 0; ; offset += PAGE) {
    const { cases } = await ports.reviews.waiting(ports.clock(), { offset, limit: PAGE }, scope)
    for (const { sessionId, claim } of cases) {
      if (except.includes(sessionId) || (claim && claim.reviewer !== examiner.username)) continue
      const claimed = await claimCase(ports, examiner, sessionId)
      if (claimed.ok) return sessionId
    }
    if (cases.length < PAGE) return undefined
  }
}
