import type { Review } from '../../actions/ports/review.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import { versionOfCase } from '../../actions/review/case-version.ts'
import type { Case } from '../../actions/review/open-case.ts'
import { viewCaseParts } from '../../capabilities/case-views.ts'
import type { CaseChip, CaseCredential, CaseSeal, CaseView } from '../../contract/console/console-case.ts'
import { explainSession } from '../../domain/decision/explanation.ts'
import { holderName } from '../../domain/document/holder-name.ts'
import { mrzOf } from '../../domain/document/view.ts'
import { stepsOf } from '../../domain/enrolment/flow.ts'
import type { ChallengeOutcome } from '../../domain/face/challenge/outcome.ts'
import { refusePictureRequest } from '../../domain/new-picture.ts'
import type { ChipReading } from '../../domain/proofs/chip-reading.ts'
import type { CredentialReading } from '../../domain/proofs/credential-reading.ts'
import type { SealReading } from '../../domain/proofs/seal-reading.ts'
import { hasSpoken, standing } from '../../domain/review.ts'
import {
  chipImages,
  credentialImages,
  documentImages,
  faceImages,
  kindShown,
  type Session,
} from '../../domain/session.ts'
import {
  CHALLENGE_IMAGES,
  CHIP_IMAGES,
  CREDENTIAL_IMAGES,
  FACE_IMAGES,
  type ImageName,
  PARTS,
  REJECTION_TEXTS,
  REVIEW_IMAGES,
} from '../../domain/vocabulary.ts'
import { imagesResponse } from './present.ts'
import { caseFields } from './present-case-fields.ts'
import { eyesOf, placesOf } from './present-case-places.ts'
import { explanationResponse } from './present-review.ts'

/** Everything about a session as the case view shows it. What was not read stays absent. */
export function caseView(opened: Case, viewer: Viewer): CaseView {
  const { session, person, status, tenant, reviews, claim, history } = opened
  const front = session.document?.pages[0]
  const shown = kindShown(session)
  const name = holderName(session)
  const { externalId, applicantForm } = session.request
  const { document, face } = imagesResponse(session)
  const explanation = explainSession(session)
  return {
    id: session.id,
    version: versionOfCase(session, reviews, viewer.viewer),
    tenant: session.tenant,
    mode: session.mode,
    status,
    createdUtc: session.createdAt.toISOString(),
    ...(session.completedAt && { completedUtc: session.completedAt.toISOString() }),
    ...(externalId !== undefined && { externalId }),
    ...(applicantForm && { applicantForm: announced(applicantForm) }),
    ...(claim && { claimedBy: claim.reviewer }),
    ...(front && { documentName: front.documentName }),
    ...(name && { name }),
    ...(shown.country !== undefined && { country: shown.country }),
    ...(shown.type && { documentType: shown.type }),
    images: [
      ...document,
      ...face,
      ...REVIEW_IMAGES.filter((name) => documentImages(session)[name]),
      ...CHALLENGE_IMAGES.filter((name) => faceImages(session)[name]),
      ...CHIP_IMAGES.filter((name) => chipImages(session)[name]),
      ...CREDENTIAL_IMAGES.filter((name) => credentialImages(session)[name]),
    ],
    ...(session.chip && { chip: chipView(session.chip) }),
    ...(session.seal && { seal: sealView(session.seal) }),
    ...(session.credential && { credential: credentialView(session.credential) }),
    ...(session.face?.challenge && { challenge: challengeView(session.face.challenge) }),
    ...viewCaseParts(opened),
    fields: caseFields(session),
    places: placesOf(session),
    eyes: { ...eyesOf(session), ...(person?.face?.eyes && { portrait: person.face.eyes }) },
    mrzLines: mrzOf(session.document)?.lines ?? [],
    ...(session.face?.age !== undefined && { age: session.face.age }),
    ...(session.consent && { consent: agreed(session.consent) }),
    ...(session.faceForgottenAt && { faceForgottenUtc: session.faceForgottenAt }),
    ...(session.ageAnswer && {
      ageAnswer: { atLeast: session.ageAnswer.atLeast, answer: session.ageAnswer.answer },
    }),
    ...(session.person && { person: personView(session.person.sessionId, person) }),
    ...(explanation && { explanation: explanationResponse({ ...explanation, reviews }) }),
    history: history.map(({ at, actor, action, detail, isForged }) => ({
      atUtc: at.toISOString(),
      actor,
      action,
      ...(detail && { detail }),
      ...(isForged && { isForged }),
    })),
    acts: actsOf(reviews),
    newPictures: newPicturesOf(session),
    ...passedOnTo(session, tenant, viewer),
    earlier: earlierOf(session),
    may: mayDo(session, tenant, viewer),
    rejectionReasons: reasonsOf(tenant),
  }
}

