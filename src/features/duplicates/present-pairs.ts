import { VISUAL_FIELDS, type VisualFieldName } from '../../formats/document-words.ts'
import { distance } from '../../formats/text/compare.ts'
import type { CaseField } from '../../kernel/review/contract/console-case.ts'
import { caseFields, eyesOf } from '../../kernel/review/present-case-fields.ts'
import { imagesOf, type Session } from '../../kernel/session/session.ts'
import type { Status } from '../../kernel/session/session-words.ts'
import type { ShownPerson } from '../../kernel/session/shown-person.ts'
import { matchTemplates } from '../../vision/face/match-templates.ts'
import type { CasePair, ComparedPair } from './compare-pair.ts'
import type { CasePairView, PairResponse, PairSide, PairView } from './contract/pairs.ts'

export const pairView = ({ sessionId, by, isSettled, answer }: CasePair): PairView => ({
  sessionId,
  by,
  isSettled,
  answer: answer && { answer: answer.answer, reason: answer.reason, by: answer.by, atUtc: answer.at.toISOString() },
})

/** A pair in the list of a case. */
export const casePairView = (pair: CasePair & ShownPerson): CasePairView => ({
  ...pairView(pair),
  name: pair.name,
  thumbnail: pair.thumbnail,
})

/** Two sessions next to each other: faces, documents, and which fields agree. */
export function pairResponse({ pair, here, there, status }: ComparedPair): PairResponse {
  const likeness = here.face && there.face && matchTemplates(there.face.template, here.face.template)
  return {
    ...pairView(pair),
    here: sideView(here, status.here),
    there: sideView(there, status.there),
    ...(likeness && { faceScore: likeness.score }),
    fields: compareFields(caseFields(here), caseFields(there)),
  }
}

function sideView(session: Session, status: Status): PairSide {
  const front = session.document?.pages[0]
  const images = imagesOf(session)
  const portrait = (['primary_face', 'chip_face', 'credential_face'] as const).find((name) => images[name])
  const selfie = (['face_cropped', 'face_original'] as const).find((name) => images[name])
  const eyes = eyesOf(session)
  const { externalId } = session.request
  return {
    sessionId: session.id,
    status,
    createdUtc: session.createdAt.toISOString(),
    completedUtc: session.completedAt?.toISOString(),
    externalId,
    ...(front && { documentName: front.documentName, country: front.country, documentType: front.type }),
    ...(portrait && {
      portrait: { image: portrait, ...(portrait === 'primary_face' && eyes.portrait && { eyes: eyes.portrait }) },
    }),
    selfie: selfie && { image: selfie, ...(selfie === 'face_cropped' && eyes.selfie && { eyes: eyes.selfie }) },
  }
}

function compareFields(here: CaseField[], there: CaseField[]): PairResponse['fields'] {
  const statedIn = (fields: CaseField[], name: VisualFieldName) => {
    const field = fields.find((each) => each.name === name)
    const stated = field?.visual ?? field?.chip ?? field?.mrz ?? field?.barcode
    return stated?.date ?? stated?.text
  }
  const names = [...new Set([...here, ...there].map(({ name }) => name))]
  return VISUAL_FIELDS.filter((name) => names.includes(name)).map((name) => {
    const [mine, theirs] = [statedIn(here, name), statedIn(there, name)]
    return {
      name,
      here: mine,
      there: theirs,
      ...(mine !== undefined &&
        theirs !== undefined && { agrees: distance(mine, theirs, { kind: KINDS[name] ?? 'text' }) === 0 }),
    }
  })
}

const KINDS: Partial<Record<VisualFieldName, 'name' | 'number' | 'date' | 'sex' | 'country'>> = {
  surname: 'name',
  given_name: 'name',
  surname_and_given_names: 'name',
  document_number: 'number',
  personal_number: 'number',
  date_of_birth: 'date',
  date_of_expiry: 'date',
  date_of_issue: 'date',
  sex: 'sex',
  nationality: 'country',
  issuing_state_code: 'country',
}
