import { sourceNames } from '../evidence/evidence-kind.ts'
import type { Mode } from '../session/session-words.ts'
import { agreementIn, lacksProofAlone } from './assurance.ts'
import {
  type CrossCheckField,
  type DecisionEvidence,
  type Evidence,
  type Factor,
  type Finding,
  type Unavailable,
  type Used,
  unavailable,
} from './factors/factor.ts'
import { type FactorName, factorNamed, factors, type GradedFactorName, isOfTheEight } from './factors/index.ts'
import type { Level } from './levels.ts'
import { type BoundBy, bindingOn, boundOutcome } from './live-rules.ts'
import type { Policy } from './policy.ts'
import { type DecisionOutcome, type Effect, effectOf, type FactorRule, levelOf } from './rule.ts'

/**
 * The version of the rules. It grows whenever a factor reaches a different finding on the same evidence, so that a
 * decision of an earlier version is recognised and not mistaken for a forgery. Decisions of version 0.1 have none:
 * theirs is 1.
 */
export const RULES_VERSION = 8

/** What a factor found and what the policy made of it. */
export interface FactorResult {
  name: FactorName
  level: Level
  /** 0..100; absent for UNKNOWN and UNAVAILABLE. */
  score?: number
  fields?: CrossCheckField[]
  /** What the policy made of it. */
  effect: 'none' | Effect
  /** Why, in one or two plain sentences. */
  reason: string
  used: Used
}

/** What was decided, under which policy, and why. Stored whole; a review changes the status, never this. */
export interface Decision {
  /** Integer 0..100: 0..50 goes with reject, 51..75 with refer, 76..100 with approve. */
  score: number
  level: Level
  outcome: DecisionOutcome
  factors: FactorResult[]
  /** The reasons for the outcome, in words, most important first. */
  reasons: string[]
  policy: { name: string; version: string; sha256: string }
  /** The version of the rules, RULES_VERSION at the time; absent is 1. */
  rules?: number
  /** Everything that a replay needs in addition to the session's readings. */
  evidence: DecisionEvidence
  /** The live-mode rules that made the outcome stricter than the policy. */
  boundBy?: BoundBy[]
}

/** Arithmetic over stored evidence: the same evidence and policy always give the same decision, byte for byte. */
export function decide(evidence: Evidence, policy: Policy): Decision {
  const results = factors().flatMap((factor) => judge(factor, evidence, policy) ?? [])
  const decided = outcomeOf(results)
  const boundBy = bindingOn(evidence, decided)
  const outcome = boundOutcome(decided, boundBy)
  const agreement = lacksProofAlone({ outcome, factors: results, boundBy }) && agreementIn(results)
  return {
    score: scoreOf(results, outcome, policy),
    level: LEVEL[outcome],
    outcome,
    factors: results,
    reasons: [
      ...boundBy.map(({ reason }) => reason),
      // What supports an approval that was not given is not a reason for the outcome that replaced it.
      ...(boundBy.length && decided === 'approve' ? [] : reasonsOf(results, decided, policy)),
      ...(agreement ? [agreement] : []),
    ],
    policy: { name: policy.name, version: policy.version, sha256: policy.sha256 },
    rules: RULES_VERSION,
    evidence: withoutReadings(evidence),
    ...(boundBy.length > 0 && { boundBy }),
  }
}

/** What the session itself does not store. */
function withoutReadings({ applicantForm: _, photographs: __, ...evidence }: Evidence): DecisionEvidence {
  const kept = { ...evidence }
  for (const source of sourceNames()) delete kept[source]
  return kept
}

export const LEVEL = { approve: 'HIGH', refer: 'MEDIUM', reject: 'LOW' } as const satisfies Record<
  DecisionOutcome,
  Level
>

/** The decision's score lies in the band of its outcome, so that score and level cannot contradict each other. */
const BAND = { reject: [0, 50], refer: [51, 75], approve: [76, 100] } as const satisfies Record<
  DecisionOutcome,
  [number, number]
>

/** Undefined for one of our own factors that was not requested. The specification's eight are always listed. */
function judge(factor: Factor & { name: FactorName }, evidence: Evidence, policy: Policy): FactorResult | undefined {
  const rule = ruleFor(factor.name, policy)
  if (rule?.enabled) {
    const finding = factor.find(evidence, policy)
    return finding && grade(factor, finding, rule, evidence.mode)
  }
  return isOfTheEight(factor.name)
    ? grade(factor, unavailable('policy', 'Switched off by the policy.'), rule)
    : undefined
}

