import type { TrustedItem } from '../../actions/ports/trusted-items.ts'
import type { ChipFiles, ChipResult } from './domain/chip-result.ts'

/** Verifies chips against what the operator trusts. */
export interface Chips {
  verify(files: ChipFiles, asked: { now: Date; challenge?: Uint8Array }): Promise<ChipResult>
}

/** Verifies the state's signature over the files of a chip, whoever the state is, and reads its machine readable zone. */
export type CheckChip = (files: ChipFiles) => Pick<ChipResult, 'verdict' | 'mrz'>

export interface TrustFileContents {
  items: Omit<TrustedItem, 'importedAt'>[]
  refused: { file: string; reason: string }[]
  masterLists: { file: string; signedAt?: number; certificates: number }[]
}

/** Opens files that an operator wants to trust; a master list needs a root among them, or among those trusted already. */
export type OpenTrustFiles = (
  files: readonly { name: string; bytes: Uint8Array }[],
  trusted: readonly TrustedItem[],
) => TrustFileContents
