import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { submitDocument } from '../../src/features/document/submit-document.ts'
import { submitFace } from '../../src/features/selfie/submit-face.ts'
import { accept } from '../../src/formats/result.ts'
import { deleteSession } from '../../src/kernel/erasure/erase.ts'
import { storedObjects } from '../../src/kernel/evidence/pictures.ts'
import { sweep } from '../../src/kernel/operations/sweep.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import { completeSession } from '../../src/kernel/session/complete-session.ts'
import { isFinal } from '../../src/kernel/session/session.ts'
import type { Storage } from '../../src/kernel/storage/open.ts'
import { listCatalogue } from '../../src/vision/catalogue/catalogue.ts'
import type { Engine } from '../../src/vision/engine.ts'
import { face, passport } from './app.ts'
import { noTeaching } from './no-teaching.ts'

const DAY = 86_400_000
const VALID_DAYS = 14

/**
 * One session, everything at once: pictures, `complete`, deletion and expiry, each after a random pause. Fails unless
 * the end state is one that some order of them could give.
 */
export async function raceOnce(storage: Storage, tenant: string): Promise<void> {
  let now = new Date()
  const ports: Ports = { ...storage, engine: writtenEngine, catalogue: listCatalogue(), clock: () => now }
  const id = randomUUID()
  const enrolment = { tenant, sessionId: id, mode: 'test' } as const
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await storage.sessions.create({
    id,
    tenant,
    mode: 'test',
    status: 'PENDING',
    version: 0,
    createdAt: now,
    expiresAt,
    request: {},
    images: {},
  })

  const sent = { picture: new Uint8Array(1), source: 'api' } as const
  const maybe = <Value>(chance: number, act: () => Promise<Value>) =>
    Math.random() < chance ? pause().then(act) : Promise.resolve(undefined)
  const [documents, faces, completions, deleted] = await Promise.all([
    Promise.all([1, 2].map(() => maybe(0.9, () => submitDocument(ports, enrolment, sent, { validDays: VALID_DAYS })))),
    Promise.all([1, 2].map(() => maybe(0.9, () => submitFace(ports, enrolment, sent, { validDays: VALID_DAYS })))),
    Promise.all([1, 2, 3].map(() => maybe(0.9, () => completeSession(ports, enrolment)))),
    maybe(0.4, () => deleteSession(ports, { tenant, mode: 'test', actor: 'race' }, id)),
    maybe(0.4, async () => {
      now = new Date(now.getTime() + 15 * DAY)
      await expireOnly(ports, tenant, id)
    }),
  ])

  const accepted = [...documents, ...faces].filter((outcome) => outcome?.ok).length
  const completed = completions.filter((outcome) => outcome?.ok).length
  assert.ok(completed <= 1, 'completed twice')
  const events = (await storage.outbox.list(tenant, undefined, 1000)).filter(({ sessionId }) => sessionId === id)
  assert.ok(events.length <= 1, 'more than one event')
  if (completed) assert.ok(events[0]?.status !== 'EXPIRED' && events.length === 1, 'completed without its event')

  const session = await storage.sessions.load(tenant, id)
  assert.equal(session === undefined, deleted === true, 'there although deleted, or gone although not')
  if (!session) return checkGone(storage, id)

  const expired = session.status === 'EXPIRED' ? 1 : 0
  assert.equal(session.version, accepted + completed + expired, 'a write was lost or told of twice')
  assert.equal(
    session.document !== undefined,
    documents.some((outcome) => outcome?.ok),
    'document',
  )
  assert.equal(
    session.face !== undefined,
    faces.some((outcome) => outcome?.ok),
    'face',
  )
  assert.equal(
    completed === 1,
    isFinal(session.status) || session.status === 'WAITING_FOR_MANUAL_APPROVE',
    session.status,
  )
  assert.equal(events.length, completed + expired, 'events')
  for (const object of storedObjects(session.images)) {
    assert.ok(await storage.images.get(id, object), 'a picture that cannot be read')
  }
}

/** What the sweep does for this session alone, so that rounds do not disturb each other. */
function expireOnly(ports: Ports, tenant: string, id: string) {
  const one: Ports = {
    ...ports,
    sessions: {
      ...ports.sessions,
      halfErased: async () => [],
      overdue: async () => [{ tenant, id }],
      retired: async () => [],
    },
    images: { ...ports.images, orphans: async () => [] },
  }
  return sweep(one, 60)
}

async function checkGone({ database: { db } }: Storage, id: string): Promise<void> {
  assert.equal(await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst(), undefined)
  assert.equal(
    await db.selectFrom('session_key').select('session_id').where('session_id', '=', id).executeTakeFirst(),
    undefined,
  )
  const graves = await db.selectFrom('tombstone').select('actor').where('session_id', '=', id).execute()
  assert.deepEqual(
    graves.map(({ actor }) => actor),
    ['race'],
  )
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 12))

const writtenEngine: Engine = {
  ...noTeaching,
  readPage: async () => {
    await pause()
    return accept(passport())
  },
  readChallenge: async () => ({ seen: { frames: [] }, images: {}, models: [] }),
  readFace: async () => {
    await pause()
    return accept(face())
  },
  readStoredPortrait: async (picture) => ({ image: picture }),
  rewritePicture: async (picture) => ({ image: picture, hash: new Uint8Array() }),
  ready: () => true,
  close: async () => {},
}
