import { Malformed } from '../domain/chip/asn1/element.ts'
import { type ChipFiles, type ChipResult, LARGEST_CHIP } from '../domain/chip/chip-result.ts'
import { readDg11, readDg12 } from '../domain/chip/read-details.ts'
import { readDg1 } from '../domain/chip/read-dg1.ts'
import { readDg2 } from '../domain/chip/read-dg2.ts'
import type { ActiveAuthentication, ChipReason } from '../domain/chip/verdict.ts'
import { authenticateActively } from './active-authentication.ts'
import { authenticatePassively } from './passive-authentication.ts'
import type { TrustStore } from './trust-store.ts'

interface ChipCheck {
  trust: TrustStore
  now: number
  /** Judges at this moment instead of the time of signing. */
  at?: number
  challenge?: Uint8Array
}

/** Judges what was read from a chip: the state's signature, the chip's own answer, and what its files say. */
export function verifyChip(files: ChipFiles, { trust, now, at, challenge }: ChipCheck): ChipResult {
  const { sod, groups, signature } = files
  const size = [sod, signature, ...groups.values()].reduce((sum, file) => sum + (file?.length ?? 0), 0)
  if (size > LARGEST_CHIP)
    return {
      ...(sod && { verdict: 'UNREADABLE' }),
      reasons: [{ code: 'TOO_LARGE', text: 'more than one megabyte' }],
      activeAuthentication: 'ABSENT',
    }
  const contents = readContents(groups, new Date(now).toISOString().slice(0, 10))
  const expiry = contents.found.mrz?.dateOfExpiry
  const moments = { now, ...(at !== undefined && { at }), ...(expiry && { expiry }) }
  const passive = sod && authenticatePassively(sod, groups, trust, moments)
  const active = checkActively(groups, signature, challenge)
  return {
    ...passive,
    ...active,
    ...contents.found,
    reasons: [...(passive?.reasons ?? []), ...active.reasons, ...contents.reasons],
  }
}

function checkActively(
  groups: ReadonlyMap<number, Uint8Array>,
  signature: Uint8Array | undefined,
  challenge: Uint8Array | undefined,
): { activeAuthentication: ActiveAuthentication; reasons: ChipReason[] } {
  const key = groups.get(15)
  if (!key || !signature) return { activeAuthentication: 'ABSENT', reasons: [] }
  if (!challenge)
    return {
      activeAuthentication: 'ABSENT',
      reasons: [
        { code: 'CHALLENGE_MISSING', text: "the chip's signature says nothing without the challenge it is over" },
      ],
    }
  return authenticateActively(key, signature, challenge, groups.get(14))
}

/** What DG1, DG2, DG11 and DG12 hold, whether or not it is signed. */
function readContents(groups: ReadonlyMap<number, Uint8Array>, today: string) {
  const found: Pick<ChipResult, 'mrz' | 'portrait' | 'holder' | 'document'> = {}
  const reasons: ChipReason[] = []
  const read = (number: number, take: (bytes: Uint8Array) => void) => {
    const bytes = groups.get(number)
    if (!bytes) return
    try {
      take(bytes)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      reasons.push({ code: 'DATA_GROUP_UNREADABLE', text: `DG${number} cannot be read: ${error.message}` })
    }
  }
  read(1, (bytes) => {
    found.mrz = readDg1(bytes, today)
  })
  read(11, (bytes) => {
    found.holder = readDg11(bytes)
  })
  read(12, (bytes) => {
    found.document = readDg12(bytes)
  })
  read(2, (bytes) => {
    found.portrait = readDg2(bytes)
  })
  return { found, reasons }
}
