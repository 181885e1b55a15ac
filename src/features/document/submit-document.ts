import type { PageSide } from '../../formats/document-words.ts'
import { accept, type Mark, type Result, refuse } from '../../formats/result.ts'
import type { Policy } from '../../kernel/decision/policy.ts'
import { type CameraReport, cameraRequestOf } from '../../kernel/evidence/camera/camera-report.ts'
import { judgeReport } from '../../kernel/evidence/camera/judge-camera.ts'
import type { CaptureSource } from '../../kernel/evidence/capture-words.ts'
import {
  addPage,
  awaitsUnnamedBack,
  type IdentityDocument,
  isUnnamed,
  lacksPortrait,
  refuseSide,
  replacePage,
} from '../../kernel/evidence/document/document.ts'
import { statedDates } from '../../kernel/evidence/document/view.ts'
import { type IntakeOptions, intake, type Source } from '../../kernel/evidence/intake.ts'
import { fingerprintsOf } from '../../kernel/evidence/keep-images.ts'
import { type PageReader, type PageReaderPorts, pageReaders } from '../../kernel/evidence/page-reader.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { answering, openPictureRequest } from '../../kernel/review/new-picture.ts'
import { withoutRefusals } from '../../kernel/review/to-reviewer.ts'
import type { ClosedRefusal, Enrolment, FoundEnrolment } from '../../kernel/session/change-session.ts'
import { type Counted, countRefusal } from '../../kernel/session/count-refusal.ts'
import { policyFor } from '../../kernel/session/decide-session.ts'
import { atHand, type Session } from '../../kernel/session/session.ts'
import type { PageReading } from '../../vision/document/page-reading.ts'
import type { Corners, PageResult } from '../../vision/engine.ts'
import type { DocumentRefusal } from '../../vision/refusals.ts'
import { sidesContradict } from './sides-contradict.ts'

export interface SubmittedPage {
  page: PageReading
  /** Where the page's hints are located. */
  marks: readonly Mark[]
  /** The session had no picture of this side before. */
  isFirst: boolean
  /** The last day of an expired document, if the policy asks for a valid one. */
  expired?: { on: string; isRejected: boolean }
}

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'policies' | 'clock'> & PageReaderPorts

/** One side of a document as received. */
interface SentPage {
  picture: Uint8Array
  source: CaptureSource
  /** The only side that is accepted; any side if absent. */
  only?: PageSide
  /** Camera frames that came with it. They are judged and not stored. */
  film?: readonly Uint8Array[] | undefined
  /** The page's report about its camera. */
  camera?: CameraReport | undefined
  /** The document's corners, as the person has set them. */
  corners?: Corners | undefined
}

/** Reads one side of the document, stores it, and says what it was. Nothing is stored of a side that is refused. */
export async function submitDocument(
  ports: Needs & Pick<Ports, 'figures'>,
  enrolment: FoundEnrolment,
  sent: SentPage,
  options: IntakeOptions,
): Promise<Counted<SubmittedPage, DocumentRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepPage(ports, enrolment, sent, options)
  return countRefusal(ports, enrolment, 'document', outcome)
}

/** The same without counting refusals. */
export const readAndKeepPage = (
  ports: Needs,
  enrolment: Enrolment,
  sent: SentPage,
  options: IntakeOptions,
): Promise<Result<SubmittedPage, DocumentRefusal | ClosedRefusal>> =>
  intake(ports, enrolment, documentSource(ports, sent), options)

interface ReadPage extends PageResult {
  policy: Policy
  additions: Awaited<ReturnType<PageReader['read']>>[]
}

