import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { submitDocument } from '../../../src/features/document/submit-document.ts'
import { submitFace } from '../../../src/features/selfie/submit-face.ts'
import { accept } from '../../../src/formats/result.ts'
import { openInvitations } from '../../../src/kernel/accounts/auth/invite.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { findingsAgainst } from '../../../src/kernel/decision/findings.ts'
import { sealedImages } from '../../../src/kernel/evidence/sealed.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import type { Review } from '../../../src/kernel/ports/review.ts'
import { escalateCase, noteCase, undoAct } from '../../../src/kernel/review/act-on-case.ts'
import { askNewPicture } from '../../../src/kernel/review/ask-new-picture.ts'
import { versionOfCase, versionOfEvidence } from '../../../src/kernel/review/case-version.ts'
import type { Opinion } from '../../../src/kernel/review/review.ts'
import { reviewSession } from '../../../src/kernel/review/review-session.ts'
import type { FourEyes } from '../../../src/kernel/review/review-words.ts'
import { takePictureLink } from '../../../src/kernel/review/take-picture-link.ts'
import { completeSession } from '../../../src/kernel/session/complete-session.ts'
import { createSession } from '../../../src/kernel/session/create-session.ts'
import { isFinal, objectsOf, type Session } from '../../../src/kernel/session/session.ts'
import { openStorage, type Storage } from '../../../src/kernel/storage/open.ts'
import { listCatalogue } from '../../../src/vision/catalogue/catalogue.ts'
import { DEFAULTS, JPEG, passport, writtenEngine } from '../../support/app.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { passportPage } from '../decision/genuine.ts'

const REVIEWERS = ['ada', 'ben'] as const
type ReviewerName = (typeof REVIEWERS)[number]

/** What the rules are checked against: kept by the test, from what was done and answered. */
interface Facts {
  /** Who has approved which evidence. */
  approved: Record<string, ReviewerName[]>
  /** Who has left the case to somebody else. */
  escalated: ReviewerName[]
  /** Who could have sent the pictures. */
  linked: ReviewerName[]
}

interface World {
  ports: Ports
  id: string
  first: Record<ReviewerName, string>
  facts: Facts
}

interface Act {
  name: string
  do: (world: World, session: Session) => Promise<unknown>
}

/** Every act that anybody can do to a waiting case. */
const ACTS: Act[] = [
  ...REVIEWERS.flatMap((by): Act[] => {
    const examiner = { username: by, role: 'reviewer' } as const
    const seenNow = async ({ ports, id }: World, session: Session) =>
      versionOfCase(session, await ports.reviews.of(id), by)
    const settle = async (
      world: World,
      session: Session,
      verdict: 'approve' | 'reject',
      seen: string | undefined,
      against = findingsAgainst(session).map(({ code }) => code),
    ) => {
      const given = { verdict, reason: 'As I see it.', ...(verdict === 'approve' && { against }) }
      const done = await reviewSession(world.ports, examiner, world.id, given, { undoSeconds: 10, seen })
      const { approved } = world.facts
      const evidence = evidenceOf(session)
      if (done.ok && verdict === 'approve') approved[evidence] = [...(approved[evidence] ?? []), by]
      return done.ok
    }
    return [
      { name: `${by} approves`, do: async (w, s) => settle(w, s, 'approve', await seenNow(w, s)) },
      {
        name: `${by} approves what was seen first`,
        async do(world, session) {
          const done = await settle(world, session, 'approve', world.first[by])
          assert.ok(!done || !isAnswered(session), 'nobody approves what they have not seen')
        },
      },
      {
        name: `${by} approves and names no finding`,
        async do(world, session) {
          const done = await settle(world, session, 'approve', await seenNow(world, session), [])
          assert.ok(
            !done || !findingsAgainst(session).length,
            'nobody approves without a word on what speaks against it',
          )
        },
      },
      { name: `${by} approves and names no version`, do: (w, s) => settle(w, s, 'approve', undefined) },
      { name: `${by} rejects`, do: async (w, s) => settle(w, s, 'reject', await seenNow(w, s)) },
      { name: `${by} notes`, do: ({ ports, id }) => noteCase(ports, examiner, id, 'A note.') },
      {
        name: `${by} escalates`,
        async do({ ports, id, facts }) {
          const left = await escalateCase(ports, examiner, id, 'The edge.', { undoSeconds: 10 })
          if (left.ok) facts.escalated.push(by)
        },
      },
      {
        name: `${by} asks for a new picture`,
        async do(world, session) {
          const request = { of: 'FACE', reason: 'BLURRED' } as const
          const hold = { undoSeconds: 10, seen: await seenNow(world, session), validDays: 14 }
          const asked = await askNewPicture(world.ports, examiner, world.id, request, hold)
          assert.ok(!asked.ok || !world.facts.escalated.includes(by), 'who has left a case does not go on with it')
        },
      },
      {
        name: `${by} takes the link`,
        async do({ ports, id, facts }) {
          const taken = await takePictureLink(ports, examiner, id, openInvitations(ports, DEFAULTS))
          if (taken.ok && !facts.linked.includes(by)) facts.linked.push(by)
        },
      },
      {
        name: `${by} undoes`,
        async do({ ports, id, facts }, session) {
          const undone = await undoAct(ports, examiner, id)
          if (!undone.ok) return
          const evidence = evidenceOf(session)
          const act = session.held?.act
          const without = (names: ReviewerName[] = []) => names.filter((name) => name !== by)
          if (act === 'approve') facts.approved[evidence] = without(facts.approved[evidence])
          if (act === 'escalate') facts.escalated = without(facts.escalated)
        },
      },
    ]
  }),
  {
    name: 'the person sends a selfie',
    do: ({ ports, id }) => submitFace(ports, { tenant: 'acme', sessionId: id, mode: 'live' }, SENT, { validDays: 14 }),
  },
  {
    name: 'the person completes',
    do: ({ ports, id }) => completeSession(ports, { tenant: 'acme', sessionId: id }),
  },
]
const SENT = { picture: JPEG, source: 'api' } as const

