import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { certify, makeAuthority } from '../../packages/specimen/src/chip/certify.ts'
import { makeChip } from '../../packages/specimen/src/chip/make-chip.ts'
import { writeDg1, writeDg2 } from '../../packages/specimen/src/chip/write-groups.ts'
import { drawChipChallenge, submitChip } from '../../src/features/chip/submit-chip.ts'
import { openChips } from '../../src/features/chip/verify/open-chips.ts'
import { submitDocument } from '../../src/features/document/submit-document.ts'
import { submitFace } from '../../src/features/selfie/submit-face.ts'
import { accept } from '../../src/formats/result.ts'
import { defaultPolicy, withSha256 } from '../../src/kernel/decision/change-policy.ts'
import { checkDecision } from '../../src/kernel/decision/check-decision.ts'
import { evidenceOf } from '../../src/kernel/decision/evidence.ts'
import { findingsAgainst } from '../../src/kernel/decision/findings.ts'
import { TRUST_FACTORS } from '../../src/kernel/decision/levels.ts'
import { defaultPolicyRules, type PolicyRules } from '../../src/kernel/decision/policy.ts'
import { deleteSession } from '../../src/kernel/erasure/erase.ts'
import { findSpecimenMarks } from '../../src/kernel/evidence/document/specimen.ts'
import { sealedImages } from '../../src/kernel/evidence/sealed.ts'
import { sweep } from '../../src/kernel/operations/sweep.ts'
import type { Ports } from '../../src/kernel/ports/ports.ts'
import type { Tenant } from '../../src/kernel/ports/tenants.ts'
import { bundleEvidence } from '../../src/kernel/results/evidence-bundle.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { askNewPicture } from '../../src/kernel/review/ask-new-picture.ts'
import { versionOfCase } from '../../src/kernel/review/case-version.ts'
import { reviewSession } from '../../src/kernel/review/review-session.ts'
import { completeSession } from '../../src/kernel/session/complete-session.ts'
import { createSession } from '../../src/kernel/session/create-session.ts'
import { stepsOf } from '../../src/kernel/session/flow.ts'
import { withdraw } from '../../src/kernel/session/give-consent.ts'
import { isFinal, missingParts, type Session } from '../../src/kernel/session/session.ts'
import type { Mode, Part } from '../../src/kernel/session/session-words.ts'
import { openStorage, type Storage } from '../../src/kernel/storage/open.ts'
import { openTrustFiles } from '../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../src/kernel/trust/trust.ts'
import { listCatalogue } from '../../src/vision/catalogue/catalogue.ts'
import type { PageReading } from '../../src/vision/document/page-reading.ts'
import { passportPage, selfie, template } from '../kernel/decision/genuine.ts'
import { auditEntry } from '../storage/sample.ts'
import { JPEG, writtenEngine } from './app.ts'
import { memoryStore } from './memory-store.ts'

/** A policy as version 0.1 knew it: it approves by itself, so that what binds in live mode is all that stands in the way. */
const eight: PolicyRules = {
  name: 'eight',
  version: '1',
  factors: Object.fromEntries(
    TRUST_FACTORS.map((name) => [name, defaultPolicyRules().factors[name]]),
  ) as PolicyRules['factors'],
}

const issued = (country: string, extra: Partial<PageReading> = {}): PageReading => {
  const page = passportPage({ country, documentName: `${country} Passport`, ...extra })
  assert.ok(page.mrz)
  return { ...page, mrz: { ...page.mrz, fields: { ...page.mrz.fields, issuing_state_or_organization: country } } }
}
/** Whether it is an original could not be told, so a person looks. */
function withoutRecapture({ recapture: _, ...page }: PageReading): PageReading {
  return page
}
/** Passports that the person may send: of her own, a specimen, somebody else's, and one that a reviewer must look at. */
const PAGES = {
  own: issued('SWE'),
  specimen: passportPage(),
  stranger: issued('FIN', { portrait: template(0, 1) }),
  doubtful: withoutRecapture(issued('NOR')),
} as const
type PageName = keyof typeof PAGES

