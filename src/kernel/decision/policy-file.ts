import { readFileSync } from 'node:fs'
import { type Result, refuse } from '../../formats/result.ts'
import { UsageError } from '../../platform/cli/usage.ts'
import { ConfigError } from '../../platform/settings/setting.ts'
import type { Config } from '../config.ts'
import { defaultPolicy, parsePolicy } from './change-policy.ts'
import type { Policy } from './policy.ts'

/** The policy in a file that a command names. */
export function loadPolicyFile(file: string): Policy {
  const policy = readPolicyFile(file)
  if (!policy.ok) throw new UsageError(policy.refusal)
  return policy.value
}

/** The policy for tenants without one of their own: the file that the settings name, else the built-in one. */
export function loadConfiguredPolicy({ policyFile }: Pick<Config, 'policyFile'>): Policy {
  if (!policyFile) return defaultPolicy()
  const policy = readPolicyFile(policyFile)
  if (!policy.ok) throw new ConfigError([`POLICY_FILE: ${policy.refusal}`])
  return policy.value
}

function readPolicyFile(file: string): Result<Policy, string> {
  try {
    const policy = parsePolicy(readFileSync(file, 'utf8'))
    return policy.ok ? policy : refuse(`${file}: ${policy.refusal}`)
  } catch (error) {
    return refuse(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
