import type { Ports } from '../../kernel/ports/ports.ts'

/** Removes expired codes and tokens; nothing is read or written as long as no tenant has a client. */
export async function pruneRecords({
  openIdClients,
  openIdRecords,
  clock,
}: Pick<Ports, 'openIdClients' | 'openIdRecords' | 'clock'>): Promise<void> {
  if (await openIdClients.any()) await openIdRecords.prune(clock())
}
