import type { TrustedItem } from '../../../actions/ports/trusted-items.ts'
import { readElement } from '../../../asn1/element.ts'
import { readCertificate } from '../../../certificates/certificate.ts'
import { authoritiesOf } from '../../../certificates/open-trust-files.ts'
import { revocationListOf } from '../../../certificates/revocation-list.ts'
import { TrustStore } from '../../../certificates/trust-store.ts'
import type { ChipFiles, ChipResult } from '../../../domain/proofs/chip-reading.ts'
import { verifyChip } from './verify-chip.ts'

/** A chip to verify, with what is stored about its country. */
export interface ChipJob {
  files: ChipFiles
  items: readonly TrustedItem[]
  now: number
  challenge?: Uint8Array
}

export function verifyStored({ files, items, now, challenge }: ChipJob): ChipResult {
  const ofKind = (wanted: TrustedItem['kind']) => items.filter(({ kind }) => kind === wanted)
  const trust = new TrustStore(
    authoritiesOf(items),
    ofKind('signer').map(({ bytes }) => readCertificate(bytes)),
    ofKind('revocation-list').map(({ bytes }) => revocationListOf(readElement(bytes))),
  )
  return verifyChip(files, { trust, now, ...(challenge && { challenge }) })
}
