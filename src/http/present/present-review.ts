import type { Claim, WaitingCase } from '../../actions/ports/review.ts'
import type { ReviewedExplanation } from '../../actions/results/explain.ts'
import type { QueueResponse } from '../../contract/console/review.ts'
import type { ExplanationResponse } from '../../contract/data/explanation.ts'
import { verdictsAmong } from '../../domain/review.ts'

export function explanationResponse({ reviews, ...explanation }: ReviewedExplanation): ExplanationResponse {
  return {
    ...explanation,
    reviews: verdictsAmong(reviews).map(({ reviewer, verdict, reason, code, at }) => ({
      reviewer,
      verdict,
      reason,
      code,
      atUtc: at.toISOString(),
    })),
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
  const { sessionId, tenant, mode, since, due, askedUntil, claim, ...rest } = each
  return {
    id: sessionId,
    tenant,
    mode,
    waitingSinceUtc: since.toISOString(),
    ...rest,
    ...(due && { dueUtc: due.toISOString() }),
    ...(askedUntil && { askedUntilUtc: askedUntil.toISOString() }),
    ...(claim && claimResponse(claim)),
  }
}

export const claimResponse = ({ reviewer, until }: Claim) => ({
  claimedBy: reviewer,
  claimedUntilUtc: until.toISOString(),
})
