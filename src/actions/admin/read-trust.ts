import type { Ports } from '../ports/ports.ts'
import type { TrustedItem } from '../ports/trusted-items.ts'

/** Long enough to get a newer list before a country's chips are no longer trusted. */
export const SOON_DAYS = 60
const DAY_MS = 86_400_000

type TrustEntry = Omit<TrustedItem, 'bytes'>

interface TrustState {
  /** By country and name. */
  items: TrustEntry[]
  /** When the newest master list was signed. */
  newestList?: Date
  /** Countries whose last authority ends soon. */
  endingSoon: string[]
}

/** What chips and wallets are trusted by, how old the newest master list is, and which countries need a newer one. */
export async function readTrust({ trustedItems, clock }: Pick<Ports, 'trustedItems' | 'clock'>): Promise<TrustState> {
  const items = await trustedItems.all()
  const authorities = items.filter(({ kind, purpose }) => kind === 'authority' && purpose === 'chip')
  const listed = authorities.flatMap(({ listedAt }) => listedAt?.getTime() ?? [])
  return {
    items,
    ...(listed.length > 0 && { newestList: new Date(Math.max(...listed)) }),
    endingSoon: endingSoon(authorities, clock()),
  }
}

/** Countries whose last authority is still valid and ends soon. */
export function endingSoon(authorities: readonly Pick<TrustedItem, 'country' | 'endsAt'>[], now: Date): string[] {
  const last = new Map<string, number>()
  for (const { country, endsAt } of authorities)
    last.set(country, Math.max(last.get(country) ?? 0, endsAt?.getTime() ?? 0))
  const soon = now.getTime() + SOON_DAYS * DAY_MS
  return [...last].filter(([, end]) => end > now.getTime() && end < soon).map(([country]) => country || '–')
}