/** Chips that the person's app may send: of a state that is trusted, altered after it was signed, and of a signer nobody knows. */
const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
const authority = makeAuthority('CSCA', { way, country: 'SE' })
const LINES = ['P<SWEERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36SWE7408122F3204153ZE184226B<<<<<12']
const OTHER = ['P<SWESPECIMEN<<OTTO<<<<<<<<<<<<<<<<<<<<<<<<<', 'X123456783SWE6001012M3004153<<<<<<<<<<<<<<06']
const groupsOf = (lines: string[]) =>
  new Map([
    [1, writeDg1(lines)],
    [2, writeDg2(JPEG)],
  ])
function signedChip(by: ReturnType<typeof makeAuthority>) {
  return makeChip(groupsOf(LINES), certify('Signer', { way, by, country: 'SE' }), {
    issuer: by,
    signedAt: '2024-05-01',
  })
}
const trusted = signedChip(authority)
const CHIPS = {
  trusted,
  altered: { ...trusted, groups: groupsOf(OTHER) },
  unknown: signedChip(makeAuthority('Another CSCA', { way, country: 'SE' })),
} as const
type ChipName = keyof typeof CHIPS

/** Whose chip is read in place of the document's front, and whose must be. */
const TENANTS = ['open', 'challenged', 'instead', 'required'] as const
const FLOWS = [undefined, 'identity', 'document', 'selfie-only'] as const
const REVIEWERS = ['ada', 'ben'] as const
type ReviewerName = (typeof REVIEWERS)[number]

/** What a run knows of its one session. */
interface World {
  ports: Ports
  storage: Storage
  clock: { now: Date }
  tenant: Tenant
  mode: Mode
  id: string
  /** What each reviewer has seen last: the version, and the pages it was of. */
  seen: Partial<Record<ReviewerName, { version: string; pages: string }>>
  erased: boolean
  /** The version that was checked last: what has not changed since needs no second look. */
  checked?: number
  /** The final status, once there is one: it never changes again. */
  final?: Session['status']
}

type Act = (world: World, ports: Ports) => Promise<unknown>
interface Step {
  name: string
  act: Act
}

const enrolmentOf = ({ tenant, id, mode }: World) => ({ tenant: tenant.id, sessionId: id, mode })
const pagesOf = ({ document, face, images }: Session): string => JSON.stringify([document, face, images])
const OPTIONS = { validDays: 14 }
const SENT = { picture: JPEG, source: 'api' } as const

