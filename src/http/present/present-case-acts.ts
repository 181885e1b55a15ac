import type { Review } from '../../actions/ports/review.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import type { CaseView } from '../../contract/console/console.ts'
import { stepsOf } from '../../domain/enrolment/flow.ts'
import { refusePictureRequest } from '../../domain/new-picture.ts'
import { hasSpoken, standing } from '../../domain/review.ts'
import type { Session } from '../../domain/session.ts'
import { type ImageName, PARTS, REJECTION_TEXTS } from '../../domain/vocabulary.ts'

/** Who looks at a case, and for how long they can take back what they do. */
export interface Viewer {
  viewer: string
  undoSeconds: number
  /** Where webhooks of tenants without an address of their own go. */
  webhookUrl?: string | undefined
  hasDemo?: boolean
}

export function actsOf(reviews: (Review & { at: Date })[]): CaseView['acts'] {
  const left = new Set(standing(reviews))
  return reviews
    .filter(({ verdict }) => verdict !== 'undo')
    .map((review) => ({
      act: review.verdict,
      reviewer: review.reviewer,
      reason: review.reason,
      ...(review.code !== undefined && { code: review.code }),
      atUtc: review.at.toISOString(),
      ...(!left.has(review) && { isUndone: true }),
    }))
}

export const newPicturesOf = ({ newPictures = [] }: Session): CaseView['newPictures'] =>
  newPictures.map(({ of, reason, sentence, by, askedAt, until, answeredAt }) => ({
    of,
    reason,
    ...(sentence !== undefined && { sentence }),
    by,
    askedUtc: askedAt,
    untilUtc: until,
    ...(answeredAt !== undefined && { answeredUtc: answeredAt }),
  }))

/** Who has to pass the link on; nobody where there is no address. */
export function passedOnTo(session: Session, { settings }: Tenant, viewer: Viewer): Pick<CaseView, 'passedOnTo'> {
  const address = settings.webhookUrl ?? viewer.webhookUrl
  if (address) return { passedOnTo: new URL(address).host }
  return session.mode === 'test' && viewer.hasDemo ? { passedOnTo: 'the demo page' } : {}
}

export const earlierOf = ({ earlier = [] }: Session): CaseView['earlier'] =>
  earlier.map(({ until, decision, images }) => ({
    untilUtc: until,
    score: decision.score,
    images: Object.values(images).flatMap((part) => Object.keys(part) as ImageName[]),
  }))

/** What the service would refuse is not offered. */
export const mayDo = (session: Session, { settings }: Tenant, { viewer, undoSeconds }: Viewer): CaseView['may'] => ({
  ask: PARTS.filter((part) => refusePictureRequest(session, part, stepsOf(session, settings)) === undefined),
  settle: !hasSpoken(session, viewer),
  undoSeconds,
})

export const reasonsOf = ({ settings }: Tenant): CaseView['rejectionReasons'] => [
  ...Object.entries(REJECTION_TEXTS).map(([code, text]) => ({ code, text })),
  ...(settings.rejectionReasons ?? []),
]
