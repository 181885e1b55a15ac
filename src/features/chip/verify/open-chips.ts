import { Malformed } from '../../../formats/asn1/element.ts'
import { readSignedFile } from '../../../formats/x509/signed-data.ts'
import type { TrustedItem, TrustedItems } from '../../../kernel/ports/trusted-items.ts'
import { JobTooLarge, openThread } from '../../../platform/thread.ts'
import type { ChipResult } from '../chip-reading.ts'
import type { Chips } from '../chips.ts'
import type { ChipJob } from './chip-thread.ts'

type StoredForChips = Pick<TrustedItems, 'ofCountry' | 'signersOf'>

const inThread = openThread<ChipJob, ChipResult>('src/features/chip/verify/chip-thread.ts')

/** Verifies chips with the stored certificates. Only those of the chip's own country are loaded. */
export function openChips(
  trustedItems: StoredForChips,
  verify: (job: ChipJob) => Promise<ChipResult> = inThread,
): Chips {
  return {
    async verify(files, { now, challenge }) {
      const items = files.sod ? await itemsFor(trustedItems, files.sod) : []
      try {
        return await verify({ files, items, now: now.getTime(), ...(challenge && { challenge }) })
      } catch (error) {
        if (!(error instanceof JobTooLarge)) throw error
        const reason = { code: 'SIGNED_OBJECT_UNREADABLE', text: `verifying it took ${error.message}` } as const
        return { verdict: 'UNREADABLE', reasons: [reason], activeAuthentication: 'ABSENT' }
      }
    },
  }
}

async function itemsFor(trustedItems: StoredForChips, sod: Uint8Array): Promise<TrustedItem[]> {
  const about = signerIn(sod)
  if (!about) return []
  const items = await trustedItems.ofCountry(about.country)
  const signers = about.isMissing ? await trustedItems.signersOf(about.identifier) : []
  return [...items.filter(({ kind }) => kind !== 'signer'), ...signers]
}

/**
 * The signer and its country, as far as is needed to look up its certificates. If the file cannot be read, the verdict
 * is given elsewhere.
 */
function signerIn(
  sod: Uint8Array,
): { country: string | undefined; identifier: string; isMissing: boolean } | undefined {
  try {
    const { signer: info, certificates } = readSignedFile(sod)
    const { signer } = info
    const issuer = certificates[0]?.issuer ?? ('issuer' in signer ? signer.issuer : undefined)
    return {
      country: issuer?.country,
      identifier: 'subjectKey' in signer ? signer.subjectKey : signer.serial,
      isMissing: certificates.length === 0,
    }
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}
