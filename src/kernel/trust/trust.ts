import { commonEntry } from '../audit/audit-entries.ts'
import type { Ports } from '../ports/ports.ts'
import type { TrustedItem, TrustPurpose } from '../ports/trusted-items.ts'
import type { OpenTrustFiles, TrustFileContents } from './open-trust-files.ts'

/** Enough time to get a newer list before a country's chips are no longer trusted. */
export const SOON_DAYS = 60
const DAY_MS = 86_400_000

type TrustEntry = Omit<TrustedItem, 'bytes'>

interface TrustState {
  /** By country and name. */
  items: TrustEntry[]
  /** When the newest master list was signed. */
  newestList?: Date
  /** Countries whose last authority expires soon. */
  endingSoon: string[]
}

/** The trust anchors of chips and wallets, the age of the newest master list, and which countries need a newer one. */
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

/** Countries whose last valid authority expires soon. */
export function endingSoon(authorities: readonly Pick<TrustedItem, 'country' | 'endsAt'>[], now: Date): string[] {
  const last = new Map<string, number>()
  for (const { country, endsAt } of authorities)
    last.set(country, Math.max(last.get(country) ?? 0, endsAt?.getTime() ?? 0))
  const soon = now.getTime() + SOON_DAYS * DAY_MS
  return [...last].filter(([, end]) => end > now.getTime() && end < soon).map(([country]) => country || '–')
}

interface ImportedTrust extends Pick<TrustFileContents, 'refused' | 'masterLists'> {
  /** How many were new. */
  added: number
  /** How many there were in the files. */
  found: number
  /** How many there were of each kind, so that the operator sees what a certificate will be used as. */
  kinds: Partial<Record<TrustedItem['kind'], number>>
}

/**
 * Adds the contents of files to the trust anchors of chips, wallets or seals, with a record of it. What cannot be used
 * is named.
 */
export async function importTrust(
  { trustedItems, clock }: Pick<Ports, 'trustedItems' | 'clock'>,
  open: OpenTrustFiles,
  files: readonly { name: string; bytes: Uint8Array }[],
  actor: string,
  purpose: TrustPurpose = 'chip',
): Promise<ImportedTrust> {
  const importedAt = clock()
  const known = { chip: trustedItems.ofCountry, wallet: trustedItems.ofWallets, seal: trustedItems.ofSeals }[purpose]
  const trusted = await known()
  const { items, refused, masterLists } = open(files, trusted)
  const names = files.map(({ name }) => name).join(', ')
  const detail = { kind: purpose, files: names, found: items.length, refused: refused.length }
  const entry = { at: importedAt, tenant: '*', actor, action: 'trust.import', detail } as const
  const added = items.length
    ? await trustedItems.keepItems(
        items.map((item) => ({ ...item, importedAt })),
        entry,
      )
    : 0
  const kinds: ImportedTrust['kinds'] = {}
  for (const { kind } of items) kinds[kind] = (kinds[kind] ?? 0) + 1
  return { added, found: items.length, kinds, refused, masterLists }
}

/** Withdraws trust from one certificate or list. */
export async function removeTrust(
  { trustedItems, clock }: Pick<Ports, 'trustedItems' | 'clock'>,
  sha256: string,
  actor: string,
): Promise<boolean> {
  return trustedItems.remove(sha256, commonEntry({ clock }, actor, 'trust.remove', { sha256 }))
}
