import type { CapabilityReadings } from '../capabilities/readings.ts'
import type { Decision } from './decision/decide.ts'
import type { ApplicantForm } from './document/applicant.ts'
import { type IdentityDocument, missingSides } from './document/document.ts'
import type { Consent } from './enrolment/consent.ts'
import { type SessionFlow, stepsOf } from './enrolment/flow.ts'
import type { FaceReading } from './face/face.ts'
import {
  type EarlierAnswer,
  type NewPicture,
  openPictureRequest,
  type PendingAnswer,
  requestAnswered,
  stepOf,
} from './new-picture.ts'
import { type Capture, type RefusedPicture, type StoredImages, storedObjects } from './pictures.ts'
import { kindOfCredential } from './proofs/credential-reading.ts'
import type { Held, Opinion } from './review.ts'
import type { TenantRules } from './tenant.ts'
import {
  CHIP_FILES,
  CREDENTIAL_FILES,
  type DocumentType,
  FINAL_STATUSES,
  type ImageName,
  type Locale,
  type Mode,
  type Part,
  type Status,
  type StepUp,
} from './vocabulary.ts'

export interface Session extends CapabilityReadings {
  id: string
  tenant: string
  /** Of the credential that opened it. */
  mode: Mode
  status: Status
  /** Grows with every write; a write that started from an older one is refused. */
  version: number
  createdAt: Date
  expiresAt: Date
  completedAt?: Date
  /** What the integrator asked for at initialize. */
  request: SessionRequest
  /** The flow that the request named, as it was then; absent: the tenant's steps. */
  flow?: SessionFlow
  document?: IdentityDocument
  face?: FaceReading
  images: StoredImages
  /** How each picture came. Absent in sessions from before it was recorded. */
  captures?: Partial<Record<Part, Capture>>
  /** How often a picture of a part was refused that is still wanted; counted where such a one may go to a reviewer. */
  refusals?: Partial<Record<Part, number>>
  /** A good picture of a part was refused because nothing says who issued the card. */
  unknownCards?: Part[]
  /** The picture that the person sent to a reviewer although it was refused. */
  refused?: RefusedPicture
  /** What would have settled it, when it was first completed for want of a proof alone. It is offered once. */
  stepUp?: { ways: StepUp[]; offeredAt: string }
  /** What the person agreed to; absent where nobody asked, and in sessions from before it was kept. */
  consent?: Consent
  /** When its faces as numbers were erased, while the session itself stays: ISO 8601. */
  faceForgottenAt?: string
  decision?: Decision
  /** The device that has the session in hand: another one must take it over explicitly. */
  device?: Device
  /** Grows when a device takes over from another: tokens of an earlier epoch only watch. Absent is 0. */
  tokenEpoch?: number
  /** Until when the tenant wants a reviewer's verdict: ISO 8601. */
  dueAt?: string
  /** What reviewers said that did not settle it, oldest first; since the last new picture. */
  opinions?: Opinion[]
  /** Pictures that reviewers asked for, oldest first. */
  newPictures?: NewPicture[]
  /** What was there before each of them came. */
  earlier?: EarlierAnswer[]
  /** What the person has sent for the last of them, until they complete it. */
  pendingAnswer?: PendingAnswer
  /** Until when the last act can be taken back; whoever asks before sees the session as it was. */
  heldUntil?: Date
  held?: Held
}

interface Device {
  id: string
  since: string
  /** Since when its page is out of sight, as the page itself says: ISO 8601. The page that follows along is notified. */
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
  /** Asked for on the integrator's own pages. */
  consent?: { givenAt: string; textVersion: string; keepFace?: true }
}

/** The session with its device at hand: what somebody does there shows that they are back. */
export function atHand<Holding extends Pick<Session, 'device'>>(session: Holding): Holding {
  if (!session.device?.awaySince) return session
  const { awaySince: _, ...device } = session.device
  return { ...session, device }
}

type SessionEvent = 'approve' | 'reject' | 'refer' | 'expire'

/** Every change of status there is. Approve and reject mean the engine's verdict before referral, the reviewer's after it. */
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
 * The status as of now: an unfinished session past its validity is EXPIRED, whether or not a sweep has run, and one whose
 * verdict can still be taken back waits.
 */
