import type { ChipFiles, ChipResult } from './domain/chip-result.ts'

/** Verifies chips against what the operator trusts. */
export interface Chips {
  verify(files: ChipFiles, asked: { now: Date; challenge?: Uint8Array }): Promise<ChipResult>
}

/** Verifies the state's signature over the files of a chip, whoever the state is, and reads its machine readable zone. */
export type CheckChip = (files: ChipFiles) => Pick<ChipResult, 'verdict' | 'mrz'>
