import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/decision/canonical-json.ts'
import { defaultPolicyRules } from '../../domain/decision/default-policy.ts'
import type { Policy, PolicyRules } from '../../domain/decision/policy.ts'

/** Gives a policy the name by which decisions refer to it: the SHA-256 of its canonical JSON. */
export function withSha256({ name, version, minimumAge, factors }: PolicyRules): Policy {
  const rules: PolicyRules = { name, version, ...(minimumAge !== undefined && { minimumAge }), factors }
  return { ...rules, sha256: createHash('sha256').update(canonicalJson(rules)).digest('hex') }
}

export const defaultPolicy: Policy = withSha256(defaultPolicyRules)