/** The rule from the policy; a binding or fixed factor has its own. */
export function ruleFor(name: FactorName, policy: Policy): FactorRule | undefined {
  const factor = factorNamed(name)
  return factor?.binding || factor?.fixed ? factor.defaultRule : policy.factors[name as GradedFactorName]
}

const isBinding = ({ name }: FactorResult): boolean => factorNamed(name)?.binding === true

function grade(
  factor: Factor & { name: FactorName },
  finding: Finding,
  rule: FactorRule | undefined,
  mode: Mode = 'live',
): FactorResult {
  const { name, comparesFields } = factor
  const fields = comparesFields && { fields: finding.kind === 'scored' ? (finding.fields ?? []) : [] }
  const { reason } = finding

  if (finding.kind === 'unavailable' || !rule) {
    const effect = rule && finding.kind === 'unavailable' ? effectOfLack(finding.because, rule, mode) : 'none'
    return { name, level: 'UNAVAILABLE', ...fields, effect, reason, used: {} }
  }
  const { used } = finding
  if (finding.kind === 'unknown') return { name, level: 'UNKNOWN', ...fields, effect: rule.onUnknown, reason, used }

  const level = levelOf(finding.score, rule)
  return { name, level, score: finding.score, ...fields, effect: effectOf(level, rule), reason, used }
}

/** Nobody teaches references just to try the service, so a missing reference has no effect in test mode. */
function effectOfLack(because: Unavailable['because'], rule: FactorRule, mode: Mode): FactorResult['effect'] {
  if (because === 'reference') return mode === 'test' ? 'ignore' : (rule.onUnavailable ?? 'none')
  if (because === 'document') return rule.onUnavailable ?? (rule.required ? 'refer' : 'none')
  return 'none'
}

/**
 * A binding factor with a finding refers to a person. Otherwise any reject wins, then any refer. If nothing could be
 * graded, it goes to a person.
 */
export function outcomeOf(results: readonly FactorResult[]): DecisionOutcome {
  if (results.some(isBinding)) return 'refer'
  if (results.some(({ effect }) => effect === 'reject')) return 'reject'
  if (results.some(({ effect }) => effect === 'refer')) return 'refer'
  return results.some(({ level }) => level === 'HIGH') ? 'approve' : 'refer'
}

/** The weighted mean of the factors, with UNKNOWN as 0 and UNAVAILABLE left out, mapped to the outcome's band. */
export function scoreOf(results: readonly FactorResult[], outcome: DecisionOutcome, policy: Policy): number {
  const counted = results.filter(({ level }) => level !== 'UNAVAILABLE')
  const weights = counted.reduce((total, { name }) => total + weightOf(name, policy), 0)
  const sum = counted.reduce((total, { name, score = 0 }) => total + weightOf(name, policy) * score, 0)
  const mean = weights === 0 ? 0 : sum / weights
  const [low, high] = BAND[outcome]
  return Math.floor(low + (mean / 100) * (high - low))
}

const weightOf = (name: FactorName, policy: Policy): number => ruleFor(name, policy)?.weight ?? 0

function reasonsOf(results: FactorResult[], outcome: DecisionOutcome, policy: Policy): string[] {
  const because = (wanted: Effect) =>
    results
      .filter((result) => result.effect === wanted && !isBinding(result))
      // A factor without a score has no weight, so it is named last.
      .toSorted((a, b) => importanceOf(b, policy) - importanceOf(a, policy))
      .map(({ reason }) => reason)
  if (outcome === 'reject') return [...because('reject'), ...because('refer')]
  if (outcome === 'refer') {
    // A binding factor refers even if the policy rejects. Then reasons to reject come before reasons to refer.
    const called = results.filter(isBinding).map(({ reason }) => reason)
    const reasons = [...called, ...because('reject'), ...because('refer')]
    return reasons.length ? reasons : ['None of the checks that could be made was passed.']
  }
  return results.filter(({ level }) => level === 'HIGH').map(({ reason }) => reason)
}

const importanceOf = ({ name, level }: FactorResult, policy: Policy): number =>
  level === 'UNAVAILABLE' ? 0 : weightOf(name, policy)
