import { OPERATING_POINT } from '../../vision/operating-point.ts'
import type { Level } from './levels.ts'

/** The effect of a level on the decision. Any reject wins, then any refer. */
export const EFFECTS = ['reject', 'refer', 'ignore'] as const
export type Effect = (typeof EFFECTS)[number]

/** The outcomes of a decision, the strictest last. */
export const OUTCOMES = ['approve', 'refer', 'reject'] as const
export type DecisionOutcome = (typeof OUTCOMES)[number]

/** How one Trust Factor is graded, and the effect of each level. HIGH has none. */
export interface FactorRule {
  /** False switches the factor off: UNAVAILABLE if it is one of the specification's eight, else left out. */
  enabled: boolean
  /** True refers a document that lacks the feature (no MRZ, no barcode). */
  required: boolean
  /** HIGH is a score above this. */
  high: number
  /** MEDIUM is a score above this; the rest is LOW. */
  medium: number
  /** Its share in the decision's score. */
  weight: number
  onLow: Effect
  onMedium: Effect
  onUnknown: Effect
  /**
   * The effect if there was nothing to compare with: no such feature, no reference. Absent: none, or refer if
   * `required`. What the flow or the policy leaves out never has an effect.
   */
  onUnavailable?: Effect
}

export function levelOf(score: number, rule: FactorRule): Level {
  if (score > rule.high) return 'HIGH'
  return score > rule.medium ? 'MEDIUM' : 'LOW'
}

/** The effect of a level under a rule, without UNAVAILABLE, whose effect depends on the reason. */
export function effectOf(level: Level, rule: FactorRule): 'none' | Effect {
  switch (level) {
    case 'LOW':
      return rule.onLow
    case 'MEDIUM':
      return rule.onMedium
    case 'UNKNOWN':
      return rule.onUnknown
    default:
      return 'none'
  }
}

/** Whether a score under this rule keeps a session from being approved. */
export function stops(rule: FactorRule | undefined, score: number): boolean {
  if (!rule?.enabled) return false
  const effect = effectOf(levelOf(score, rule), rule)
  return effect === 'refer' || effect === 'reject'
}

/** LOW rejects, MEDIUM refers, and what could not be computed goes to a person. */
export const cautious = {
  enabled: true,
  required: false,
  onLow: 'reject',
  onMedium: 'refer',
  onUnknown: 'refer',
} as const satisfies Partial<FactorRule>

/** A model's score has one measured point, the specification's 50, so there is no guessed range for MEDIUM. */
export const atOperatingPoint = { ...cautious, high: OPERATING_POINT, medium: OPERATING_POINT } as const

/** For a factor that scores 100 or 0. */
export const yesOrNo = { ...cautious, high: 50, medium: 50 } as const
