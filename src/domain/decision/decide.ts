import type { Level, Step } from '../vocabulary.ts'
import type { Duplicates, Evidence, FactorName, FactorResult, Finding } from './factors/factor.ts'
import { findAll } from './factors/index.ts'
import { type Effect, type FactorRule, levelOf, type Policy } from './policy.ts'

export type Outcome = 'approve' | 'reject' | 'refer'

/** What was decided, under which policy, and why. Stored whole; a review changes the status, never this. */
export interface Decision {
  /** Integer 0..100: 0..50 goes with reject, 51..75 with refer, 76..100 with approve. */
  score: number
  level: Level
  outcome: Outcome
  factors: FactorResult[]
  /** The factors that brought the outcome about, in words, most important first. */
  reasons: string[]
  policy: { name: string; version: string; sha256: string }
  /** ISO 8601 date the factors took as today. */
  today: string
  /** The flow as it was then; with today and duplicates, all that a replay needs beside the session's readings. */
  steps: Step[]
  duplicates?: Duplicates
}

/** Arithmetic over stored evidence: the same evidence and policy always give the same decision, byte for byte. */
export function decide(evidence: Evidence, policy: Policy): Decision {
  const judged = findAll(evidence, policy).map(({ name, finding }) => judge(name, finding, policy.factors[name]))
  const outcome = outcomeOf(judged)
  return {
    score: scoreOf(judged, outcome),
    level: LEVEL[outcome],
    outcome,
    factors: judged.map(({ result }) => result),
    reasons: reasonsOf(judged, outcome),
    policy: { name: policy.name, version: policy.version, sha256: policy.sha256 },
    today: evidence.today,
    steps: [...evidence.steps],
    ...(evidence.duplicates && { duplicates: evidence.duplicates }),
  }
}

const LEVEL = { approve: 'HIGH', refer: 'MEDIUM', reject: 'LOW' } as const satisfies Record<Outcome, Level>

/** The decision's score lies in the band of its outcome, so that score and level can't contradict each other. */
const BAND = { reject: [0, 50], refer: [51, 75], approve: [76, 100] } as const satisfies Record<
  Outcome,
  [number, number]
>

interface Judged {
  result: FactorResult
  weight: number
}

function judge(name: FactorName, finding: Finding, rule: FactorRule): Judged {
  const crossCheck = name === 'mrzOcrCrossCheck' || name === 'barcodeOcrCrossCheck'
  const fields = crossCheck && { fields: finding.kind === 'scored' ? (finding.fields ?? []) : [] }
  const { reason } = finding

  if (finding.kind === 'unavailable') {
    const effect = rule.required && finding.because === 'document' ? 'refer' : 'none'
    return { result: { name, level: 'UNAVAILABLE', ...fields, effect, reason, used: {} }, weight: 0 }
  }
  const { used } = finding
  if (finding.kind === 'unknown') {
    return { result: { name, level: 'UNKNOWN', ...fields, effect: rule.onUnknown, reason, used }, weight: rule.weight }
  }
  const level = levelOf(finding.score, rule)
  const effect = level === 'HIGH' ? 'none' : level === 'MEDIUM' ? rule.onMedium : rule.onLow
  return { result: { name, level, score: finding.score, ...fields, effect, reason, used }, weight: rule.weight }
}

/** Any reject wins, then any refer. Where nothing at all could be graded, a person looks. */
function outcomeOf(judged: Judged[]): Outcome {
  if (judged.some(({ result }) => result.effect === 'reject')) return 'reject'
  if (judged.some(({ result }) => result.effect === 'refer')) return 'refer'
  return judged.some(({ result }) => result.level === 'HIGH') ? 'approve' : 'refer'
}

/** The weighted mean of the factors, with UNKNOWN as 0 and UNAVAILABLE left out, laid into the outcome's band. */
function scoreOf(judged: Judged[], outcome: Outcome): number {
  const weights = judged.reduce((total, { weight }) => total + weight, 0)
  const sum = judged.reduce((total, { weight, result }) => total + weight * (result.score ?? 0), 0)
  const mean = weights === 0 ? 0 : sum / weights
  const [low, high] = BAND[outcome]
  return Math.floor(low + (mean / 100) * (high - low))
}

function reasonsOf(judged: Judged[], outcome: Outcome): string[] {
  const because = (wanted: Effect) =>
    judged
      .filter(({ result }) => result.effect === wanted)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ result }) => result.reason)
  if (outcome === 'reject') return [...because('reject'), ...because('refer')]
  if (outcome === 'refer') {
    const reasons = because('refer')
    return reasons.length ? reasons : ['Nothing that could be checked was found to be right.']
  }
  return judged.filter(({ result }) => result.level === 'HIGH').map(({ result }) => result.reason)
}
