import { strToU8, zipSync } from 'fflate'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { explainSession } from '../decision/explanation.ts'
import { isReceived } from '../evidence/evidence-kind.ts'
import type { StoredImages } from '../evidence/pictures.ts'
import type { RecordedEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import { type Session, statusAt } from '../session/session.ts'
import { type ExportedFile, type ExportPorts, exportedFiles } from './person-export.ts'
import { readHistory } from './read-results.ts'

/**
 * Everything that is stored about the person of one session, for them to have (GDPR articles 15 and 20), whatever its
 * state, with the copy on record. Staff are named only by their role: their names are their own data.
 */
export async function exportPerson(
  ports: ExportPorts,
  { tenant, actor }: { tenant: string; actor: string },
  id: string,
): Promise<Result<Uint8Array, 'NOT_FOUND'>> {
  const session = await ports.sessions.load(tenant, id)
  if (!session) return refuse('NOT_FOUND')
  const now = ports.clock()
  // Recorded first: no copy may be made without a record.
  await ports.audit.record({ at: now, tenant, actor, action: 'read.person', sessionId: id })

  const days = (await ports.tenants.load(tenant))?.settings.retentionDays
  const files: Record<string, Uint8Array> = {}
  const contents: (readonly [string, string])[] = []
  for (const { name, about, read } of [...aboutPictures, ...exportedFiles.parts(), ...aboutDecision]) {
    contents.push([name, about])
    const found = await read(ports, session)
    if (found !== undefined && !(Array.isArray(found) && !found.length)) files[name] = json(found)
  }
  return accept(
    zipSync({
      'README.txt': strToU8(readme([['session.json', ABOUT_SESSION], ...contents, ['pictures/', ABOUT_PICTURES]])),
      'session.json': json(aboutSession(session, now, days)),
      ...files,
      ...(await readPictures(ports, session)),
    }),
  )
}

const ABOUT_SESSION = 'when it was, how it ended, and when it will be erased'
const ABOUT_PICTURES = 'every picture that is stored, the files of the chip and what your wallet presented, as received'

const aboutPictures: readonly ExportedFile[] = [
  {
    name: 'given-by-the-integrator.json',
    about: 'what the company that sent you stated at the beginning',
    read: (_, { request }) => request,
  },
  {
    name: 'read-from-pictures.json',
    about: 'what was read from your document and your selfie: fields, findings, your face template',
    read: (_, { document, face, captures, challenge }) => ({ document, face, captures, challenge }),
  },
]

const aboutDecision: readonly ExportedFile[] = [
  {
    name: 'earlier-answers.json',
    about: 'what was read and decided before you sent a new picture',
    read: (_, { earlier }) => earlier,
  },
  {
    name: 'unfinished-answer.json',
    about: 'what you have sent in answer to an unfinished request for a new picture',
    read: (_, { pendingAnswer }) => pendingAnswer,
  },
  { name: 'decision.json', about: 'how it was decided', read: (_, { decision }) => decision },
  {
    name: 'explanation.json',
    about: 'why, in words',
    read: (_, session) => (session.decision ? explainSession(session) : undefined),
  },
  { name: 'consent.json', about: 'what you agreed to', read: (_, { consent }) => consent },
  {
    name: 'reviews.json',
    about: 'what a person who looked at it decided, and the reason given',
    read: async ({ reviews }, { id }) => (await reviews.of(id)).map(({ reviewer: _, ...review }) => review),
  },
  {
    name: 'history.json',
    about: 'who did what and when: by role, since names are personal data of others',
    read: async (ports, session) => (await readHistory(ports, session)).map(withoutNames),
  },
]

function readme(contents: readonly (readonly [string, string])[]): string {
  const width = Math.max(...contents.map(([name]) => name.length)) + 2
  return `What is kept about you in one session of identity enrolment.

${contents.map(([name, about]) => `${name.padEnd(width)}${about}`).join('\n')}

A file is left out if it would be empty. Also stored, and useless without the key of the installation: hashes
by which the same document number or the same picture is recognised when it is sent again.
`
}

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
      pictures[`${folder}/${name}.${isReceived(name) ? 'json' : 'jpg'}`] = bytes
    }
  }
  return pictures
}

const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)
