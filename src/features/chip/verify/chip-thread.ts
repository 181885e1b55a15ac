import type { TrustedItem } from '../../../kernel/ports/trusted-items.ts'
import { storedTrust } from '../../../kernel/trust/open-trust-files.ts'
import { answerJobs } from '../../../platform/thread.ts'
import type { ChipFiles, ChipResult } from '../chip-reading.ts'
import { verifyChip } from './verify-chip.ts'

/** A chip to verify, with the stored certificates of its country. */
export interface ChipJob {
  files: ChipFiles
  items: readonly TrustedItem[]
  now: number
  challenge?: Uint8Array
}

/** The entry point of the thread that verifies chips. */
answerJobs<ChipJob, ChipResult>(({ files, items, ...check }) =>
  verifyChip(files, { ...check, trust: storedTrust(items) }),
)