const sendPage = (page: PageName): Step => ({
  name: `the person sends her document: ${page}`,
  act: (world, ports) => {
    const engine = { ...ports.engine, readPage: async () => accept(pageResult(PAGES[page])) }
    return submitDocument({ ...ports, engine }, enrolmentOf(world), SENT, OPTIONS)
  },
})
const pageResult = (reading: PageReading) => ({
  reading,
  images: { original_FRONT: JPEG, primary_face: JPEG },
  hash: new Uint8Array(),
})
const sendChip = (chip: ChipName): Step => ({
  name: `the person's app sends a chip: ${chip}`,
  act: async (world, ports) => {
    const chips = openChips(world.storage.trustedItems)
    const before = await ports.sessions.load(world.tenant.id, world.id)
    const sent = await submitChip({ ...ports, chips }, enrolmentOf(world), CHIPS[chip], OPTIONS)
    if (sent.ok) assert.notEqual(chip, 'altered', 'an altered chip is refused')
    if (sent.ok || sent.refusal === 'CHIP_ALTERED')
      assert.equal(before?.completedAt, undefined, 'a session that is completed takes no chip')
  },
})
const drawForChip: Step = {
  name: "the person's app draws a challenge for the chip",
  act: (world, ports) => drawChipChallenge(ports, enrolmentOf(world)),
}
const sendFace: Step = {
  name: 'the person sends a selfie',
  act: (world, ports) => submitFace(ports, enrolmentOf(world), SENT, OPTIONS),
}
const complete: Step = {
  name: 'the person completes',
  act: (world, ports) => completeSession(ports, enrolmentOf(world)),
}
const takeBack: Step = {
  name: 'the person withdraws',
  act: async (world, ports) => {
    const before = await ports.sessions.load(world.tenant.id, world.id)
    const gone = await withdraw(ports, enrolmentOf(world))
    if (gone.ok) assert.equal(before?.completedAt, undefined, 'a case under review is not the person’s to erase')
  },
}
const look = (by: ReviewerName): Step => ({
  name: `${by} looks at the case`,
  act: async (world, ports) => {
    const session = await ports.sessions.load(world.tenant.id, world.id)
    if (!session) return
    const version = versionOfCase(session, await ports.reviews.of(world.id), by)
    world.seen[by] = { version, pages: pagesOf(session) }
  },
})
const settle = (by: ReviewerName, verdict: 'approve' | 'reject'): Step => ({
  name: `${by} says ${verdict}`,
  act: async (world, ports) => {
    const seen = world.seen[by]
    const now = verdict === 'approve' && (await ports.sessions.load(world.tenant.id, world.id))
    const against = now ? findingsAgainst(now).map(({ code }) => code) : []
    const given = { verdict, reason: 'As I see it.', against }
    const outcome = await reviewSession(ports, examiner(by), world.id, given, { undoSeconds: 0, seen: seen?.version })
    if (!outcome.ok) return
    const session = await ports.sessions.load(world.tenant.id, world.id)
    if (session && seen) assert.equal(pagesOf(session), seen.pages, 'a verdict is about what was seen')
    else if (session) assert.ok(!session.newPictures?.some(({ answeredAt }) => answeredAt), 'nobody settles unseen')
  },
})
const examiner = (username: ReviewerName) => ({ username, role: 'reviewer' }) as const
const ask = (by: ReviewerName, of: Part): Step => ({
  name: `${by} asks for a new ${of}`,
  act: (world, ports) => {
    const request = { of, reason: 'BLURRED' } as const
    const hold = { undoSeconds: 0, seen: world.seen[by]?.version, ...OPTIONS }
    return askNewPicture(ports, examiner(by), world.id, request, hold)
  },
})
const erase: Step = {
  name: 'the integrator deletes',
  act: ({ tenant, mode, id }, ports) => deleteSession(ports, { tenant: tenant.id, mode, actor: 'credential:shop' }, id),
}
const wait = (hours: number): Step => ({
  name: `${hours} hours pass, and the sweep runs`,
  act: (world, ports) => {
    world.clock.now = new Date(world.clock.now.getTime() + hours * 3_600_000)
    return sweep(ports, 60)
  },
})

class Died extends Error {}

/** The same ports, on which the process dies at the n-th write: before it, or right after it. */
function dyingAt(ports: Ports, at: number, done: boolean): Ports {
  let calls = 0
  const dying = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port => ({
    ...port,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: unknown[]) => {
          const isLast = calls++ === at
          if (calls > at + 1 || (isLast && !done)) throw new Died()
          const value = await (port[name] as (...args: unknown[]) => unknown).apply(port, args)
          if (isLast) throw new Died()
          return value
        },
      ]),
    ),
  })
  return {
    ...ports,
    sessions: dying(ports.sessions, ['save', 'beginErasure', 'finishErasure']),
    images: dying(ports.images, ['put', 'remove', 'removeAll']),
  }
}

