import { createHash } from 'node:crypto'
import { LEVELS_OF_ASSURANCE } from '../../domain/decision/assurance.ts'
import { canonicalJson } from '../../domain/decision/canonical-json.ts'
import { defaultPolicyRules, type Policy, type PolicyRules, readPolicy } from '../../domain/decision/policy.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Assurance } from '../../domain/vocabulary.ts'

/** Gives a policy the name by which decisions refer to it: the SHA-256 of its canonical JSON. */
export function withSha256({ name, version, minimumAge, factors }: PolicyRules): Policy {
  const rules: PolicyRules = { name, version, ...(minimumAge !== undefined && { minimumAge }), factors }
  return { ...rules, sha256: createHash('sha256').update(canonicalJson(rules)).digest('hex') }
}

export const defaultPolicy: Policy = withSha256(defaultPolicyRules)

/** The policy of each level of assurance; that of `high` is the default one. */
export const levelPolicies: Record<Assurance, Policy> = {
  basic: withSha256(LEVELS_OF_ASSURANCE.basic.policy),
  standard: withSha256(LEVELS_OF_ASSURANCE.standard.policy),
  high: withSha256(LEVELS_OF_ASSURANCE.high.policy),
}

/**
 * Reads a policy that somebody wrote, as text; one that is wrong is refused with the place of every mistake. The checksum that
 * `policy show` prints with it is calculated again, and so is the level that it comes closest to.
 */
export function parsePolicy(text: string): Result<Policy, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return refuse(`this is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  const rules = readPolicy(withoutAdditions(json))
  return rules.ok ? accept(withSha256(rules.value)) : rules
}

function withoutAdditions(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const { sha256: _, assurance: __, ...rules } = json as Record<string, unknown>
  return rules
}
