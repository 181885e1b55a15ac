import { readFileSync } from 'node:fs'
import { defaultPolicy, withSha256 } from '../actions/admin/policy.ts'
import { ConfigError } from '../config.ts'
import { type Policy, readPolicy } from '../domain/decision/policy.ts'

/** The policy for tenants without one of their own: the file the settings name, else the built-in one. */
export function loadPolicy(file: string | undefined): Policy {
  if (!file) return defaultPolicy
  const rules = readPolicy(parse(file))
  if (!rules.ok) throw new ConfigError([`POLICY_FILE: ${rules.refusal}`])
  return withSha256(rules.value)
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError([`POLICY_FILE: ${file} cannot be read: ${error instanceof Error ? error.message : error}`])
  }
}
