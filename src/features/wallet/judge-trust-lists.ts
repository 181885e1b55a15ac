import { type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { TrustedItems } from '../../kernel/ports/trusted-items.ts'
import { overdueLists } from './verify/wallet-trust.ts'

/** Which lists of trusted issuers should have been replaced by a newer one. No findings if no list was imported. */
export async function judgeTrustLists(
  { trustedItems }: { trustedItems: Pick<TrustedItems, 'ofWallets'> },
  now: Date,
): Promise<Finding[]> {
  const items = await trustedItems.ofWallets()
  const listed = items.filter(({ listedAt }) => listedAt !== undefined)
  const overdue = Map.groupBy(overdueLists(items, now.getTime()).values(), ({ origin }) => origin)
  if (overdue.size === 0 && listed.length === 0) return []
  if (overdue.size === 0) return [good('wallet trust', `${listed.length} issuers from lists, none of them overdue`)]
  return [...overdue].map(([origin, [first, ...others]]) =>
    unsafe(
      'wallet trust',
      `the next issue of ${origin} was due on ${first?.due.toISOString().slice(0, 10)}: ${others.length + 1} issuers are still trusted`,
      'cli trust import --kind wallet a newer one',
    ),
  )
}
