import { CHALLENGE_IMAGES, DOCUMENT_IMAGES, FACE_IMAGES, REVIEW_IMAGES } from '../../vision/image-names.ts'
import { explainSession } from '../decision/explanation.ts'
import { wantsConfirmation } from '../decision/finding-codes.ts'
import { findingsAgainst, findingsOf } from '../decision/findings.ts'
import { mrzOf } from '../evidence/document/view.ts'
import { storedEvidence } from '../evidence/evidence-kind.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import { holderName } from '../evidence/stated-claims.ts'
import type { Review } from '../ports/review.ts'
import type { Tenant } from '../ports/tenants.ts'
import { explanationResponse } from '../results/present.ts'
import { stepsOf } from '../session/flow.ts'
import { imagesOf, kindShown, type Session } from '../session/session.ts'
import { PARTS } from '../session/session-words.ts'
import { type Case, viewCaseParts } from './case-part.ts'
import { versionOfCase, versionOfEvidence } from './case-version.ts'
import type { CaseView } from './contract/console-case.ts'
import { refusePictureRequest } from './new-picture.ts'
import { caseFields, eyesOf, placesOf } from './present-case-fields.ts'
import { hasEscalated, hasSpoken, standing } from './review.ts'
import { REJECTION_TEXTS } from './review-words.ts'

/**
 * Everything about a session as the case view shows it. What was not read is absent, and what the contract does not
 * name is not sent.
 */
export function caseView(opened: Case, viewer: Viewer): CaseView {
  const { session, person, status, tenant, reviews, claim, history } = opened
  const shown = kindShown(session)
  const images = imagesOf(session)
  const explanation = explainSession(session)
  return {
    id: session.id,
    version: versionOfCase(session, reviews, viewer.viewer),
    tenant: session.tenant,
    mode: session.mode,
    status,
    createdUtc: session.createdAt.toISOString(),
    completedUtc: session.completedAt?.toISOString(),
    externalId: session.request.externalId,
    applicantForm: session.request.applicantForm,
    claimedBy: claim?.reviewer,
    documentName: session.document?.pages[0]?.documentName,
    name: holderName(session),
    country: shown.country,
    documentType: shown.type,
    images: caseImages().filter((name) => images[name]),
    challenge: session.face?.challenge,
    ...viewCaseParts(opened),
    fields: caseFields(session),
    places: placesOf(session),
    eyes: { ...eyesOf(session), ...(person?.face?.eyes && { portrait: person.face.eyes }) },
    mrzLines: mrzOf(session.document)?.lines ?? [],
    age: session.face?.age,
    consent: session.consent && { ...session.consent, givenUtc: session.consent.givenAt },
    faceForgottenUtc: session.faceForgottenAt,
    ageAnswer: session.ageAnswer,
    person: session.person && personView(session.person.sessionId, person),
    findings: findingsOf(session),
    explanation: explanation && explanationResponse({ ...explanation, reviews }),
    history: history.map(({ at, ...entry }) => ({ ...entry, atUtc: at.toISOString() })),
    acts: actsOf(reviews),
    newPictures: newPicturesOf(session),
    ...passedOnTo(session, tenant, viewer),
    earlier: earlierOf(session),
    may: mayDo(session, tenant, viewer),
    rejectionReasons: reasonsOf(tenant),
  }
}

/** In the order in which a case shows them. */
const caseImages = () => [
  ...DOCUMENT_IMAGES,
  ...FACE_IMAGES,
  ...REVIEW_IMAGES,
  ...CHALLENGE_IMAGES,
  ...storedEvidence().flatMap((stored) => stored.images),
]

function personView(sessionId: string, person: Session | undefined): NonNullable<CaseView['person']> {
  const selfie = person && FACE_IMAGES.find((name) => name === 'face_cropped' && imagesOf(person)[name])
  return { sessionId, selfie }
}

/** Who looks at a case, and for how long they can undo what they do. */
interface Viewer {
  viewer: string
  undoSeconds: number
  /** Where events go for tenants without an address of their own. */
  webhookUrl?: string | undefined
  hasDemo?: boolean
}

function actsOf(reviews: (Review & { at: Date })[]): CaseView['acts'] {
  const left = new Set(standing(reviews))
  return reviews
    .filter(({ verdict }) => verdict !== 'undo')
    .map((review) => ({
      ...review,
      act: review.verdict,
      atUtc: review.at.toISOString(),
      isUndone: left.has(review) ? undefined : true,
    }))
}

const newPicturesOf = ({ newPictures = [] }: Session): CaseView['newPictures'] =>
  newPictures.map(({ askedAt, until, answeredAt, ...asked }) => ({
    ...asked,
    askedUtc: askedAt,
    untilUtc: until,
    answeredUtc: answeredAt,
  }))

/** Who has to pass the link on; nobody without an address. */
function passedOnTo(session: Session, { settings }: Tenant, viewer: Viewer): Pick<CaseView, 'passedOnTo'> {
  const address = settings.webhookUrl ?? viewer.webhookUrl
  if (address) return { passedOnTo: new URL(address).host }
  return session.mode === 'test' && viewer.hasDemo ? { passedOnTo: 'the demo page' } : {}
}

const earlierOf = ({ earlier = [] }: Session): CaseView['earlier'] =>
  earlier.map(({ until, decision, images }) => ({
    untilUtc: until,
    score: decision.score,
    images: Object.values(images).flatMap((part) => Object.keys(part) as ImageName[]),
  }))

/** What the service would refuse is not offered. */
function mayDo(session: Session, { settings }: Tenant, { viewer, undoSeconds }: Viewer): CaseView['may'] {
  const against = findingsAgainst(session)
  return {
    ask: hasEscalated(session, viewer)
      ? []
      : PARTS.filter((part) => refusePictureRequest(session, part, stepsOf(session, settings)) === undefined),
    settle: !hasSpoken(session, viewer, versionOfEvidence(session)),
    undoSeconds,
    against: against.map(({ code, reason }) => ({ code, reason })),
    wantsConfirmed: wantsConfirmation(against.map(({ code }) => code)) && settings.confirmAgainst !== 'alone',
  }
}

const reasonsOf = ({ settings }: Tenant): CaseView['rejectionReasons'] => [
  ...Object.entries(REJECTION_TEXTS).map(([code, text]) => ({ code, text })),
  ...(settings.rejectionReasons ?? []),
]
