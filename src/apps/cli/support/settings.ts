import { readFileSync } from 'node:fs'
import { defaultPolicy, parsePolicy } from '../../../kernel/decision/change-policy.ts'
import type { Config } from '../../../kernel/config.ts'
import type { Policy } from '../../../kernel/decision/policy.ts'
import { type Result, refuse } from '../../../formats/result.ts'
import { isLoopback } from '../../../formats/text/origin.ts'
import { ConfigError } from '../../../platform/settings/setting.ts'
import { UsageError } from '../../../platform/cli/usage.ts'

/** The policy in a file that a command names. */
export function loadPolicyFile(file: string): Policy {
  const policy = readPolicyFile(file)
  if (!policy.ok) throw new UsageError(policy.refusal)
  return policy.value
}

/** The policy for tenants without one of their own: the file that the settings name, else the built-in one. */
export function loadConfiguredPolicy({ policyFile }: Pick<Config, 'policyFile'>): Policy {
  if (!policyFile) return defaultPolicy
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

/** What an operator should change before others can reach the service. */
export function warningsOf({ baseUrl, host, demo }: Pick<Config, 'baseUrl' | 'host' | 'demo'>): string[] {
  const { protocol, hostname } = new URL(baseUrl)
  const local = isLoopback(hostname)
  return [
    ...(protocol === 'https:' || local
      ? []
      : ['BASE_URL is not https: pictures of people and passwords would cross the network in the clear.']),
    ...(local && !isLoopback(host) ? [NOWHERE] : []),
    ...(demo && !(local && isLoopback(host)) ? [DEMO] : []),
  ]
}

const DEMO =
  'The demo is on and this machine can be reached from others: set DEMO=false, or HOST=127.0.0.1 to try it out.'

const NOWHERE =
  'BASE_URL is localhost although HOST lets other machines in: the links and QR codes that people get do not work for them. Set BASE_URL to the address that people use.'
