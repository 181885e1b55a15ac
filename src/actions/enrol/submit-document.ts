import { type CameraReport, cameraRequestOf } from '../../domain/camera/camera-report.ts'
import { judgeReport } from '../../domain/camera/judge-camera.ts'
import type { Policy } from '../../domain/decision/policy.ts'
import {
  addPage,
  type IdentityDocument,
  type PageReading,
  refuseSide,
  replacePage,
} from '../../domain/document/document.ts'
import { statedDates } from '../../domain/document/view.ts'
import { openPictureRequest } from '../../domain/new-picture.ts'
import type { StoredImages } from '../../domain/pictures.ts'
import { type SealReading, weightiest } from '../../domain/proofs/seal-reading.ts'
import { type Accepted, accept, type Mark, type Result, refuse } from '../../domain/result.ts'
import { atHand, extendValidity, type Session } from '../../domain/session.ts'
import { withoutRefusals } from '../../domain/to-reviewer.ts'
import type { CaptureSource, DocumentRefusal, PageSide } from '../../domain/vocabulary.ts'
import type { Corners, PageResult } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { type Counted, countRefusal } from './count-refusal.ts'
import { policyFor } from './decide-session.ts'
import { answering, intake, readSignedPortrait } from './intake.ts'
import { fingerprintsOf } from './keep-images.ts'

interface SubmittedPage {
  page: PageReading
  /** Where the page's hints show. */
  marks: readonly Mark[]
  /** The session had no picture of this side before. */
  isFirst: boolean
  /** The last day of a document that is out of date, where the policy asks for a valid one. */
  expired?: { on: string; isRejected: boolean }
}

type Needs = Pick<Ports, 'sessions' | 'tenants' | 'images' | 'engine' | 'policies' | 'clock' | 'seals'>

/** Reads one side of the document, keeps it, and says what it was. Nothing is kept of a side that is refused. */
export async function submitDocument(
  ports: Needs & Pick<Ports, 'refusals'>,
  enrolment: FoundEnrolment,
  picture: Uint8Array,
  validDays: number,
  source: CaptureSource = 'api',
  signal?: AbortSignal,
  more: Pick<SentPage, 'film' | 'camera' | 'corners'> = {},
): Promise<Counted<SubmittedPage, DocumentRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepPage(ports, enrolment, picture, { validDays, source, signal, ...more })
  return countRefusal(ports, enrolment, 'document', outcome)
}

interface SentPage {
  validDays: number
  source: CaptureSource
  /** The only side that will do; any that fits where it is absent. */
  only?: PageSide
  signal?: AbortSignal | undefined
  /** Frames of the camera that came with it. They are judged and not kept. */
  film?: readonly Uint8Array[] | undefined
  /** What the page says of its camera. */
  camera?: CameraReport | undefined
  /** The document's, as the person has set them. */
  corners?: Corners | undefined
}

/** The same without counting what is refused. */
export async function readAndKeepPage(
  ports: Needs,
  enrolment: Enrolment,
  picture: Uint8Array,
  { validDays, source, only, signal, film, camera: report, corners }: SentPage,
): Promise<Result<SubmittedPage, DocumentRefusal | ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  if (openPictureRequest(open.value, ports.clock())?.of === 'FACE') return refuse('SESSION_ALREADY_COMPLETED')

  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const policy = await policyFor(ports, open.value, tenant.settings)
  const changed = await intake<SealedPage, SubmittedPage, DocumentRefusal>(ports, enrolment, {
    signal,
    async read() {
      const { tenant } = enrolment
      const codes = await ports.seals?.areTaken(tenant)
      const read = await ports.engine.readPage(picture, { tenant, signal, film, codes, corners })
      if (!read.ok) return read
      const { reading, marks } = read.value
      if (only && reading.side !== only) return refuse('WRONG_SIDE')
      const side = addTo(open.value, reading, ports.clock())
      if (!side.ok) return refuseSide(open.value.document, reading, marks ?? [])
      return codes ? withSeal(ports, enrolment, read.value, signal) : read
    },
    change({ seal: before, ...session }, { reading, seal, hash, takenAt, marks = [] }, kept) {
      const { side: part, photograph } = reading
      const document = addTo(session, reading, ports.clock())
      if (!document.ok) return refuseSide(session.document, reading, marks)
      const images: StoredImages = { ...session.images, [part]: kept }
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
      const stays = before && before.side !== part && !losesBack ? before : undefined
      const shown = weightiest(stays, seal)
      const next: Session = {
        ...withoutRefusals(answering(session, part, ports.clock()), part),
        document: document.value,
        images,
        captures,
        ...(shown && { seal: shown }),
      }
      const page = document.value.pages.find(({ side }) => side === part) ?? reading
      return {
        ok: true,
        value: {
          page,
          marks,
          isFirst: !session.images[part],
          ...expiryOf(session, document.value, policy, ports.clock()),
        },
        session: extendValidity(atHand(next), validDays),
        effects: fingerprintsOf(session, {
          ...(losesBack && { BACK: null }),
          [part]: { hash, ...(photograph && { photograph }) },
        }),
      }
    },
  })
  return changed.ok ? accept(changed.value) : changed
}

/** Said at once, so that the person can take another document. Where sources differ, all of them must be past. */
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
  if (age || !rule?.enabled || rule.onLow === 'ignore' || last === undefined || last >= today) return {}
  return { expired: { on: last, isRejected: rule.onLow === 'reject' } }
}

interface SealedPage extends PageResult {
  seal?: SealReading
}

/** What a signed barcode on the page says. A page whose seal cannot be read is still a page. */
async function withSeal(
  ports: Needs,
  enrolment: Enrolment,
  page: PageResult,
  signal: AbortSignal | undefined,
): Promise<Accepted<SealedPage>> {
  const { codes = [], reading, images } = page
  const found = codes.length ? await ports.seals?.read(codes, { side: reading.side, now: ports.clock() }) : undefined
  if (!found) return accept(page)
  const portrait = (await readSignedPortrait(ports, found.portrait, enrolment, signal))?.template
  const seal = { ...found.reading, ...(portrait && { portrait }) }
  return accept({ ...page, seal, images: { ...images, seal: found.image } })
}

/** While a new picture of a side is asked for, that one is replaced; before, a front begins again. */
function addTo(session: Session, page: PageReading, now: Date): Result<IdentityDocument, 'WRONG_SIDE'> {
  const pictureRequest = openPictureRequest(session, now)
  return pictureRequest && pictureRequest.of !== 'FACE'
    ? replacePage(session.document, page, pictureRequest.of)
    : addPage(session.document, page)
}
