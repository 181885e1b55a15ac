import { DOCUMENT_IMAGES, FACE_IMAGES } from '../../vision/image-names.ts'
import type { DecisionResponse, ExplanationResponse } from '../decision/contract/decision.ts'
import type { FactorResult } from '../decision/decide.ts'
import { factorNamed } from '../decision/factors/index.ts'
import { storedEvidence } from '../evidence/evidence-kind.ts'
import type { Claim, WaitingCase } from '../ports/review.ts'
import type { SessionSummary } from '../ports/sessions.ts'
import type { QueueResponse } from '../review/contract/review.ts'
import { verdictsAmong } from '../review/review.ts'
import { imagesOf, type Session } from '../session/session.ts'
import type { ImagesResponse } from './contract/results.ts'
import type { SessionListResponse } from './contract/session-list.ts'
import type { ReviewedExplanation } from './explain.ts'

/** The domain's words in the specification's shapes. What was not read is absent. */

export function decisionResponse({ decision, ageAnswer }: Session): DecisionResponse | undefined {
  if (!decision) return undefined
  return {
    verifications: Object.fromEntries(
      decision.factors.filter(isShown).map((factor) => [factor.name, verification(factor)]),
    ),
    decision: { score: decision.score, level: decision.level },
    ...(decision.evidence.assurance && { assurance: decision.evidence.assurance }),
    ...(ageAnswer && { age: ageAnswer }),
  }
}

/**
 * The eight factors of the specification always. Of ours, those that the caller or the policy asked for, and those that
 * always run if they found something: a caller who knows only the eight is not surprised by a ninth without a result.
 */
function isShown({ name, level, effect }: FactorResult): boolean {
  const isSilent = level === 'HIGH' || (level === 'UNAVAILABLE' && effect !== 'refer' && effect !== 'reject')
  return !(factorNamed(name)?.quiet && isSilent)
}

export function imagesResponse(session: Session): ImagesResponse {
  const images = imagesOf(session)
  return {
    document: DOCUMENT_IMAGES.filter((name) => images[name]),
    face: FACE_IMAGES.filter((name) => images[name]),
    ...Object.fromEntries(
      storedEvidence().flatMap(({ name, part, images: own }) =>
        session.images[part] ? [[name, own.filter((image) => images[image])]] : [],
      ),
    ),
  }
}

export function sessionList(
  page: { number: number; size: number },
  rows: readonly SessionSummary[],
): SessionListResponse {
  return {
    pageNumber: page.number,
    pageSize: page.size,
    totalRecords: rows.length,
    data: rows.map(({ createdAt, expiresAt, completedAt, status, ...row }) => ({
      ...row,
      createdDateUtc: utc(createdAt),
      expiryDateUtc: utc(expiresAt),
      completedDateUtc: completedAt && utc(completedAt),
      verificationStatus: status,
    })),
  }
}

function verification({ name, level, score, fields }: FactorResult) {
  const graded = { ...(score === undefined ? {} : { score }), level }
  if (name === 'mrzOcrCrossCheck') return { fields: crossCheck(fields, 'mrzTextValue'), ...graded }
  if (name === 'barcodeOcrCrossCheck') return { fields: crossCheck(fields, 'barcodeTextValue'), ...graded }
  return graded
}

function crossCheck<Other extends 'mrzTextValue' | 'barcodeTextValue'>(fields: FactorResult['fields'], other: Other) {
  return (fields ?? []).map(({ inputFieldName, ocrTextValue, otherTextValue, distance, score }) => ({
    inputFieldName,
    ocrTextValue,
    ...({ [other]: otherTextValue } as Record<Other, string>),
    distance,
    score,
  }))
}

/** RFC 3339 with the offset written out. */
const utc = (date: Date) => date.toISOString().replace('Z', '+00:00')

export function explanationResponse({ reviews, ...explanation }: ReviewedExplanation): ExplanationResponse {
  return {
    ...explanation,
    reviews: verdictsAmong(reviews).map(({ at, ...review }) => ({ ...review, atUtc: at.toISOString() })),
  }
}

export function queueResponse(page: { number: number; size: number }, cases: WaitingCase[]): QueueResponse {
  return {
    pageNumber: page.number,
    pageSize: page.size,
    totalRecords: cases.length,
    data: cases.map(queueEntry),
  }
}

function queueEntry(each: WaitingCase): QueueResponse['data'][number] {
  const { sessionId, since, due, askedUntil, claim, ...rest } = each
  return {
    ...rest,
    id: sessionId,
    waitingSinceUtc: since.toISOString(),
    dueUtc: due?.toISOString(),
    askedUntilUtc: askedUntil?.toISOString(),
    ...(claim && claimResponse(claim)),
  }
}

export const claimResponse = ({ reviewer, until }: Claim) => ({
  claimedBy: reviewer,
  claimedUntilUtc: until.toISOString(),
})
