import type { FaceReading } from '../../vision/face/face-reading.ts'
import type { Decision } from '../decision/decide.ts'
import type { ApplicantForm } from '../evidence/document/applicant.ts'
import { type IdentityDocument, missingSides } from '../evidence/document/document.ts'
import { type DocumentKind, evidenceKinds, storedEvidence } from '../evidence/evidence-kind.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import { type Capture, type RefusedPicture, type StoredImages, storedObjects } from '../evidence/pictures.ts'
import type { EvidenceReadings, FeatureReadings } from '../feature-types.ts'
import {
  type EarlierAnswer,
  type NewPicture,
  openPictureRequest,
  type PendingAnswer,
  requestAnswered,
  stepOf,
} from '../review/new-picture.ts'
import type { Held, Opinion } from '../review/review.ts'
import type { TenantSettings } from '../tenants/tenant.ts'
import type { StepUp } from '../vocabulary.ts'
import type { Consent } from './consent.ts'
import { type SessionFlow, stepsOf } from './flow.ts'
import { FINAL_STATUSES, type Locale, type Mode, type Part, type Status } from './session-words.ts'

export interface Session extends FeatureReadings {
  id: string
  tenant: string
  /** The mode of the credential that opened it. */
  mode: Mode
  status: Status
  /** Grows with every write; a write that started from an older version is refused. */
  version: number
  createdAt: Date
  expiresAt: Date
  completedAt?: Date
  /** The integrator's request at initialize. */
  request: SessionRequest
  /** The flow that the request named, as it was then; absent: the tenant's steps. */
  flow?: SessionFlow
  document?: IdentityDocument
  face?: FaceReading
  images: StoredImages
  /** How each picture came. Absent in sessions from before it was recorded. */
  captures?: Partial<Record<Part, Capture>>
  /**
   * How often a picture of a part was refused that is still wanted; counted only if such a picture may go to a
   * reviewer.
   */
  refusals?: Partial<Record<Part, number>>
  /** Parts with a good picture that was refused because nothing says who issued the card. */
  unknownCards?: Part[]
  /** A front without a portrait was refused once: the next one is taken as it is. */
  lacksPortrait?: true
  /** The picture that the person sent to a reviewer although it was refused. */
  refused?: RefusedPicture
  /** What would have settled it, when it was first completed and only a proof was missing. It is offered once. */
  stepUp?: { ways: StepUp[]; offeredAt: string }
  /** What the person agreed to; absent if nobody asked, and in sessions from before it was kept. */
  consent?: Consent
  /** When its face templates were erased, while the session itself stays: ISO 8601. */
  faceForgottenAt?: string
  decision?: Decision
  /** The device that is working on the session: another one must take over explicitly. */
  device?: Device
  /** Grows when a device takes over from another: tokens of an earlier epoch can only watch. Absent is 0. */
  tokenEpoch?: number
  /** The time by which the tenant wants a reviewer's verdict: ISO 8601. */
  dueAt?: string
  /** Opinions of reviewers that did not settle it, oldest first: verdicts since the last new picture, and escalations. */
  opinions?: Opinion[]
  /** Reviewers who have had the link with which new pictures are sent: they give no opinion on this session. */
  linkTakers?: string[]
  /** Pictures that reviewers asked for, oldest first. */
  newPictures?: NewPicture[]
  /** What was there before each of them came. */
  earlier?: EarlierAnswer[]
  /** What the person has sent for the last of them, until they complete it. */
  pendingAnswer?: PendingAnswer
  /** Until when the last act can be taken back; until then the session reads as it did before the act. */
  heldUntil?: Date
  held?: Held
}

interface Device {
  id: string
  since: string
  /** Since when its page has been hidden, according to the page: ISO 8601. The page that follows along is notified. */
  awaySince?: string
}

export interface SessionRequest {
  returnUrl?: string
  externalId?: string
  applicantForm?: ApplicantForm
  lang?: Locale
  theme?: string
  /** The name of one of the tenant's flows. */
  flow?: string
  /** The session in which a returning person was approved. */
  personOf?: string
  /** The limit of the flow `age`, in years. */
  atLeast?: number
  /** The consent that the integrator's own pages asked for. */
  consent?: { givenAt: string; textVersion: string; keepFace?: true }
}

/** The session with its device present: any action there shows that the person is back. */
export function atHand<Holding extends Pick<Session, 'device'>>(session: Holding): Holding {
  if (!session.device?.awaySince) return session
  const { awaySince: _, ...device } = session.device
  return { ...session, device }
}

type SessionEvent = 'approve' | 'reject' | 'refer' | 'expire'

/** Every change of status. Approve and reject mean the engine's verdict before referral, the reviewer's after it. */
export const transitions: Partial<Record<Status, Partial<Record<SessionEvent, Status>>>> = {
  PENDING: {
    approve: 'AUTO_APPROVED',
    reject: 'AUTO_REJECTED',
    refer: 'WAITING_FOR_MANUAL_APPROVE',
    expire: 'EXPIRED',
  },
  WAITING_FOR_MANUAL_APPROVE: { approve: 'MANUAL_APPROVED', reject: 'MANUAL_REJECTED' },
}

export function move(session: Session, event: SessionEvent): Session {
  const status = transitions[session.status]?.[event]
  if (!status) throw new Error(`session ${session.id}: cannot ${event} from ${session.status}`)
  return { ...session, status }
}

/**
 * The current status: an unfinished session past its validity is EXPIRED, even before a sweep has run, and a session
 * whose verdict can still be taken back is waiting.
 */
