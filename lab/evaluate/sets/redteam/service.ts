import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestChip } from '../../../../packages/specimen/src/chip/test-chips.ts'
import { drawChipChallenge, submitChip } from '../../../../src/features/chip/submit-chip.ts'
import { openChips } from '../../../../src/features/chip/verify/open-chips.ts'
import { submitDocument } from '../../../../src/features/document/submit-document.ts'
import { openSeals } from '../../../../src/features/seal/feature.ts'
import { openSealTrustFiles } from '../../../../src/features/seal/verify/seal-trust.ts'
import { submitFace } from '../../../../src/features/selfie/submit-face.ts'
import { publishDocument } from '../../../../src/features/taught/actions/change-document.ts'
import { teachDocument } from '../../../../src/features/taught/actions/teach-document.ts'
import { accept, type Result, refuse } from '../../../../src/formats/result.ts'
import type { NamedFile } from '../../../../src/formats/x509/collect-trust.ts'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { type Decision, decide } from '../../../../src/kernel/decision/decide.ts'
import { evidenceOf } from '../../../../src/kernel/decision/evidence.ts'
import type { Evidence } from '../../../../src/kernel/decision/factors/factor.ts'
import type { Assurance } from '../../../../src/kernel/decision/levels.ts'
import type { Ports } from '../../../../src/kernel/ports/ports.ts'
import type { Enrolment } from '../../../../src/kernel/session/change-session.ts'
import { completeSession } from '../../../../src/kernel/session/complete-session.ts'
import { createSession } from '../../../../src/kernel/session/create-session.ts'
import { readEnrolment } from '../../../../src/kernel/session/read-enrolment.ts'
import type { Mode } from '../../../../src/kernel/session/session-words.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { changeTenant, createTenant } from '../../../../src/kernel/tenants/tenants.ts'
import { openTrustFiles } from '../../../../src/kernel/trust/open-trust-files.ts'
import { importTrust } from '../../../../src/kernel/trust/trust.ts'
import { listCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import type { Engine, Lesson } from '../../../../src/vision/engine.ts'
import { readChallenge } from '../../../../src/vision/face/challenge/read-challenge.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { readStoredPortrait } from '../../../../src/vision/face/take-portrait.ts'
import { rewritePicture } from '../../../../src/vision/picture/rewrite-picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Shown } from './show-trick.ts'
import { teachingAt } from './teaching-at.ts'

/** The real service, on a temporary database. */
export interface Service {
  /** Teaches a document like an operator and publishes it. False if it could not be learnt. */
  teach(lesson: Lesson): Promise<boolean>
  /** A whole session; the refusal of the picture that ended it. */
  enrol(shown: Sent, ask: Ask): Promise<Result<Judged, string>>
  /** Imports the trusted certificates for seals. */
  trustSeals(files: readonly NamedFile[]): Promise<void>
  close(): Promise<void>
}

/** A document without a selfie is sent in a session of the flow `document`. */
type Sent = Pick<Shown, 'pages' | 'chip'> &
  Partial<Pick<Shown, 'selfie'>> & {
    /** The frames of each page, if the camera of the hosted page took it. */
    films?: readonly (readonly Uint8Array[])[]
    /** The pages are files that were chosen on the hosted page, whose camera took the selfie. */
    asFiles?: boolean
    /** The content of the code on its front. */
    code?: Uint8Array
  }

interface Judged {
  decision: Decision
  /** The same without the specimen mark: a forger's drawing has none. */
  unmarked: Decision
  /** The evidence of that decision. */
  evidence: Evidence
}

interface Ask {
  /** Created if it does not exist. */
  tenant: string
  mode: Mode
  /** False if the selfie is the portrait's own picture for lack of another one. */
  printsSelfie?: boolean
  /** True if only the front of a two-sided document exists: its back is then not requested. */
  hasFrontOnly?: boolean
  /** The level of assurance of the tenant; none was chosen if absent. */
  assurance?: Assurance
  /** The time of the session; now if absent. */
  at?: Date | undefined
}

const VALID = { validMinutes: 60, validDays: 1 }
const ACTOR = 'system'

export async function openService(engine: ReadEngine): Promise<Service> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'limen-redteam-'))
  let today: Date | undefined
  const clock = () => today ?? new Date()
  const reads = reader(engine)
  const storage = await openStorage({ dataDir, clock, defaultPolicy: defaultPolicy() })
  const portsFor = (ask: Pick<Ask, 'printsSelfie' | 'hasFrontOnly'> & Pick<Sent, 'code'>): Ports => ({
    ...storage,
    catalogue: listCatalogue(),
    clock,
    seals: openSeals(storage),
    engine: engineAt(engine, reads, ask),
  })

  return {
    async trustSeals(files) {
      await importTrust(portsFor({}), openSealTrustFiles, files, ACTOR, 'seal')
    },

    async teach(lesson) {
      const ports = portsFor({})
      today = undefined
      const draft = await teachDocument(ports, lesson, ACTOR)
      if (!draft.ok) return false
      const { id, version } = draft.value
      if (!(await publishDocument(ports, { id, version }, ACTOR))) throw new Error('the draft does not exist')
      const model = await storage.documentModels.load(id, version)
      if (!model) throw new Error('the published document does not exist')
      ports.engine.useDocumentModels([model])
      return true
    },

    async enrol({ pages, films, asFiles, selfie, chip, code }, { tenant: id, mode, at, assurance, ...ask }) {
      const ports = portsFor({ ...ask, ...(code && { code }) })
      today = at
      await createTenant(ports, { id, name: id, retentionDays: 1, actor: ACTOR })
      if (assurance) await changeTenant(ports, id, { settings: { assurance } }, ACTOR)
      const tenant = await ports.tenants.load(id)
      if (!tenant) throw new Error(`tenant ${id} was created but does not exist`)
      const opened = await createSession(ports, tenant, {
        request: selfie ? {} : { flow: 'document' },
        mode,
        actor: ACTOR,
        validMinutes: VALID.validMinutes,
      })
      if (!opened.ok) throw new Error(opened.refusal)

      const enrolment = { tenant: id, mode, sessionId: opened.value.id }
      if (chip) await sendChip(ports, enrolment, chip)
      const [source, selfieSource] = films
        ? (['camera', 'camera'] as const)
        : asFiles
          ? (['file', 'camera'] as const)
          : (['api', 'api'] as const)
      for (const [at, page] of pages.entries()) {
        const sent = await submitDocument(ports, enrolment, { picture: page, source, film: films?.[at] }, VALID)
        if (!sent.ok) return refuse(sent.refusal)
      }
      if (selfie) {
        const sent = await submitFace(ports, enrolment, { picture: selfie, source: selfieSource }, VALID)
        if (!sent.ok) return refuse(sent.refusal)
      }
      const completed = await completeSession(ports, enrolment)
      if (!completed.ok) return refuse(completed.refusal)
      const read = await readEnrolment(ports, enrolment)
      const decision = read.ok && read.value.session.decision
      const stored = read.ok && evidenceOf(read.value.session)
      if (!decision || !stored) throw new Error('a completed session has no decision')
      const evidence = withoutMarks(stored)
      return accept({ decision, unmarked: decide(evidence, defaultPolicy()), evidence })
    },

    async close() {
      await storage.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As sent by an app, with the answer of the chip to a new challenge. The service's verdict is in the decision. */
async function sendChip(ports: Ports, enrolment: Enrolment, { sod, groups, answer, trust }: TestChip): Promise<void> {
  await importTrust(ports, openTrustFiles, trust, ACTOR)
  const drawn = answer && (await drawChipChallenge(ports, enrolment))
  if (drawn && !drawn.ok) throw new Error(drawn.refusal)
  const signature = drawn && answer(Buffer.from(drawn.value, 'hex'))
  const files = { sod, groups, ...(signature && { signature }) }
  await submitChip({ ...ports, chips: openChips(ports.trustedItems) }, enrolment, files, VALID)
}

function withoutMarks(evidence: Evidence): Evidence {
  const pages = evidence.document?.pages.map((page) => {
    const { specimenWords: _, ...authenticity } = page.authenticity ?? {}
    return { ...page, authenticity }
  })
  return pages ? { ...evidence, document: { pages } } : evidence
}

/**
 * A picture that is sent in several sessions is read once, the first time with its film: its reading is always the
 * same.
 */
function once<Value>(read: (picture: Uint8Array, film?: readonly Uint8Array[]) => Promise<Value>) {
  const known = new WeakMap<Uint8Array, Promise<Value>>()
  return (picture: Uint8Array, film?: readonly Uint8Array[]): Promise<Value> => {
    const value = known.get(picture) ?? read(picture, film)
    known.set(picture, value)
    return value
  }
}

const reader = (engine: ReadEngine) => ({
  page: once(async (picture, film) => (await engine.read((context) => readPage(context, picture, { film }))).value),
  face: once(async (picture) => (await engine.read((context) => readFace(context, picture))).value),
})

function engineAt(
  engine: ReadEngine,
  read: ReturnType<typeof reader>,
  { printsSelfie = true, hasFrontOnly = false, code }: Pick<Ask, 'printsSelfie' | 'hasFrontOnly'> & Pick<Sent, 'code'>,
): Engine {
  return {
    ...teachingAt(engine),
    async readPage(picture, asked) {
      const value = await read.page(picture, asked?.film)
      if (!value.ok) return value
      const { film, ...unfilmed } = value.value.reading
      const reading = asked?.film && film ? { ...unfilmed, film } : unfilmed
      const codes = code && reading.side === 'FRONT' ? [{ bytes: code, image: picture }] : []
      return accept({ ...value.value, codes, reading: hasFrontOnly ? { ...reading, twoSided: false } : reading })
    },
    async readFace(picture) {
      const value = await read.face(picture)
      if (!value.ok || printsSelfie) return value
      const { photograph: _, ...reading } = value.value.reading
      return accept({ ...value.value, reading })
    },
    readChallenge: async (frames) => (await engine.read((context) => readChallenge(context, frames))).value,
    readStoredPortrait: async (picture) => (await engine.read((context) => readStoredPortrait(context, picture))).value,
    rewritePicture: async (picture) => (await engine.read((context) => rewritePicture(context, picture))).value,
    ready: () => true,
    close: async () => {},
  }
}