/** Said independently of the service: the pictures and what was decided on them. */
const evidenceOf = ({ document, face, images, decision }: Session): string =>
  JSON.stringify([document, face, images, decision])
const isAnswered = ({ newPictures = [] }: Session) => newPictures.some(({ answeredAt }) => answeredAt)

/** What must hold of every state. */
function check(session: Session, { approved, escalated, linked }: Facts): void {
  if (session.status !== 'MANUAL_APPROVED') return
  const by = new Set(approved[evidenceOf(session)])
  assert.equal(by.size, 2, 'two different people have seen this evidence and approved it')
  for (const name of by) {
    assert.ok(!linked.includes(name), `${name} could have sent the pictures`)
    assert.ok(!escalated.includes(name), `${name} has left the case to somebody else`)
  }
}

describe('a case that two reviewers and the person work on in every order', () => {
  let dataDir: string
  let storage: Storage
  let memory: ReturnType<typeof keptInMemory>
  let start: Omit<World, 'facts'>
  let begin: Kept
  before(async () => {
    dataDir = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'limen-order-'))
    const now = new Date('2026-06-15T10:00:00Z')
    const clock = () => now
    storage = await openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })
    const engine = writtenEngine()
    engine.page = async () => accept({ ...passport(), reading: passportPage({ editor: 'Some Editor 1.0' }) })
    const images = sealedImages({ db: storage.database.db, keys: storage.keys }, memoryStore(clock))
    const ports = { ...storage, images, engine, catalogue: listCatalogue(), clock }
    await storage.tenants.create({
      id: 'acme',
      name: 'Acme',
      settings: { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90, fourEyes: 'approvals' },
    })
    const tenant = await storage.tenants.load('acme')
    assert.ok(tenant)
    const created = await createSession(ports, tenant, {
      request: {},
      mode: 'live',
      actor: 'credential:shop',
      validMinutes: 60,
    })
    assert.ok(created.ok)
    const { id } = created.value
    const enrolment = { tenant: 'acme', sessionId: id, mode: 'live' } as const
    assert.ok((await submitDocument(ports, enrolment, SENT, { validDays: 14 })).ok)
    assert.ok((await submitFace(ports, enrolment, SENT, { validDays: 14 })).ok)
    assert.ok((await completeSession(ports, enrolment)).ok)
    const session = await ports.sessions.load('acme', id)
    assert.ok(session?.status === 'WAITING_FOR_MANUAL_APPROVE')
    const first = versionOfCase(session, [], 'ada')
    memory = keptInMemory(ports, session)
    begin = memory.kept
    start = {
      ports: memory.ports,
      id,
      first: { ada: first, ben: first },
    }
  })
  after(async () => {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Plays every sequence of so many acts after these; answers how many acts it played. */
  async function playAll(first: readonly string[], most: number, fourEyes: FourEyes = 'approvals'): Promise<number> {
    memory.fourEyes = fourEyes
    memory.kept = begin
    const world: World = { ...start, facts: { approved: {}, escalated: [], linked: [] } }
    for (const name of first) await ACTS.find((act) => act.name === name)?.do(world, memory.kept.session)
    const seen = new Set<string>()
    let states: State[] = [{ kept: memory.kept, facts: world.facts, acts: [...first] }]
    let played = 0
    for (let depth = 0; depth < most; depth++) {
      const next: State[] = []
      for (const { kept, facts, acts } of states)
        for (const act of ACTS) {
          memory.kept = kept
          const world: World = {
            ...start,
            facts: {
              approved: { ...facts.approved },
              escalated: [...facts.escalated],
              linked: [...facts.linked],
            },
          }
          played += 1
          try {
            await act.do(world, kept.session)
            if (memory.kept === kept) continue
            const { session } = memory.kept
            check(session, world.facts)
            const now = objectsOf(session)
            for (const { images } of kept.session.earlier ?? [])
              for (const object of objectsOf({ images })) assert.ok(now.includes(object), 'earlier pictures stay')
            const key = keyOf(session, world.facts)
            if (seen.has(key)) continue
            seen.add(key)
            // Nothing moves on from here.
            if (isFinal(session.status) && session.held?.version !== session.version) continue
            next.push({ kept: memory.kept, facts: world.facts, acts: [...acts, act.name] })
          } catch (cause) {
            throw new Error(`after: ${[...acts, act.name].join(', ')}`, { cause })
          }
        }
      states = next
    }
    return played
  }

  it('is settled by two different people who have seen its evidence, in every sequence of up to six acts', async () => {
    assert.ok((await playAll([], 6)) > 10_000)
  })

  it('also where one reviewer is enough, because a specimen is confirmed by a second one', async () => {
    assert.ok((await playAll([], 5, 'off')) > 3_000)
  })

  it('and in every sequence of up to four that follow a new picture', async () => {
    const answered = ['the person sends a selfie', 'the person completes']
    for (const before of [
      ['ada approves', 'ben asks for a new picture', 'ben takes the link'],
      ['ada approves', 'ben asks for a new picture'],
      ['ada escalates', 'ben asks for a new picture'],
    ])
      for (const fourEyes of ['approvals', 'off'] as const)
        assert.ok((await playAll([...before, ...answered], 4, fourEyes)) > 100, before.join(', '))
  })
})

