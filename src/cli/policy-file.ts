import { readFileSync } from 'node:fs'
import { withSha256 } from '../actions/admin/policy.ts'
import { type Policy, readPolicy } from '../domain/decision/policy.ts'
import { UsageError } from './usage.ts'

/** The policy in a file, or what is wrong with it. */
export function policyIn(file: string): Policy {
  const rules = readPolicy(jsonIn(file))
  if (!rules.ok) throw new UsageError(`${file}: ${rules.refusal}`)
  return withSha256(rules.value)
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