const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(PAGES) as PageName[])).map(sendPage) },
  { weight: 3, arbitrary: fc.constant(sendFace) },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(CHIPS) as ChipName[])).map(sendChip) },
  { weight: 1, arbitrary: fc.constant(drawForChip) },
  { weight: 4, arbitrary: fc.constant(complete) },
  { weight: 4, arbitrary: fc.constantFrom(...REVIEWERS).map(look) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...REVIEWERS)
      .chain((by) => fc.constantFrom(settle(by, 'approve'), settle(by, 'reject'))),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...REVIEWERS).chain((by) => fc.constantFrom(ask(by, 'FRONT'), ask(by, 'FACE'))),
  },
  { weight: 1, arbitrary: fc.constantFrom(takeBack, erase) },
  { weight: 1, arbitrary: fc.constantFrom(wait(1), wait(24 * 15), wait(24 * 100)) },
)

const together: fc.Arbitrary<Step> = fc.tuple(simple, simple).map(([one, other]) => ({
  name: `at once: ${one.name}, and ${other.name}`,
  act: async (world, ports) => {
    // A verdict of one that runs beside a change of the other is held to what was seen before both.
    await Promise.all([one.act(world, ports), other.act(world, ports)])
  },
}))

const cutShort: fc.Arbitrary<Step> = fc.tuple(simple, fc.nat(4), fc.boolean()).map(([step, at, done]) => ({
  name: `${step.name}; the process dies ${done ? 'after' : 'before'} write ${at + 1}`,
  act: async (world, ports) => {
    await step.act(world, dyingAt(ports, at, done)).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error
    })
  },
}))

class Command implements fc.AsyncCommand<object, World> {
  readonly #step: Step
  constructor(step: Step) {
    this.#step = step
  }
  check = () => true
  toString = () => this.#step.name
  async run(_: object, world: World): Promise<void> {
    await this.#step.act(world, world.ports)
    await checkInvariants(world)
  }
}

const commands = fc.commands(
  [simple, simple, simple, together, cutShort].map((steps) => steps.map((step) => new Command(step))),
  { maxCommands: 16, size: 'max' },
)

/** What holds after every step, whoever did what. */
async function checkInvariants(world: World): Promise<void> {
  const { ports, tenant, id } = world
  const session = await ports.sessions.load(tenant.id, id)
  if (!session) {
    world.erased = true
    return
  }
  assert.ok(!world.erased, 'what was erased does not come back')
  if (world.final) assert.equal(session.status, world.final, 'a final state never changes')
  if (isFinal(session.status)) world.final = session.status
  if (world.checked === session.version) return
  world.checked = session.version
  for (const object of Object.values(session.images).flatMap((part) => Object.values(part)))
    assert.ok(await ports.images.get(id, object), 'every picture that the session names is there')

  const { decision } = session
  if (!decision) return
  const policy = await ports.policies.bySha256(decision.policy.sha256)
  const evidence = evidenceOf(session)
  assert.ok(policy && evidence)
  assert.deepEqual(checkDecision(decision, evidence, policy), { problems: [], notes: [] }, 'decision and results agree')
  assert.deepEqual(
    missingParts({ ...session, newPictures: [] }, tenant.settings),
    [],
    'nothing is decided before all that the flow asks for is there',
  )
  if (session.mode === 'live' && session.chip?.verdict === 'ALTERED')
    assert.equal(decision.level, 'LOW', 'an altered chip is rejected')
  if (session.status === 'AUTO_APPROVED' && session.mode === 'live') {
    const marks = session.document ? findSpecimenMarks(session.document) : []
    assert.deepEqual(marks, [], 'no specimen is approved')
    const asksFace = stepsOf(session, tenant.settings).includes('face')
    assert.ok(
      !asksFace || tenant.settings.challenge === 'off',
      'nobody is approved without the challenge that the flow asks for',
    )
  }
}

