import type { FaceReading } from '../../vision/face/face-reading.ts'
import type { Decision } from '../decision/decide.ts'
import type { IdentityDocument } from '../evidence/document/document.ts'
import { pictureReadings } from '../evidence/evidence-kind.ts'
import type { SourceName } from '../evidence/evidence-names.ts'
import type { Capture, RefusedPicture, StoredImages } from '../evidence/pictures.ts'
import type { PictureReadings } from '../feature-types.ts'
import type { Part, Status, Step } from '../session/session-words.ts'
import { DOCUMENT_PICTURE_REASONS, type NewPictureReason } from './review-words.ts'

/** A reviewer's request for a better picture of one part, and its result. Times are ISO 8601. */
export interface NewPicture {
  of: Part
  reason: NewPictureReason
  /** The message to the person, in the reviewer's words. */
  sentence?: string
  /** The reviewer who asked, and who gets the answer. */
  by: string
  askedAt: string
  /** The end of the time in which the person may answer. */
  until: string
  /** The epoch of the tokens that can answer it; see Session. Absent in requests of version 0.2. */
  tokenEpoch?: number
  /** A picture of the part was received. */
  sent?: true
  /** When the person finished and the session was decided again. */
  answeredAt?: string
}

/** What was there before a new picture came. It stays until the session is erased. */
export interface EarlierAnswer extends Partial<PictureReadings> {
  /** When the new picture was asked for. */
  until: string
  decision: Decision
  document?: IdentityDocument
  face?: FaceReading
  images: StoredImages
}

/**
 * What a person has sent so far in answer to a request for a new picture. It is kept separately until they complete:
 * until then decision, results, images and evidence refer to the pictures that were decided on.
 */
export interface PendingAnswer extends Partial<PictureReadings> {
  document?: IdentityDocument
  face?: FaceReading
  images: StoredImages
  captures?: Partial<Record<Part, Capture>>
  refused?: RefusedPicture
}

/** Nobody is asked more often than this: a reviewer who is still unsure after three more pictures must decide. */
const MOST_NEW_PICTURES = 3

/** The part of a session that says whether a new picture is awaited. */
interface Requested {
  status: Status
  newPictures?: readonly NewPicture[]
}

/** The picture request that a person can still answer. */
export function openPictureRequest({ status, newPictures = [] }: Requested, now: Date): NewPicture | undefined {
  const last = newPictures.at(-1)
  if (!last || last.answeredAt || status !== 'WAITING_FOR_MANUAL_APPROVE') return undefined
  return Date.parse(last.until) > now.getTime() ? last : undefined
}

/** Whether a new picture of something else is awaited: until it is there, nothing else is accepted. */
export function answersOtherRequest(session: Requested, source: SourceName, now: Date): boolean {
  const request = openPictureRequest(session, now)
  return request !== undefined && stepOf(request.of) !== source
}

/** The step that a picture of this part belongs to. */
export const stepOf = (part: Part): Step => (part === 'FACE' ? 'face' : 'document')

/** The request that a session is open for, while it still accepts pictures; undefined if it was never completed. */
export const requestAnswered = (session: Partial<Requested> & { completedAt?: Date }): NewPicture | undefined =>
  session.completedAt && session.newPictures?.at(-1)

/** Why a picture of this part cannot be requested; undefined if it can. */
export function refusePictureRequest(
  { newPictures = [], document }: { newPictures?: readonly NewPicture[]; document?: IdentityDocument },
  of: Part,
  steps: readonly Step[],
): 'TOO_MANY_NEW_PICTURES' | 'NO_SUCH_PICTURE' | undefined {
  if (newPictures.length >= MOST_NEW_PICTURES) return 'TOO_MANY_NEW_PICTURES'
  if (of === 'FACE') return steps.includes('face') ? undefined : 'NO_SUCH_PICTURE'
  if (!steps.includes('document')) return 'NO_SUCH_PICTURE'
  return of === 'BACK' && !document?.pages[0]?.twoSided ? 'NO_SUCH_PICTURE' : undefined
}

/** Whether the person could fix the reason in a picture of this part. */
export const fitsPicture = (of: Part, reason: NewPictureReason): boolean =>
  of !== 'FACE' || !DOCUMENT_PICTURE_REASONS.includes(reason)

/**
 * Whether a token, or the token it was handed over with, was issued before the request: such a token is no longer
 * valid.
 */
export function isOlderThan(
  { tokenEpoch, askedAt }: Pick<NewPicture, 'tokenEpoch' | 'askedAt'>,
  token: { epoch?: number; firstIssuedAt: Date },
): boolean {
  if (tokenEpoch !== undefined && token.epoch !== undefined) return token.epoch < tokenEpoch
  // Token times are in whole seconds.
  return token.firstIssuedAt.getTime() < Math.floor(Date.parse(askedAt) / 1000) * 1000
}

/** The answers of the session so far, to be kept in addition to the new ones. */
export function keepEarlier(
  session: Partial<EarlierAnswer> & { images: StoredImages; earlier?: EarlierAnswer[] },
  at: string,
): EarlierAnswer[] {
  const { decision, images, earlier = [] } = session
  if (!decision) return earlier
  const readings = pictureReadings().flatMap((name) => (session[name] ? [[name, session[name]]] : []))
  return [...earlier, { until: at, decision, ...Object.fromEntries(readings), images }]
}

/** The session with the request for a new picture of this part, if one is open, marked as sent. */
export function answering<Asked extends Requested>(session: Asked, part: Part, now: Date): Asked {
  const { newPictures = [] } = session
  if (openPictureRequest(session, now)?.of !== part) return session
  return { ...session, newPictures: changeLast(newPictures, { sent: true }) }
}

/** The picture requests with the open one answered. */
export const withAnswer = (newPictures: readonly NewPicture[], answeredAt: string): NewPicture[] =>
  changeLast(newPictures, { answeredAt })

const changeLast = (newPictures: readonly NewPicture[], change: Partial<NewPicture>): NewPicture[] =>
  newPictures.map((request, at) => (at === newPictures.length - 1 ? { ...request, ...change } : request))