const documentSource = (
  ports: Needs,
  { picture, source, only, film, camera: report, corners }: SentPage,
): Source<ReadPage, SubmittedPage, DocumentRefusal> => ({
  name: 'document',
  part: ({ reading }) => reading.side,
  async read({ session, tenant, asked }) {
    const policy = await policyFor(ports, session, tenant.settings)
    const asking = await Promise.all(pageReaders.parts().map((reader) => reader.asksForCodes(ports, tenant.id)))
    const codes = asking.some(Boolean)
    const ofUnnamed = awaitsUnnamedBack(session.document)
    const read = await ports.engine.readPage(picture, { ...asked, film, codes, corners, ofUnnamed })
    if (!read.ok) return read
    const { reading, marks } = read.value
    if (reading.side === 'FRONT' && isUnnamed(reading) && tenant.settings.unnamedDocuments === 'refuse')
      return { ...refuse('DOCUMENT_NOT_RECOGNIZED', reading.hints, marks), isUnknownCard: true }
    // What shows no portrait never takes the place of a front that does: it may be a back.
    const hasPortrait = session.document?.pages.some(({ portrait }) => portrait) ?? false
    if (lacksPortrait(reading) && (hasPortrait || !session.lacksPortrait))
      return { ...refuse('FACE_QUALITY_LOW', reading.hints, marks), lacksPortrait: true }
    if (only && reading.side !== only) return refuse('WRONG_SIDE')
    const side = addTo(session, reading, source, ports.clock())
    if (!side.ok) return refuseSide(session.document, reading, marks)
    const page = codes ? read.value : { ...read.value, codes: [] }
    const additions = await Promise.all(pageReaders.parts().map((reader) => reader.read(ports, page, asked)))
    const images = Object.assign({}, read.value.images, ...additions.map((addition) => addition.images))
    return accept({ ...read.value, images, policy, additions })
  },
  keep: ({ images }) => images,
  add(session, { reading, additions, policy, hash, takenAt, marks = [] }, isFirst) {
    const { side: part, photograph } = reading
    const document = addTo(session, reading, source, ports.clock())
    if (!document.ok) return refuseSide(session.document, reading, marks)
    const images = { ...session.images }
    const camera = judgeReport(report, cameraRequestOf(session.id))
    const captures: Session['captures'] = {
      ...session.captures,
      [part]: { source, ...(takenAt && { takenAt }), ...(camera && { camera }) },
    }
    const losesBack = part === 'FRONT' && document.value.pages.length === 1
    if (losesBack) {
      delete images.BACK
      delete captures.BACK
    }
    const withPage: Session = {
      ...withoutRefusals(answering(session, part, ports.clock()), part),
      document: document.value,
      images,
      captures,
    }
    const next = additions.reduce((made, addition) => addition.addTo(made, { side: part, losesBack }), withPage)
    const page = document.value.pages.find(({ side }) => side === part) ?? reading
    return {
      ok: true,
      value: { page, marks, isFirst, ...expiryOf(session, document.value, policy, ports.clock()) },
      session: atHand(next),
      effects: fingerprintsOf(session, {
        ...(losesBack && { BACK: null }),
        [part]: { hash, ...(photograph && { photograph }) },
      }),
    }
  },
})

/** Reported immediately, so that the person can take another document. If sources differ, all of them must be past. */
function expiryOf(
  { age }: Session,
  document: IdentityDocument,
  policy: Policy,
  now: Date,
): Pick<SubmittedPage, 'expired'> {
  const rule = policy.factors.dateOfExpiration
  const today = now.toISOString().slice(0, 10)
  const dates = statedDates(document, 'date_of_expiry').map(({ date }) => date)
  const last = dates.toSorted().at(-1)
  // Which of its dates that is, is a guess.
  if (document.pages.some(isUnnamed)) return {}
  if (age || !rule?.enabled || rule.onLow === 'ignore' || last === undefined || last >= today) return {}
  return { expired: { on: last, isRejected: rule.onLow === 'reject' } }
}

/** While a new picture of a side is awaited, that side is replaced; otherwise, a front starts the document again. */
function addTo(
  session: Session,
  page: PageReading,
  source: CaptureSource,
  now: Date,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  const pictureRequest = openPictureRequest(session, now)
  return pictureRequest && pictureRequest.of !== 'FACE'
    ? replacePage(session.document, page, pictureRequest.of)
    : belongingTo(session.document, page, source)
}

/**
 * On the hosted page, a back that belongs to another document than the front is refused at once: whoever mixed two cards
 * up takes the right one. What an integrator sends is taken and judged: nobody is there to take another picture.
 */
function belongingTo(
  document: IdentityDocument | undefined,
  page: PageReading,
  source: CaptureSource,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  const added = addPage(document, page)
  const [front, back] = added.ok ? added.value.pages : []
  return source !== 'api' && front && back && sidesContradict(front, back) ? refuse('WRONG_SIDE') : added
}
