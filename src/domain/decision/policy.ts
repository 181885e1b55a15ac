import { accept, type Result, refuse } from '../result.ts'
import { EXTRA_FACTORS, type Level, TRUST_FACTORS } from '../vocabulary.ts'
import type { FactorName } from './factors/factor.ts'

/** What a level does to the decision. Any reject wins, then any refer. */
export const EFFECTS = ['reject', 'refer', 'ignore'] as const
export type Effect = (typeof EFFECTS)[number]

/** How one Trust Factor is graded and what each level does. HIGH does nothing. */
export interface FactorRule {
  /** False switches the factor off: UNAVAILABLE if it is one of the specification's eight, else left out. */
  enabled: boolean
  /** True refers a document that lacks the feature (no MRZ, no barcode). */
  required: boolean
  /** HIGH is a score over this. */
  high: number
  /** MEDIUM is a score over this; the rest is LOW. */
  medium: number
  /** Share in the decision's score. */
  weight: number
  onLow: Effect
  onMedium: Effect
  onUnknown: Effect
}

/** A policy as it is written in a file. */
export interface PolicyRules {
  name: string
  version: string
  /** In years. Absent: ageVerification is left out. */
  minimumAge?: number
  factors: Record<FactorName, FactorRule>
}

/** A policy with the SHA-256 (hex) of its canonical JSON, which every decision names. */
export interface Policy extends PolicyRules {
  sha256: string
}

export const FACTOR_NAMES: readonly FactorName[] = [...TRUST_FACTORS, ...EXTRA_FACTORS]

export function levelOf(score: number, rule: FactorRule): Level {
  if (score > rule.high) return 'HIGH'
  return score > rule.medium ? 'MEDIUM' : 'LOW'
}

/**
 * Reads a policy from parsed JSON. Strict: an unknown word, a missing factor or a number out of range is refused with
 * the place of the mistake, because a mistyped rule must not silently become no rule.
 */
export function readPolicy(json: unknown): Result<PolicyRules, string> {
  const problems: string[] = []
  const root = objectAt(json, 'policy', ['name', 'version', 'minimumAge', 'factors'], problems)
  const name = textAt(root.name, 'name', problems)
  const version = textAt(root.version, 'version', problems)
  const minimumAge = root.minimumAge
  if (minimumAge !== undefined) numberAt(minimumAge, 'minimumAge', 1, 150, problems)

  const given = objectAt(root.factors, 'factors', FACTOR_NAMES, problems)
  const factors = Object.fromEntries(
    FACTOR_NAMES.map((factor) => [factor, ruleAt(given[factor], `factors.${factor}`, problems)]),
  ) as Record<FactorName, FactorRule>
  if (!problems.length && !Object.values(factors).some(({ enabled, weight }) => enabled && weight > 0)) {
    problems.push('factors: at least one must be enabled with a weight over 0')
  }

  if (problems.length) return refuse(problems.join('; '))
  return accept({ name, version, ...(typeof minimumAge === 'number' && { minimumAge }), factors })
}

const RULE_KEYS: readonly (keyof FactorRule)[] = [
  'enabled',
  'required',
  'high',
  'medium',
  'weight',
  'onLow',
  'onMedium',
  'onUnknown',
]

function ruleAt(value: unknown, at: string, problems: string[]): FactorRule {
  const rule = objectAt(value, at, RULE_KEYS, problems)
  const high = numberAt(rule.high, `${at}.high`, 0, 99.9, problems)
  const medium = numberAt(rule.medium, `${at}.medium`, 0, 99.9, problems)
  if (medium > high) problems.push(`${at}: medium must not be over high`)
  return {
    enabled: flagAt(rule.enabled, `${at}.enabled`, problems),
    required: flagAt(rule.required, `${at}.required`, problems),
    high,
    medium,
    weight: numberAt(rule.weight, `${at}.weight`, 0, 1000, problems),
    onLow: effectAt(rule.onLow, `${at}.onLow`, problems),
    onMedium: effectAt(rule.onMedium, `${at}.onMedium`, problems),
    onUnknown: effectAt(rule.onUnknown, `${at}.onUnknown`, problems),
  }
}

function objectAt(value: unknown, at: string, keys: readonly string[], problems: string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${at}: must be an object`)
    return {}
  }
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) problems.push(`${at}: unknown property ${JSON.stringify(key)}`)
  }
  return value as Record<string, unknown>
}

function textAt(value: unknown, at: string, problems: string[]): string {
  if (typeof value === 'string' && value.length >= 1 && value.length <= 100) return value
  problems.push(`${at}: must be a text of 1 to 100 characters`)
  return ''
}

function numberAt(value: unknown, at: string, min: number, max: number, problems: string[]): number {
  if (typeof value === 'number' && value >= min && value <= max) return value
  problems.push(`${at}: must be a number from ${min} to ${max}`)
  return min
}

function flagAt(value: unknown, at: string, problems: string[]): boolean {
  if (typeof value === 'boolean') return value
  problems.push(`${at}: must be true or false`)
  return false
}

function effectAt(value: unknown, at: string, problems: string[]): Effect {
  const effect = EFFECTS.find((word) => word === value)
  if (effect) return effect
  problems.push(`${at}: must be one of ${EFFECTS.join(', ')}`)
  return 'reject'
}
