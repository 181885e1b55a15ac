import type { Clock } from '../../platform/clock.ts'
import { keepRecent } from '../../platform/keep-recent.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { AuditAction } from './audit-actions.ts'

/** The record of something that belongs to no tenant, or to all. */
export const commonEntry = (
  { clock }: { clock: Clock },
  actor: string,
  action: AuditAction,
  detail?: AuditEntry['detail'],
): AuditEntry => ({ at: clock(), tenant: '*', actor, action, detail })

/**
 * Records that something happened to somebody: immediately the first time, then once a minute with the number of times
 * since.
 */
export type BoundedRecord = (
  whom: string,
  entry: Pick<AuditEntry, 'tenant' | 'actor'>,
  detail?: AuditEntry['detail'],
) => Promise<void>

const EVERY_MS = 60_000
const MOST_REMEMBERED = 10_000

/** For what strangers can cause as often as they like: the audit log must not be filled by them. */
export function openBoundedRecord(
  { audit, clock }: Pick<Ports, 'audit' | 'clock'>,
  action: AuditAction,
): BoundedRecord {
  const seen = new Map<string, { at: number; since: number }>()
  return async (whom, entry, detail = {}) => {
    const at = clock()
    const last = seen.get(whom)
    const times = (last?.since ?? 0) + 1
    if (last && at.getTime() - last.at < EVERY_MS) {
      last.since = times
      return
    }
    keepRecent(seen, whom, { at: at.getTime(), since: 0 }, MOST_REMEMBERED)
    await audit.record({ at, ...entry, action, detail: { ...detail, times } })
  }
}
