import { evidenceKinds, sourceNames } from '../evidence/evidence-kind.ts'
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
  if ('evidence' in stored) return withoutReadings(stored)
  const entries = Object.entries(stored)
  const isOfDecision = ([name]: [string, unknown]) => (PARTS_OF_DECISION as readonly string[]).includes(name)
  return {
    ...Object.fromEntries(entries.filter(isOfDecision)),
    evidence: Object.fromEntries(entries.filter((entry) => !isOfDecision(entry))),
  } as unknown as Decision
}

const PARTS_OF_DECISION = [
  'score',
  'level',
  'outcome',
  'factors',
  'reasons',
  'policy',
  'rules',
  'boundBy',
] as const satisfies (keyof Decision)[]

/** Version 1.0.0 also kept a reading with the decision, including a face template. The session has it. */
function withoutReadings(decision: Decision): Decision {
  const readings = sourceNames().filter((name) => Object.hasOwn(decision.evidence, name))
  if (!readings.length) return decision
  const evidence = { ...decision.evidence } as Partial<Evidence>
  for (const name of readings) delete evidence[name]
  return { ...decision, evidence: evidence as DecisionEvidence }
}

/** The same for every decision of a stored session, with what its evidence changed between versions. */
export function openDecisions<Stored extends Pick<Session, 'decision' | 'earlier'>>(stored: Stored): Stored {
  const session = evidenceKinds.parts().reduce((made, { upgrade }) => upgrade?.(made) ?? made, stored)
  const { decision, earlier } = session
  return {
    ...session,
    ...(decision && { decision: openDecision(decision) }),
    ...(earlier && { earlier: earlier.map((answer) => ({ ...answer, decision: openDecision(answer.decision) })) }),
  }
}