const chipView = (chip: ChipReading): CaseChip => ({
  verdict: chip.verdict,
  activeAuthentication: chip.activeAuthentication,
  reasons: chip.reasons,
  ...(chip.country && { country: chip.country }),
  ...(chip.authority && { authority: chip.authority }),
  ...(chip.signer && { signer: chip.signer }),
  ...(chip.signedAt && { signedUtc: chip.signedAt }),
  readUtc: chip.readAt,
  dataGroups: chip.dataGroups,
  ...(chip.saidByReader && { saidByReader: chip.saidByReader }),
})

const sealView = (seal: SealReading): CaseSeal => ({
  verdict: seal.verdict,
  kind: seal.kind,
  ...(seal.country && { country: seal.country }),
  ...(seal.documentType && { documentType: seal.documentType }),
  ...(seal.signedOn && { signedOn: seal.signedOn }),
  ...(seal.signer && { signer: seal.signer.subject }),
  ...(seal.authority && { authority: seal.authority.subject }),
  values: seal.values,
  reasons: seal.reasons,
  raw: seal.raw,
  readUtc: seal.readAt,
})

const credentialView = (credential: CredentialReading): CaseCredential => ({
  verdict: credential.verdict,
  holderBinding: credential.holderBinding,
  status: credential.status,
  reasons: credential.reasons,
  credentialType: credential.type,
  claims: credential.claims,
  ...(credential.issuer && { issuer: credential.issuer }),
  ...(credential.authority && { authority: credential.authority }),
  receivedUtc: credential.receivedAt,
})

function personView(sessionId: string, person: Session | undefined): NonNullable<CaseView['person']> {
  const selfie = person && FACE_IMAGES.find((name) => name === 'face_cropped' && faceImages(person)[name])
  return { sessionId, ...(selfie && { selfie }) }
}

const agreed = ({ by, givenAt, textVersion, lang, text, keepFace }: NonNullable<Session['consent']>) => ({
  by,
  givenUtc: givenAt,
  textVersion,
  ...(lang && { lang }),
  ...(text !== undefined && { text }),
  ...(keepFace && { keepFace }),
})

const challengeView = ({ asked, passed, findings }: ChallengeOutcome) => ({
  asked,
  passed,
  findings: findings.map(({ check, passed, reason }) => ({ check, passed, reason })),
})

const announced = ({ firstName, lastName, dateOfBirth }: NonNullable<Session['request']['applicantForm']>) => ({
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(dateOfBirth !== undefined && { dateOfBirth }),
})

/** Who looks at a case, and for how long they can take back what they do. */
interface Viewer {
  viewer: string
  undoSeconds: number
  /** Where webhooks of tenants without an address of their own go. */
  webhookUrl?: string | undefined
  hasDemo?: boolean
}

function actsOf(reviews: (Review & { at: Date })[]): CaseView['acts'] {
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

const newPicturesOf = ({ newPictures = [] }: Session): CaseView['newPictures'] =>
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
const mayDo = (session: Session, { settings }: Tenant, { viewer, undoSeconds }: Viewer): CaseView['may'] => ({
  ask: PARTS.filter((part) => refusePictureRequest(session, part, stepsOf(session, settings)) === undefined),
  settle: !hasSpoken(session, viewer),
  undoSeconds,
})

const reasonsOf = ({ settings }: Tenant): CaseView['rejectionReasons'] => [
  ...Object.entries(REJECTION_TEXTS).map(([code, text]) => ({ code, text })),
  ...(settings.rejectionReasons ?? []),
]