export function statusAt(session: Pick<Session, 'status' | 'expiresAt' | 'heldUntil'>, now: Date): Status {
  if (isHeld(session, now)) return 'WAITING_FOR_MANUAL_APPROVE'
  return session.status === 'PENDING' && session.expiresAt <= now ? 'EXPIRED' : session.status
}

/** Why a session accepts nothing more; undefined while it is open, or while a new picture of it is awaited. */
export function closedBy(session: Session, now: Date): 'SESSION_ALREADY_COMPLETED' | 'SESSION_EXPIRED' | undefined {
  if (session.completedAt && !openPictureRequest(session, now)) return 'SESSION_ALREADY_COMPLETED'
  return statusAt(session, now) === 'EXPIRED' ? 'SESSION_EXPIRED' : undefined
}

/** A verdict can be taken back for a minute at most: one that seems held for longer came from a clock that was fast. */
const LONGEST_HOLD_MS = 3_600_000

/** Can its verdict still be taken back? */
export function isHeld({ heldUntil, status }: Pick<Session, 'status' | 'heldUntil'>, now: Date): boolean {
  const left = heldUntil ? heldUntil.getTime() - now.getTime() : 0
  return left > 0 && left <= LONGEST_HOLD_MS && isFinal(status)
}

export function isFinal(status: Status): boolean {
  return (FINAL_STATUSES as readonly Status[]).includes(status)
}

/** Approved by the rules or by a reviewer. */
export const isApproved = (status: Status): boolean => status === 'AUTO_APPROVED' || status === 'MANUAL_APPROVED'

/** Whether a returning person presents the tenant's own credential, because the caller named no earlier session. */
export const asksIssued = ({ flow, request }: Pick<Session, 'flow' | 'request'>): boolean =>
  flow?.kind === 'returning' && request.personOf === undefined

/** What `complete` still requires, in the words of its answer. */
export type MissingPart = 'document.FRONT' | 'document.BACK' | 'face' | 'chip' | 'credential' | 'proof'

/**
 * The missing parts of every step of the flow; if a new picture was requested, that picture and what else its step
 * lacks.
 */
export function missingParts(
  session: Session,
  settings: Pick<TenantSettings, 'steps' | 'chip' | 'wallet'>,
): MissingPart[] {
  const { chip, wallet } = settings
  const request = requestAnswered(session)
  const awaited: MissingPart = request?.of === 'FACE' ? 'face' : `document.${request?.of ?? 'FRONT'}`
  const steps = stepsOf(session, settings).filter((step) => !request || step === stepOf(request.of))
  const asksDocument = steps.includes('document')
  const isReplaced =
    !session.document && ((chip === 'instead' && session.chip) || (wallet === 'instead' && session.credential))
  const sides = asksDocument && !isReplaced ? missingSides(session.document) : []
  const missing: MissingPart[] = [
    ...(request && !request.sent ? [awaited] : []),
    ...sides.map((side) => `document.${side}` as const),
    ...(steps.includes('face') && !session.face ? ['face' as const] : []),
    ...(asksDocument && chip === 'required' && !session.chip ? ['chip' as const] : []),
    ...(asksIssued(session) && !session.person ? ['credential' as const] : []),
  ]
  return [...new Set(missing)]
}

/** Issuer and type of the document, or of what replaces it. */
export function kindShown({ document, ...readings }: Pick<Session, 'document' | keyof EvidenceReadings>): DocumentKind {
  const front = document?.pages[0]
  if (front) return { ...(front.country !== undefined && { country: front.country }), type: front.type }
  const [replacing] = evidenceKinds.parts().flatMap(({ documentKind }) => documentKind?.(readings) ?? [])
  return replacing ?? {}
}

/**
 * Object names by image name, without what was received as a file, which is not a picture. If both sides have an image
 * of the same name, the front's is used.
 */
export function imagesOf({ images }: Pick<Session, 'images'>): Partial<Record<ImageName, string>> {
  const ofFeatures = storedEvidence().map(({ part }) => images[part])
  const all = Object.assign({}, ...ofFeatures, images.BACK, images.FRONT, images.FACE)
  for (const { received } of storedEvidence()) if (received) delete all[received]
  return all
}

/** Every object that a session refers to, including those of earlier pictures and of pending answers. */
export const objectsOf = ({
  images,
  earlier = [],
  pendingAnswer,
  held,
}: Pick<Session, 'images' | 'earlier' | 'pendingAnswer' | 'held'>): string[] => [
  ...new Set(
    [images, pendingAnswer?.images, held?.before.pendingAnswer?.images, ...earlier.map((answer) => answer.images)]
      .filter((stored) => stored !== undefined)
      .flatMap(storedObjects),
  ),
]

/**
 * The first accepted picture makes a session valid for this number of days from its creation; the validity is never
 * shortened.
 */
export function extendValidity(session: Session, days: number): Session {
  const extended = new Date(session.createdAt.getTime() + days * 86_400_000)
  return extended > session.expiresAt ? { ...session, expiresAt: extended } : session
}

export type PersonRefusal = 'NOT_FOUND' | 'NOT_APPROVED' | 'FACE_NOT_KEPT'

/** Why a person cannot be recognised by this session; undefined if they can. */
export function refusePerson(earlier: Session | undefined, mode: Mode, now: Date): PersonRefusal | undefined {
  if (!earlier || earlier.mode !== mode) return 'NOT_FOUND'
  if (!isApproved(statusAt(earlier, now))) return 'NOT_APPROVED'
  return earlier.consent?.keepFace && earlier.face && !earlier.faceForgottenAt ? undefined : 'FACE_NOT_KEPT'
}
