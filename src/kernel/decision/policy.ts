import { accept, type Result, refuse } from '../../formats/result.ts'
import { fromSlot } from '../slot.ts'
import { featureFactors, type GradedFactorName, gradedFactors } from './factors/index.ts'
import { EFFECTS, type Effect, type FactorRule } from './rule.ts'

const gradedNames = () => gradedFactors().map(({ name }) => name)

/** A policy as it is written to a file. */
export interface PolicyRules {
  name: string
  version: string
  /** In years. Absent: ageVerification is left out. */
  minimumAge?: number
  /** A factor without a rule is switched off. So is every factor that was added after the policy was written. */
  factors: Partial<Record<GradedFactorName, FactorRule>>
}

/** A policy with the SHA-256 (hex) of its canonical JSON, which every decision states. */
export interface Policy extends PolicyRules {
  sha256: string
}

/**
 * Reads a policy from parsed JSON. It is strict: an unknown word, an incomplete rule or a number out of range is
 * refused with its location, because a mistyped rule must not silently become no rule.
 */
export function readPolicy(json: unknown): Result<PolicyRules, string> {
  const problems: string[] = []
  const root = objectAt(json, 'policy', ['name', 'version', 'minimumAge', 'factors'], problems)
  const name = textAt(root.name, 'name', problems)
  const version = textAt(root.version, 'version', problems)
  const minimumAge = root.minimumAge
  if (minimumAge !== undefined) numberAt(minimumAge, 'minimumAge', 1, 150, problems)

  const names = gradedNames()
  const given = objectAt(root.factors, 'factors', names, problems)
  const factors: Partial<Record<GradedFactorName, FactorRule>> = {}
  for (const name of names) {
    if (given[name] !== undefined) factors[name] = ruleAt(given[name], `factors.${name}`, problems)
  }
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
  'onUnavailable',
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
    ...(rule.onUnavailable !== undefined && {
      onUnavailable: effectAt(rule.onUnavailable, `${at}.onUnavailable`, problems),
    }),
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

/** The factors that the policy leaves out, to be checked before it is used. */
export const switchedOff = ({ factors }: PolicyRules): GradedFactorName[] =>
  gradedNames().filter((name) => !factors[name]?.enabled)

/** Conservative: nothing is approved that was not verified. Each factor's file has the reason for its numbers. */
export const defaultPolicyRules = fromSlot(
  featureFactors,
  (): PolicyRules & { factors: Record<GradedFactorName, FactorRule> } => ({
    name: 'default',
    version: '2',
    factors: Object.fromEntries(gradedFactors().map(({ name, defaultRule }) => [name, defaultRule])) as Record<
      GradedFactorName,
      FactorRule
    >,
  }),
)
