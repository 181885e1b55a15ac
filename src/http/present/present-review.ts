import type { Claim, WaitingCase } from '../../actions/ports/review.ts'
import type { ReviewedExplanation } from '../../actions/results/explain.ts'
import type { QueueResponse } from '../../contract/console/review.ts'
import type { ExplanationResponse } from '../../contract/data/decision.ts'
import { verdictsAmong } from '../../domain/review.ts'

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
