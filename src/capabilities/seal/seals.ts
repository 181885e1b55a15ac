import type { PageCode } from '../../actions/ports/engine.ts'
import type { SealReading } from '../../domain/proofs/seal-reading.ts'
import type { PageSide } from '../../domain/vocabulary.ts'

/** Reads and verifies the signed barcodes of a page. */
export interface Seals {
  /** Does the tenant take them? Codes are looked for only then. */
  areTaken(tenant: string): Promise<boolean>
  /** The one that counts, with its picture. Undefined where there is none. */
  read(
    codes: readonly PageCode[],
    asked: { side: PageSide; now: Date },
  ): Promise<{ reading: SealReading; image: Uint8Array; portrait?: Uint8Array } | undefined>
}
