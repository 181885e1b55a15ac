import type { ModelUse } from '../../vision/document/page-reading.ts'
import type { Session } from '../session/session.ts'
import type { Status } from '../session/session-words.ts'
import { lacksProofAlone } from './assurance.ts'
import type { Decision, FactorResult } from './decide.ts'
import { type FactorName, factorNamed } from './factors/index.ts'
import type { Assurance } from './levels.ts'

/** A decision, prepared for a person who asks why. */
export interface Explanation {
  sessionId: string
  status: Status
  /** One sentence. */
  summary: string
  /** The reasons for it, most important first. */
  reasons: string[]
  /** The same with the factor that gives each reason; a live-mode rule is not a factor. */
  causes: Cause[]
  decision: Pick<Decision, 'score' | 'level' | 'outcome' | 'policy'>
  /** The level that it was decided on; absent if none was chosen. */
  assurance?: Assurance
  /** The ISO 8601 date that was used as today. */
  decidedOn: string
  factors: ExplainedFactor[]
  /** The models that read the pictures, by name and checksum. */
  models: ModelUse[]
}

type ExplainedFactor = FactorResult & {
  /** What the factor asks, in words. */
  question: string
}

interface Cause {
  factor?: FactorName
  reason: string
}

/** Undefined while nothing has been decided. */
export function explainSession(session: Session): Explanation | undefined {
  const { decision } = session
  if (!decision) return undefined
  const { score, level, outcome, policy, factors, reasons, evidence } = decision
  return {
    sessionId: session.id,
    status: session.status,
    summary: summaryOf(decision, session.status),
    reasons,
    causes: causesOf(decision),
    decision: { score, level, outcome, policy },
    ...(evidence.assurance && { assurance: evidence.assurance }),
    decidedOn: evidence.today,
    factors: factors.map((factor) => ({ question: factorNamed(factor.name)?.question ?? factor.name, ...factor })),
    models: modelsOf(session),
  }
}

/** Two factors can give the same reason: it is listed once for each of them, in the order of the reasons. */
export function causesOf({ reasons, factors, outcome, boundBy = [] }: Decision): Cause[] {
  const left = factors.filter(({ name, effect, level }) =>
    outcome === 'approve'
      ? level === 'HIGH'
      : effect === 'refer' || effect === 'reject' || factorNamed(name)?.binding === true,
  )
  return reasons.map((reason, at) => {
    const found = at < boundBy.length ? -1 : left.findIndex((factor) => factor.reason === reason)
    const [factor] = found < 0 ? [] : left.splice(found, 1)
    return { ...(factor && { factor: factor.name }), reason }
  })
}

function summaryOf({ outcome, factors, policy, boundBy = [] }: Decision, status: Status): string {
  const graded = factors.filter(({ level }) => level !== 'UNAVAILABLE').length
  const against = (effect: FactorResult['effect']) => factors.filter((factor) => factor.effect === effect).length
  const under = `(policy ${policy.name}, version ${policy.version})`
  const review =
    status === 'MANUAL_APPROVED'
      ? ' A reviewer approved it.'
      : status === 'MANUAL_REJECTED'
        ? ' A reviewer rejected it.'
        : ''
  const [bound] = boundBy.filter((each) => each.outcome === outcome)
  if (bound)
    return `${outcome === 'refer' ? 'Referred to a reviewer' : 'Rejected automatically'}, regardless of the policy: ${bound.reason}${review}`
  switch (outcome) {
    case 'approve':
      return `Approved automatically: none of the ${graded} checks found anything against it ${under}.${review}`
    case 'refer':
      if (lacksProofAlone({ outcome, factors, boundBy }))
        return `Referred to a reviewer only because a proof is missing: nothing was found against it ${under}.${review}`
      return `Referred to a reviewer: ${against('refer')} of ${graded} checks ${against('refer') === 1 ? 'needs' : 'need'} review ${under}.${review}`
    case 'reject':
      return `Rejected automatically: ${against('reject')} of ${graded} checks failed ${under}.${review}`
  }
}

function modelsOf({ document, face }: Session): ModelUse[] {
  const all = [...(document?.pages ?? []).flatMap(({ models }) => models), ...(face?.models ?? [])]
  return [...new Map(all.map((model) => [`${model.name} ${model.sha256}`, model])).values()]
}
