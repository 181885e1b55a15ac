import type { PageCode } from '../../actions/ports/engine.ts'
import type { SealReading } from '../../domain/proofs/seal-reading.ts'
import type { PageSide } from '../../domain/vocabulary.ts'

/** Reads and verifies the signed barcodes of a page. */
export interface Seals {
  /** The one that counts, with its picture. Undefined where there is none, or where the tenant takes none. */
  read(
    codes: readonly PageCode[],
    asked: { tenant: string; side: PageSide; now: Date },
  ): Promise<{ reading: SealReading; image: Uint8Array } | undefined>
}