export function statusAt(session: Pick<Session, 'status' | 'expiresAt' | 'heldUntil'>, now: Date): Status {
  if (isHeld(session, now)) return 'WAITING_FOR_MANUAL_APPROVE'
  return session.status === 'PENDING' && session.expiresAt <= now ? 'EXPIRED' : session.status
}

/** Why a session takes nothing more; undefined while it is open, or while a new picture of it is awaited. */
export function closedBy(session: Session, now: Date): 'SESSION_ALREADY_COMPLETED' | 'SESSION_EXPIRED' | undefined {
  if (session.completedAt && !openPictureRequest(session, now)) return 'SESSION_ALREADY_COMPLETED'
  return statusAt(session, now) === 'EXPIRED' ? 'SESSION_EXPIRED' : undefined
}

/** A verdict can be taken back for a minute at most: one that seems held for longer was given by a clock that was ahead. */
const LONGEST_HOLD_MS = 3_600_000

/** Can its verdict still be taken back? */
export function isHeld({ heldUntil, status }: Pick<Session, 'status' | 'heldUntil'>, now: Date): boolean {
  const left = heldUntil ? heldUntil.getTime() - now.getTime() : 0
  return left > 0 && left <= LONGEST_HOLD_MS && isFinal(status)
}

export function isFinal(status: Status): boolean {
  return (FINAL_STATUSES as readonly Status[]).includes(status)
}

/** By the rules or by a reviewer. */
export const isApproved = (status: Status): boolean => status === 'AUTO_APPROVED' || status === 'MANUAL_APPROVED'

/** Whether a returning person shows the credential of the tenant's own, since the caller named no earlier session. */
export const asksIssued = ({ flow, request }: Pick<Session, 'flow' | 'request'>): boolean =>
  flow?.kind === 'returning' && request.personOf === undefined

/** What `complete` still wants, in the words of its answer. */
export type MissingPart = 'document.FRONT' | 'document.BACK' | 'face' | 'chip' | 'credential' | 'proof'

/** Every step of the flow; where a new picture was asked for, that picture and what else its step lacks. */
export function missingParts(
  session: Session,
  settings: Pick<TenantRules, 'steps' | 'chip' | 'wallet'>,
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

/** Issuer and type of the document, or of the credential that stands for it; one that was altered says neither. */
export function kindShown({ document, credential }: Pick<Session, 'document' | 'credential'>): {
  country?: string
  type?: DocumentType
} {
  const front = document?.pages[0]
  if (front) return { ...(front.country !== undefined && { country: front.country }), type: front.type }
  return credential && credential.verdict !== 'ALTERED' ? kindOfCredential(credential) : {}
}

/**
 * Object names by image name, without the files of a chip and of a presentation, which are no pictures. The front's wins where
 * both sides gave one of the same name.
 */
export function imagesOf({ images }: Pick<Session, 'images'>): Partial<Record<ImageName, string>> {
  const all = { ...images.CHIP, ...images.CREDENTIAL, ...images.BACK, ...images.FRONT, ...images.FACE }
  const { [CHIP_FILES]: _, [CREDENTIAL_FILES]: __, ...pictures } = all
  return pictures
}

/** Every object a session points at: also of earlier pictures, and of those that are kept aside. */
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

/** The first accepted picture makes a session valid for this number of days from its creation; never for less than it was. */
export function extendValidity(session: Session, days: number): Session {
  const extended = new Date(session.createdAt.getTime() + days * 86_400_000)
  return extended > session.expiresAt ? { ...session, expiresAt: extended } : session
}

export type PersonRefusal = 'NOT_FOUND' | 'NOT_APPROVED' | 'FACE_NOT_KEPT'

/** Why a person cannot be recognised by this session; undefined where they can. */
export function refusePerson(earlier: Session | undefined, mode: Mode, now: Date): PersonRefusal | undefined {
  if (!earlier || earlier.mode !== mode) return 'NOT_FOUND'
  if (!isApproved(statusAt(earlier, now))) return 'NOT_APPROVED'
  return earlier.consent?.keepFace && earlier.face && !earlier.faceForgottenAt ? undefined : 'FACE_NOT_KEPT'
}
