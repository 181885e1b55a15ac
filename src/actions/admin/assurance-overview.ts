import { countReferrals, type LevelOutcomes } from '../../domain/decision/referrals.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { levelPolicies } from './policy.ts'

const BATCH = 200

/** How sessions ended on each level since a day, and why some went to a person: counts alone, nothing of anybody. */
export async function readReferrals(
  { archive }: Pick<Ports, 'archive'>,
  { tenants, mode, since }: { tenants: readonly string[]; mode: Mode; since: Date },
  most: number,
): Promise<{ outcomes: LevelOutcomes[]; isSample: boolean }> {
  const counting = countReferrals()
  let sessions = 0
  for (const tenant of tenants) {
    for (let after: string | undefined; sessions < most; ) {
      const batch = await archive.decided({ tenant, mode }, after, BATCH)
      for (const session of batch) {
        const { decision, completedAt } = session
        if (!decision || !completedAt || completedAt < since) continue
        const isDefault = decision.policy.sha256 === levelPolicies.high.sha256
        counting.add(session, decision.evidence.assurance ?? (isDefault ? 'high' : 'policy'))
        sessions += 1
      }
      after = batch.at(-1)?.id
      if (after === undefined || batch.length < BATCH) break
    }
  }
  return { outcomes: counting.outcomes(), isSample: sessions >= most }
}
