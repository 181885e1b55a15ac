import { countReferrals, type LevelOutcomes } from '../../domain/decision/referrals.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { levelPolicies } from './policy.ts'

const BATCH = 200

/**
 * How sessions ended on each level since a day, and why some went to a person: counts alone, nothing of anybody. Every
 * session that is looked at is decrypted, so at most `most` are, as many of each tenant: ids are random, and so is the sample.
 */
export async function readReferrals(
  { archive }: Pick<Ports, 'archive'>,
  { tenants, mode, since }: { tenants: readonly string[]; mode: Mode; since: Date },
  most: number,
): Promise<{ outcomes: LevelOutcomes[]; isSample: boolean }> {
  const counting = countReferrals()
  const share = Math.ceil(most / Math.max(tenants.length, 1))
  let isSample = false
  for (const tenant of tenants) {
    let after: string | undefined
    let read = 0
    for (;;) {
      const batch = await archive.decided({ tenant, mode }, after, Math.min(BATCH, share - read))
      for (const session of batch) {
        const { decision, completedAt } = session
        if (!decision || !completedAt || completedAt < since) continue
        const isDefault = decision.policy.sha256 === levelPolicies.high.sha256
        counting.add(session, decision.evidence.assurance ?? (isDefault ? 'high' : 'policy'))
      }
      after = batch.at(-1)?.id
      read += batch.length
      if (read >= share) isSample = true
      if (after === undefined || batch.length < BATCH || read >= share) break
    }
  }
  return { outcomes: counting.outcomes(), isSample }
}
