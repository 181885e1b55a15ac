import { strToU8, zipSync } from 'fflate'
import { findMentions } from '../../features/case-parts.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { explainSession } from '../decision/explanation.ts'
import type { StoredImages } from '../evidence/pictures.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import { type Session, statusAt } from '../session/session.ts'
import { CHIP_FILES, CREDENTIAL_FILES } from '../vocabulary.ts'
import { readHistory } from './read-results.ts'

type Needs = Pick<
  Ports,
  'sessions' | 'images' | 'reviews' | 'pairAnswers' | 'tenants' | 'issuedCredentials' | 'audit' | 'blocklist' | 'clock'
>

/**
 * Everything that is stored about the person of one session, for them to have (GDPR articles 15 and 20), whatever its
 * state, with the copy on record. Staff are named only by their role: their names are their own data.
 */
export async function exportPerson(
  ports: Needs,
  { tenant, actor }: { tenant: string; actor: string },
  id: string,
): Promise<Result<Uint8Array, 'NOT_FOUND'>> {
  const session = await ports.sessions.load(tenant, id)
  if (!session) return refuse('NOT_FOUND')
  const now = ports.clock()
  // Recorded first: no copy may be made without a record.
  await ports.audit.record({ at: now, tenant, actor, action: 'read.person', sessionId: id })

  const days = (await ports.tenants.load(tenant))?.settings.retentionDays
  const reviews = await ports.reviews.of(id)
  const blocked = await findMentions(ports, session)
  const issued = await ports.issuedCredentials.ofSession(tenant, id)
  const pairs = await ports.pairAnswers.of(id)
  const files: Record<string, Uint8Array> = {
    'README.txt': strToU8(README),
    'session.json': json(aboutSession(session, now, days)),
    'given-by-the-integrator.json': json(session.request),
    'read-from-pictures.json': json({
      document: session.document,
      face: session.face,
      captures: session.captures,
      challenge: session.challenge,
    }),
    ...(session.chip && { 'read-from-chip.json': json(session.chip) }),
    ...(session.seal && { 'read-from-barcode.json': json(session.seal) }),
    ...(session.credential && { 'presented-by-wallet.json': json(session.credential) }),
    ...(issued.length && { 'issued-credentials.json': json(issued) }),
    ...(session.earlier?.length && { 'earlier-answers.json': json(session.earlier) }),
    ...(session.pendingAnswer && { 'unfinished-answer.json': json(session.pendingAnswer) }),
    ...(session.decision && {
      'decision.json': json(session.decision),
      'explanation.json': json(explainSession(session)),
    }),
    ...((session.laterHits ?? session.hitAnswers) && {
      'lists.json': json({
        laterHits: session.laterHits ?? [],
        answers: (session.hitAnswers ?? []).map(({ by: _, ...answer }) => answer),
      }),
    }),
    ...(blocked.length && { 'blocklist.json': json(blocked.map(({ by: _, ...entry }) => entry)) }),
    ...(pairs.length && {
      'duplicates.json': json(
        pairs.map(({ sessionId, otherId, answer, at }) => ({
          other: sessionId === id ? otherId : sessionId,
          answer,
          at,
        })),
      ),
    }),
    ...(session.consent && { 'consent.json': json(session.consent) }),
    ...(reviews.length && { 'reviews.json': json(reviews.map(({ reviewer: _, ...review }) => review)) }),
    'history.json': json((await readHistory(ports, session)).map(withoutNames)),
    ...(await readPictures(ports, session)),
  }
  return accept(zipSync(files))
}

const README = `What is kept about you in one session of identity enrolment.

session.json                  when it was, how it ended, and when it will be erased
given-by-the-integrator.json  what the company that sent you stated at the beginning
read-from-pictures.json       what was read from your document and your selfie: fields, findings, your face template
read-from-chip.json           what the chip of your document contains, and whether its signatures are valid
read-from-barcode.json        what a signed barcode of your document contains, and whether its signature is valid
presented-by-wallet.json      what your wallet presented, and the result of checking it
issued-credentials.json       credentials that you were given: when, until when they are valid, and whether they were revoked
earlier-answers.json          what was read and decided before you sent a new picture
unfinished-answer.json        what you have sent in answer to an unfinished request for a new picture
decision.json                 how it was decided, and explanation.json why, in words
lists.json                    entries of lists that may be you, found after the decision, and what reviewers said about them
blocklist.json                entries of the company's own list that name you, your document or your face, and why
duplicates.json               other sessions that were compared with yours, and whether they were said to be you
consent.json                  what you agreed to
reviews.json                  what a person who looked at it decided, and the reason given
history.json                  who did what and when: by role, since names are personal data of others
pictures/                     every picture that is stored, the files of the chip and what your wallet presented, as received

A file is left out if it would be empty. Also stored, and useless without the key of the installation: hashes
by which the same document number or the same picture is recognised when it is sent again.
`

function aboutSession(session: Session, now: Date, retentionDays: number | undefined) {
  const { id, tenant, mode, createdAt, expiresAt, completedAt } = session
  const erased = completedAt && retentionDays !== undefined && new Date(completedAt.getTime() + retentionDays * DAY_MS)
  return {
    sessionId: id,
    tenant,
    mode,
    status: statusAt(session, now),
    createdAt,
    expiresAt,
    completedAt,
    retentionDays,
    ...(erased && { erasedAbout: erased }),
    exportedAt: now,
  }
}

const DAY_MS = 86_400_000
const withoutNames = ({ at, actor, action }: RecordedEntry) => ({ at, who: actor.split(':')[0], action })

/** Each picture once, under the folder of the latest answer that it belongs to. */
async function readPictures({ images }: Pick<Ports, 'images'>, session: Session): Promise<Record<string, Uint8Array>> {
  const { earlier = [], pendingAnswer } = session
  const folders: [string, StoredImages][] = [
    ['pictures', session.images],
    ...(pendingAnswer ? [['pictures/unfinished', pendingAnswer.images] as [string, StoredImages]] : []),
    ...earlier.map((answer, at): [string, StoredImages] => [`pictures/earlier-${at + 1}`, answer.images]),
  ]
  const pictures: Record<string, Uint8Array> = {}
  const taken = new Set<string>()
  for (const [folder, stored] of folders) {
    for (const [name, object] of Object.values(stored).flatMap((objects) => Object.entries(objects))) {
      if (taken.has(object)) continue
      taken.add(object)
      const bytes = await images.get(session.id, object)
      if (!bytes) throw new Error(`session ${session.id}: picture ${name} is gone`)
      pictures[`${folder}/${name}.${name === CHIP_FILES || name === CREDENTIAL_FILES ? 'json' : 'jpg'}`] = bytes
    }
  }
  return pictures
}

const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)
