import type { Case } from '../../actions/review/open-case.ts'
import type { CaseField, CaseView, FieldValue } from '../../contract/console/console.ts'
import type { FactorResult } from '../../domain/decision/decide.ts'
import { explainSession } from '../../domain/decision/explanation.ts'
import { barcodeOf, mrzOf, visualField } from '../../domain/document/view.ts'
import type { ChallengeOutcome } from '../../domain/face/challenge/outcome.ts'
import { documentImages, faceImages, type Session } from '../../domain/session.ts'
import {
  type BarcodeFieldName,
  CHALLENGE_IMAGES,
  type MrzFieldName,
  type PageSide,
  REVIEW_IMAGES,
  VISUAL_FIELDS,
  type VisualFieldName,
} from '../../domain/vocabulary.ts'
import { imagesResponse } from './present.ts'
import { explanationResponse } from './present-review.ts'

/** Everything about a session as the case view shows it. What was not read stays absent. */
export function caseView({ session, status, reviews, claim, history }: Case): CaseView {
  const front = session.document?.pages[0]
  const { externalId, applicantForm } = session.request
  const { document, face } = imagesResponse(session)
  const explanation = explainSession(session)
  return {
    id: session.id,
    tenant: session.tenant,
    mode: session.mode,
    status,
    createdUtc: session.createdAt.toISOString(),
    ...(session.completedAt && { completedUtc: session.completedAt.toISOString() }),
    ...(externalId !== undefined && { externalId }),
    ...(applicantForm && { applicantForm: announced(applicantForm) }),
    ...(claim && { claimedBy: claim.reviewer }),
    ...(front && { documentName: front.documentName, country: front.country, documentType: front.type }),
    images: [
      ...document,
      ...face,
      ...REVIEW_IMAGES.filter((name) => documentImages(session)[name]),
      ...CHALLENGE_IMAGES.filter((name) => faceImages(session)[name]),
    ],
    ...(session.face?.challenge && { challenge: challengeView(session.face.challenge) }),
    untaught: untaughtSides(session),
    fields: caseFields(session),
    mrzLines: mrzOf(session.document)?.lines ?? [],
    ...(session.face?.age !== undefined && { age: session.face.age }),
    ...(session.consent && { consent: agreed(session.consent) }),
    ...(explanation && { explanation: explanationResponse({ ...explanation, reviews }) }),
    history: history.map(({ at, actor, action }) => ({ atUtc: at.toISOString(), actor, action })),
  }
}

const agreed = ({ by, givenAt, textVersion, lang, text }: NonNullable<Session['consent']>) => ({
  by,
  givenUtc: givenAt,
  textVersion,
  ...(lang && { lang }),
  ...(text !== undefined && { text }),
})

/** Those whose picture is there to teach with. */
const untaughtSides = ({ document, images }: Session): PageSide[] =>
  (document?.pages ?? []).filter(({ side, taught }) => !taught && images[side]).map(({ side }) => side)

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

/** What the MRZ and the barcode call the fields of the visual zone. */
const IN_MRZ: Partial<Record<VisualFieldName, MrzFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  personal_number: 'personal_number_or_optional_data',
  nationality: 'nationality',
  issuing_state_code: 'issuing_state_or_organization',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  date_of_expiry: 'date_of_expiry',
  sex: 'sex',
}
const IN_BARCODE: Partial<Record<VisualFieldName, BarcodeFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  sex: 'sex',
}

function caseFields({ document, decision }: Session): CaseField[] {
  const mrz = mrzOf(document)
  const barcode = barcodeOf(document)
  const differing = (factor: FactorResult['name']) =>
    new Set(
      (decision?.factors.find(({ name }) => name === factor)?.fields ?? [])
        .filter(({ distance }) => distance > 0)
        .map(({ inputFieldName }) => inputFieldName),
    )
  const [mrzDiffers, barcodeDiffers] = [differing('mrzOcrCrossCheck'), differing('barcodeOcrCrossCheck')]

  return FIELD_ORDER.flatMap((name) => {
    const printed = visualField(document, name)
    const inMrz = IN_MRZ[name]
    const inBarcode = IN_BARCODE[name]
    const mrzValue = valueIn(inMrz && mrz?.fields[inMrz], dateOf(name, mrz))
    const barcodeValue = valueIn(inBarcode && barcode?.fields[inBarcode], dateOf(name, barcode))
    if (!printed && !mrzValue && !barcodeValue) return []
    return [
      {
        name,
        ...(printed && {
          visual: {
            text: printed.value,
            ...(printed.date !== undefined && { date: printed.date }),
            confidence: printed.confidence,
            side: printed.pageSide,
            ...(printed.by && { by: printed.by }),
          },
        }),
        ...(mrzValue && { mrz: mrzValue }),
        ...(barcodeValue && { barcode: barcodeValue }),
        differs: [
          ...(mrzDiffers.has(name) ? ['mrz' as const] : []),
          ...(barcodeDiffers.has(name) ? ['barcode' as const] : []),
        ],
      },
    ]
  })
}

/** As a reviewer reads a document: who, which, until when, then the rest. */
const FIRST = [
  'surname',
  'given_name',
  'surname_and_given_names',
  'document_number',
  'date_of_birth',
  'date_of_expiry',
  'sex',
  'nationality',
] as const satisfies VisualFieldName[]
const FIELD_ORDER: VisualFieldName[] = [
  ...FIRST,
  ...VISUAL_FIELDS.filter((name) => !(FIRST as readonly string[]).includes(name)),
]

function dateOf(name: VisualFieldName, source: { dateOfBirth?: string; dateOfExpiry?: string } | undefined) {
  if (name === 'date_of_birth') return source?.dateOfBirth
  return name === 'date_of_expiry' ? source?.dateOfExpiry : undefined
}

const valueIn = (text: string | undefined, date: string | undefined): FieldValue | undefined =>
  text ? { text, ...(date !== undefined && { date }) } : undefined
