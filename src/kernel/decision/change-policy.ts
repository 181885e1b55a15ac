import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Accepted, accept, type Result, refuse } from '../../formats/result.ts'
import { resource } from '../../platform/resources.ts'
import type { Ports } from '../ports/ports.ts'
import { challengeSetting } from '../session/asks-challenge.ts'
import type { Mode } from '../session/session-words.ts'
import { fromSlot } from '../slot.ts'
import { type NoSuchTenant, refuseUnknownTenants } from '../tenants/tenant-scope.ts'
import { type LevelFigures, levelsOfAssurance } from './assurance.ts'
import { canonicalJson } from './canonical-json.ts'
import { featureFactors } from './factors/index.ts'
import type { Assurance } from './levels.ts'
import { contradictionsOf } from './live-rules.ts'
import { defaultPolicyRules, type Policy, type PolicyRules, readPolicy } from './policy.ts'
import { type ReplayOptions, type ReplayReport, replay } from './replay-sessions.ts'

/** Gives a policy the id by which decisions refer to it: the SHA-256 of its canonical JSON. */
export function withSha256({ name, version, minimumAge, factors }: PolicyRules): Policy {
  const rules: PolicyRules = { name, version, ...(minimumAge !== undefined && { minimumAge }), factors }
  return { ...rules, sha256: createHash('sha256').update(canonicalJson(rules)).digest('hex') }
}

export const defaultPolicy = fromSlot(featureFactors, (): Policy => withSha256(defaultPolicyRules()))

/** The policy of each level of assurance; that of `high` is the default one. */
export const levelPolicies = fromSlot(featureFactors, (): Record<Assurance, Policy> => {
  const { basic, standard, high } = levelsOfAssurance()
  return { basic: withSha256(basic.policy), standard: withSha256(standard.policy), high: withSha256(high.policy) }
})

/**
 * Reads a policy that somebody wrote, as text; a wrong one is refused with the place of every mistake. The checksum
 * that `policy show` prints with it is calculated again, and so is the closest level.
 */
export function parsePolicy(text: string): Result<Policy, string> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return refuse(`this is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  const rules = readPolicy(withoutAdditions(json))
  return rules.ok ? accept(withSha256(rules.value)) : rules
}

function withoutAdditions(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const { sha256: _, assurance: __, ...rules } = json as Record<string, unknown>
  return rules
}

interface Change {
  tenant: string
  actor: string
  policy: Policy
}

type Needs = Pick<Ports, 'sessionSearch' | 'audit' | 'clock' | 'policies' | 'tenants'>

/** Decides past sessions of one mode again under the policy, and records that somebody saw what it would change. */
export async function tryPolicy(
  ports: Needs,
  { tenant, mode, actor, policy }: Change & { mode: Mode },
  options: ReplayOptions,
): Promise<Accepted<ReplayReport> | NoSuchTenant> {
  const unknownTenant = await refuseUnknownTenants(ports, [tenant])
  if (unknownTenant) return unknownTenant
  const effect = await replay(ports.sessionSearch, { tenant, mode }, policy, options)
  const detail = { to: policy.sha256, mode }
  await ports.audit.record({ at: ports.clock(), tenant, actor, action: 'policy.replay', detail })
  return accept(effect)
}

/** The policy would approve in live mode what is never approved there. */
interface BreaksLiveRules {
  ok: false
  refusal: 'BREAKS_LIVE_RULES'
  /** One sentence for each rule. */
  because: string[]
}

/**
 * Makes a policy the tenant's from now on. A policy that breaks the rules of live mode is refused, and so is one that
 * nobody tried, unless the caller may skip the trial.
 */
export async function usePolicy(
  ports: Needs,
  { tenant, actor, policy }: Change,
  { mayBeUntried = false } = {},
): Promise<Result<void, 'NOT_TRIED'> | NoSuchTenant | BreaksLiveRules> {
  const unknownTenant = await refuseUnknownTenants(ports, [tenant])
  if (unknownTenant) return unknownTenant
  const settings = (await ports.tenants.load(tenant))?.settings
  const asksChallenge = settings !== undefined && challengeSetting('live', settings) !== 'off'
  const because = contradictionsOf(policy, { asksChallenge })
  if (because.length) return { ok: false, refusal: 'BREAKS_LIVE_RULES', because }
  const tried = await wasTried(ports, tenant, policy)
  if (!tried && !mayBeUntried) return refuse('NOT_TRIED')

  const before = await ports.policies.current(tenant)
  const detail = { from: before.sha256, to: policy.sha256, tried }
  await ports.policies.use(tenant, policy, { at: ports.clock(), tenant, actor, action: 'policy.use', detail })
  return accept(undefined)
}

/** A trial says what the policy would have decided on the sessions of its day; a day later there are others. */
const TRIAL_HOLDS_MS = 24 * 60 * 60 * 1000
/** No person makes more trials than this in a day. */
const MOST_TRIALS = 1000

async function wasTried({ audit, clock }: Needs, tenant: string, { sha256 }: Policy): Promise<boolean> {
  const from = new Date(clock().getTime() - TRIAL_HOLDS_MS)
  const trials = await audit.search({ actions: ['policy.replay'], from }, { limit: MOST_TRIALS })
  return trials.some((trial) => !trial.isForged && trial.tenant === tenant && trial.detail?.to === sha256)
}

/** The figures that the documentation shows: one file for the command line, the console and the pages. */
const FILE = resource('docs/figures/assurance.json')

let known: readonly LevelFigures[] | undefined

/** The measurements of each level. */
export function readLevelFigures(): readonly LevelFigures[] {
  known ??= (JSON.parse(readFileSync(FILE, 'utf8')) as { figures: { levels: LevelFigures[] } }).figures.levels
  return known
}
