import type { Policy } from '../../domain/decision/policy.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import { type ReplayOptions, replay } from './replay.ts'

interface Change {
  tenant: string
  actor: string
  policy: Policy
}

type Needs = Pick<Ports, 'archive' | 'audit' | 'clock' | 'policies'>

/** Decides past sessions again under the policy, and remembers that somebody saw what it would change. */
export async function tryPolicy(ports: Needs, { tenant, actor, policy }: Change, options: ReplayOptions) {
  const effect = await replay(ports.archive, tenant, policy, options)
  const detail = { to: policy.sha256 }
  await ports.audit.record({ at: ports.clock(), tenant, actor, action: 'policy.replay', detail })
  return effect
}

/** Puts a policy to use that was tried on the tenant's past sessions. */
export async function usePolicy(ports: Needs, { tenant, actor, policy }: Change): Promise<Result<void, 'NOT_TRIED'>> {
  if (!(await wasTried(ports, tenant, policy))) return refuse('NOT_TRIED')

  const before = await ports.policies.current(tenant)
  await ports.policies.use(tenant, policy)
  const detail = { from: before.sha256, to: policy.sha256 }
  await ports.audit.record({ at: ports.clock(), tenant, actor, action: 'policy.use', detail })
  return accept(undefined)
}

/** A trial says what the policy would have made of the sessions of its day; a day later there are others. */
const TRIAL_HOLDS_MS = 24 * 60 * 60 * 1000
/** More trials than that a day are no person's. */
const MOST_TRIALS = 1000

async function wasTried({ audit, clock }: Needs, tenant: string, { sha256 }: Policy): Promise<boolean> {
  const from = new Date(clock().getTime() - TRIAL_HOLDS_MS)
  const trials = await audit.search({ actions: ['policy.replay'], from }, { limit: MOST_TRIALS })
  return trials.some((trial) => trial.tenant === tenant && trial.detail?.to === sha256)
}
