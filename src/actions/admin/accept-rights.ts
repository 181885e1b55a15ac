import type { UnsignedRow } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'

/** Names in one entry of the audit log. */
const MOST_NAMED = 50

/** Lets rows that do not carry this installation's MAC give their rights, as they are now. Whoever does it has looked at them. */
export async function acceptRights(
  { rights, clock }: Pick<Ports, 'rights' | 'clock'>,
  rows: readonly UnsignedRow[],
  actor: string,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const detail = { rows: ids.length, named: ids.slice(0, MOST_NAMED).join(', ') }
  return rights.accept(ids, { at: clock(), tenant: '*', actor, action: 'rights.accept', detail })
}
