import type { SealReading } from '../../features/seal/seal-reading.ts'
import type { Session } from '../session/session.ts'
import {
  type Decision,
  decide,
  type FactorResult,
  LEVEL,
  outcomeOf,
  RULES_VERSION,
  ruleFor,
  scoreOf,
} from './decide.ts'
import type { DecisionEvidence, Evidence } from './factors/factor.ts'
import { boundOutcome } from './live-rules.ts'
import type { Policy } from './policy.ts'
import { effectOf, type FactorRule, levelOf } from './rule.ts'

interface DecisionCheck {
  /** What is impossible in any version. */
  problems: string[]
  /** What this version would score differently in a decision by earlier rules. */
  notes: string[]
}

/**
 * Checks a decision against its evidence and its policy: scores, levels and effects, but not the sentences, which may
 * be reworded. A decision by earlier rules must follow from its own scores; if today's rules give other scores, a note
 * says so.
 */
export function checkDecision(decision: Decision, evidence: Evidence, policy: Policy): DecisionCheck {
  const problems = [...incoherences(decision, policy)]
  const differences = differencesBetween(decision, decide(evidence, policy))
  if ((decision.rules ?? 1) === RULES_VERSION) return { problems: [...problems, ...differences], notes: [] }
  if ((decision.rules ?? 1) > RULES_VERSION) {
    return { problems, notes: [`decided by rules ${decision.rules}, which this version does not know`] }
  }
  return { problems, notes: differences }
}

/** Do levels, effects, outcome and score follow from the factors' scores under the policy? */
function incoherences(decision: Decision, policy: Policy): string[] {
  const factors = decision.factors.filter((result) => !follows(result, policy)).map(({ name }) => name)
  const outcome = boundOutcome(outcomeOf(decision.factors), decision.boundBy ?? [])
  return [
    ...factors.map((name) => `${name}: level or effect do not follow from its score under the policy`),
    ...(decision.outcome === outcome
      ? []
      : [`the factors and the binding rules decide ${outcome}, the decision says ${decision.outcome}`]),
    ...(decision.level === LEVEL[decision.outcome]
      ? []
      : [`level ${decision.level} does not match ${decision.outcome}`]),
    ...(decision.score === scoreOf(decision.factors, decision.outcome, policy)
      ? []
      : [`the score ${decision.score} does not follow from the factors`]),
  ]
}

function follows({ name, level, score, effect }: FactorResult, policy: Policy): boolean {
  const rule = ruleFor(name, policy)
  if (level === 'UNAVAILABLE') return score === undefined && mayFollowLack(effect, rule)
  if (!rule?.enabled) return false
  if ((level === 'UNKNOWN') !== (score === undefined)) return false
  return (score === undefined || level === levelOf(score, rule)) && effect === effectOf(level, rule)
}

const mayFollowLack = (effect: FactorResult['effect'], rule: FactorRule | undefined): boolean =>
  effect === 'none' ||
  effect === (rule?.onUnavailable ?? (rule?.required ? 'refer' : 'none')) ||
  (effect === 'ignore' && rule !== undefined)

function differencesBetween(decision: Decision, replayed: Decision): string[] {
  const then = new Map(decision.factors.map((result) => [result.name, result]))
  const now = new Map(replayed.factors.map((result) => [result.name, result]))
  const names = new Set([...then.keys(), ...now.keys()])
  const factors = [...names].filter((name) => words(then.get(name)) !== words(now.get(name)))
  const sums = decision.outcome === replayed.outcome && decision.score === replayed.score
  return [
    ...factors.map(
      (name) => `${name}: ${words(then.get(name))} in the decision, ${words(now.get(name))} on the evidence`,
    ),
    ...(sums
      ? []
      : [
          `the policy decides ${replayed.outcome} (${replayed.score}) on this evidence, the decision says ${decision.outcome} (${decision.score})`,
        ]),
  ]
}

const words = (result: FactorResult | undefined): string =>
  result ? [result.score, result.level, result.effect].filter((part) => part !== undefined).join(' ') : 'absent'

/** A decision as it is stored and bundled; up to version 0.2 the fields of its evidence were fields of the decision. */
export type StoredDecision = Decision | (Omit<Decision, 'evidence'> & DecisionEvidence)

/** A decision of any version in today's form. */
export function openDecision(stored: StoredDecision): Decision {
  if ('evidence' in stored) return withoutSeal(stored)
  const { today, steps, mode, capture, duplicates, watchlist, person, age, ...decision } = stored
  const evidence = {
    today,
    steps,
    ...(mode && { mode }),
    ...(capture && { capture }),
    ...(duplicates && { duplicates }),
    ...(watchlist && { watchlist }),
    ...(person && { person }),
    ...(age && { age }),
  }
  return { ...decision, evidence }
}

/** Version 1.0.0 also kept the signed barcode with the decision, including a face template. The session has it. */
function withoutSeal(decision: Decision): Decision {
  if (!('seal' in decision.evidence)) return decision
  const { seal: _, ...evidence } = decision.evidence
  return { ...decision, evidence }
}

/** The signed barcode that version 1.0.0 kept with a decision. */
const sealOf = (stored: StoredDecision): SealReading | undefined =>
  'evidence' in stored && 'seal' in stored.evidence ? (stored.evidence.seal as SealReading) : undefined

/** The same for every decision of a stored session. */
export function openDecisions<Stored extends StoredReadings>(stored: Stored): Stored {
  const session = withSealsApart(stored)
  const { decision, earlier } = session
  return {
    ...session,
    ...(decision && { decision: openDecision(decision) }),
    ...(earlier && { earlier: earlier.map(openEarlier) }),
  }
}

type StoredReadings = Pick<Session, 'decision' | 'earlier' | 'seal' | 'images' | 'pendingAnswer'>

/**
 * An earlier answer with its signed barcode next to its other readings, without the face, which may have been forgotten
 * by now.
 */
function openEarlier<Answer extends NonNullable<Session['earlier']>[number]>(answer: Answer): Answer {
  const { portrait: _, ...seal } = sealOf(answer.decision) ?? { portrait: undefined }
  return {
    ...answer,
    ...('kind' in seal && { seal }),
    decision: openDecision(answer.decision),
  }
}

/**
 * During an answer to a request for a new picture, version 1.0.0 had one signed barcode: that of the newest pictures.
 * The one that was decided on was kept only with the decision.
 */
function withSealsApart<Stored extends StoredReadings>(session: Stored): Stored {
  const { seal: last, decision, pendingAnswer, ...rest } = session
  if (!last || !pendingAnswer || pendingAnswer.seal || !pendingAnswer.images[last.side]?.seal) return session
  const decidedOn = (decision && sealOf(decision)) ?? (session.images[last.side]?.seal ? last : undefined)
  return {
    ...rest,
    ...(decidedOn && { seal: decidedOn }),
    decision,
    pendingAnswer: { ...pendingAnswer, seal: last },
  } as Stored
}
