import type { FactorRule } from '../../../../kernel/contract/console-words.ts'

/** A policy as parsed from its JSON. The service decides whether it is valid. */
interface WrittenPolicy {
  name?: unknown
  version?: unknown
  minimumAge?: unknown
  factors?: Record<string, FactorRule>
}

/** The policy in a text; undefined if the text is not a JSON object. */
export function readWritten(text: string): WrittenPolicy | undefined {
  try {
    const policy: unknown = JSON.parse(text)
    const isObject = typeof policy === 'object' && policy !== null && !Array.isArray(policy)
    return isObject ? (policy as WrittenPolicy) : undefined
  } catch {
    return undefined // somebody is still typing
  }
}

/** The text with one part of the policy changed by the form; undefined removes the part. */
export function editPolicy(text: string, change: Omit<WrittenPolicy, 'factors'>): string {
  return write({ ...readWritten(text), ...change })
}

/** The text with some parts of one factor's rule changed; undefined removes a part. The order of the factors stays. */
export function editRule(
  text: string,
  factor: string,
  change: { [Part in keyof FactorRule]?: FactorRule[Part] | undefined },
): string {
  const policy = readWritten(text) ?? {}
  const rule = { ...policy.factors?.[factor], ...change }
  return write({ ...policy, factors: { ...policy.factors, [factor]: rule as FactorRule } })
}

const write = (policy: WrittenPolicy): string => JSON.stringify(policy, undefined, 2)

/** The score that represents a bar of the plot: most scores in the first are 0, most in the last 100. */
export function scoreOf(step: number, steps: number): number {
  if (step === 0) return 0
  return step === steps - 1 ? 100 : ((step + 0.5) * 100) / steps
}