interface State {
  kept: Kept
  facts: Facts
  acts: string[]
}

interface Kept {
  session: Session
  reviews: (Review & { at: Date })[]
}

/** One session and its reviews in memory, with the contract of the stored ones: states are kept, and gone back to. */
function keptInMemory(ports: Ports, session: Session) {
  const memory: { kept: Kept; fourEyes: FourEyes } = { kept: { session, reviews: [] }, fourEyes: 'approvals' }
  const sessions: Ports['sessions'] = {
    ...ports.sessions,
    load: async () => memory.kept.session,
    async save(written, { review } = {}) {
      const { session: stored, reviews } = memory.kept
      if (stored.version !== written.version) return false
      memory.kept = {
        session: { ...written, version: written.version + 1 },
        reviews: review ? [...reviews, { ...review, at: ports.clock() }] : reviews,
      }
      return true
    },
  }
  const reviews: Ports['reviews'] = {
    ...ports.reviews,
    find: async () => memory.kept.session,
    of: async () => memory.kept.reviews,
    claimOf: async () => undefined,
    release: async () => false,
  }
  const tenants: Ports['tenants'] = {
    ...ports.tenants,
    async load(id) {
      const tenant = await ports.tenants.load(id)
      return tenant && { ...tenant, settings: { ...tenant.settings, fourEyes: memory.fourEyes } }
    },
  }
  return Object.assign(memory, { ports: { ...ports, sessions, reviews, tenants } })
}

/** Equal for states that differ in times, names of objects and the names of the reviewers only. */
function keyOf(session: Session, facts: Facts): string {
  const evidence = evidenceOf(session)
  const opinionsOf = (opinions: readonly Opinion[] = []) =>
    opinions.map(({ by, verdict, evidence: of }) => [by, verdict, of])
  const requestsOf = (requests: Session['newPictures'] = []) =>
    requests.map(({ by, sent, answeredAt }) => [by, sent, answeredAt !== undefined])
  const { held, version } = session
  const isHeld = held?.version === version
  const key = JSON.stringify([
    versionOfEvidence(session),
    session.status,
    opinionsOf(session.opinions),
    requestsOf(session.newPictures),
    session.pendingAnswer !== undefined,
    session.linkTakers?.toSorted(),
    held && [isHeld, held.by, held.act],
    held && [held.before.status, opinionsOf(held.before.opinions), requestsOf(held.before.newPictures)],
    facts.approved[evidence]?.toSorted(),
    facts.escalated.toSorted(),
    facts.linked.toSorted(),
  ])
  // Versions of evidence by the order in which they come.
  const numbers = new Map<string, string>()
  const plain = key.replaceAll(
    /"[\w-]{22}"/g,
    (of) => numbers.get(of) ?? numbers.set(of, `#${numbers.size}`).get(of) ?? of,
  )
  const swapped = plain.replaceAll(/"(ada|ben)"/g, (_, name) => (name === 'ada' ? '"ben"' : '"ada"'))
  return plain < swapped ? plain : swapped
}