/** What holds at the end: evidence is valid, and of an erased person nothing is left. */
async function checkEnd(world: World): Promise<void> {
  const { ports, storage, tenant, mode, id } = world
  const session = await ports.sessions.load(tenant.id, id)
  if (session && isFinal(session.status) && session.decision) {
    const bundle = await bundleEvidence(ports, { tenant: tenant.id, mode, actor: 'credential:shop' }, id)
    assert.ok(bundle.ok)
    assert.deepEqual(verifyEvidence(bundle.value).problems, [])
  }
  if (session) return
  await sweep(ports, 60)
  const { db } = storage.database
  for (const table of [
    'session_key',
    'review',
    'review_claim',
    'search_mark',
    'print',
    'sent_picture',
    'hand_over',
  ] as const)
    assert.equal(
      await db.selectFrom(table).select('session_id').where('session_id', '=', id).executeTakeFirst(),
      undefined,
      table,
    )
  assert.equal(await db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst(), undefined)
}

/** A disk in memory, where there is one: what is played needs none that lasts. */
const MEMORY = '/dev/shm'

/** A fresh storage after so many runs: what they leave behind would slow down those that follow. */
const RUNS_A_STORAGE = 250

/** Plays so many runs, each of one session that several people work on in any order, and throws at the first that breaks a rule. */
export async function playSessions({ runs, seed }: { runs: number; seed?: number }): Promise<void> {
  for (let played = 0; played < runs; played += RUNS_A_STORAGE)
    await playOnOneStorage({
      runs: Math.min(RUNS_A_STORAGE, runs - played),
      ...(seed !== undefined && { seed: seed + played }),
    })
}

async function playOnOneStorage({ runs, seed }: { runs: number; seed?: number }): Promise<void> {
  const dataDir = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'limen-model-'))
  const clock = { now: new Date('2026-06-15T10:00:00Z') }
  const storage = await openStorage({ dataDir, clock: () => clock.now, defaultPolicy: defaultPolicy() })
  // What is played are crashes of the process, not of the machine.
  await sql`pragma synchronous = off`.execute(storage.database.db)
  const engine = writtenEngine()
  engine.face = async () =>
    accept({ reading: selfie(), images: { face_original: JPEG, face_cropped: JPEG }, hash: new Uint8Array() })
  const { keys, database } = storage
  const images = sealedImages(
    { db: database.db, keys },
    memoryStore(() => clock.now),
  )
  const ports: Ports = { ...storage, images, engine, catalogue: listCatalogue(), clock: () => clock.now }
  try {
    for (const id of TENANTS) {
      const challenge = id === 'challenged' ? 'always' : 'off'
      const chip = id === 'instead' || id === 'required' ? id : 'optional'
      const flows = { 'selfie-only': { steps: ['face' as const] } }
      await storage.tenants.create({
        id,
        name: id,
        settings: { steps: ['document', 'face'], frameOrigins: [], retentionDays: 90, challenge, chip, flows },
      })
      await storage.policies.use(id, withSha256(eight), auditEntry('policy.use', { tenant: id }))
    }
    await importTrust(ports, openTrustFiles, [{ name: 'se.cer', bytes: authority.certificate }], 'system')
    const property = fc.asyncProperty(
      fc.constantFrom(...TENANTS),
      fc.constantFrom<Mode>('live', 'live', 'test'),
      fc.constantFrom(...FLOWS),
      commands,
      async (owner, mode, flow, steps) => {
        const tenant = await storage.tenants.load(owner)
        assert.ok(tenant)
        const created = await createSession(ports, tenant, {
          request: flow === undefined ? {} : { flow },
          mode,
          actor: 'credential:shop',
          validMinutes: 60,
        })
        assert.ok(created.ok)
        const world: World = { ports, storage, clock, tenant, mode, id: created.value.id, seen: {}, erased: false }
        await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
        await checkEnd(world)
        await deleteSession(ports, { tenant: owner, mode, actor: 'credential:shop' }, world.id)
      },
    )
    await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }), endOnFailure: false })
  } finally {
    await storage.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
