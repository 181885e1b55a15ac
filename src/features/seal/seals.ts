import type { PageSide } from '../../formats/document-words.ts'
import type { TrustedItems } from '../../kernel/ports/trusted-items.ts'
import type { PageCode } from '../../vision/engine.ts'
import { kindOfSeal } from './formats/read-seal.ts'
import { type SealReading, weightiest } from './seal-reading.ts'
import { storedSealTrust } from './verify/seal-trust.ts'
import { type VerifiedSeal, verifySeal } from './verify/verify-seal.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeaturePorts {
    /** Absent if signed barcodes are not read. */
    seals?: Seals
  }
  interface Services {
    /** Verifies signed barcodes. */
    seals?: Seals | undefined
  }
}

/** Reads and verifies the signed barcodes of a page. */
export interface Seals {
  /** Does the tenant accept signed barcodes? They are only searched for if it does. */
  areTaken(tenant: string): Promise<boolean>
  /** The signed barcode that counts, with its picture. Undefined if there is none. */
  read(
    codes: readonly PageCode[],
    asked: { side: PageSide; now: Date },
  ): Promise<{ reading: SealReading; image: Uint8Array; portrait?: Uint8Array } | undefined>
}

/**
 * Verifies the signed barcodes of a page with the imported certificates and keys. Answers the one that counts, with its
 * picture.
 */
export async function readPageSeal(
  trustedItems: Pick<TrustedItems, 'ofSeals'>,
  codes: readonly PageCode[],
  { side, now }: { side: PageSide; now: Date },
): ReturnType<Seals['read']> {
  const sealed = codes.filter(({ bytes }) => kindOfSeal(bytes) !== undefined)
  if (sealed.length === 0) return undefined
  const trust = storedSealTrust(await trustedItems.ofSeals())
  const read = sealed.flatMap((code) => {
    const verified = verifySeal(code.bytes, trust, now.getTime())
    const reading = readingOf(code, side, now, verified)
    const portrait = verified.seal?.portrait
    return reading ? [{ reading, image: code.image, ...(portrait && { portrait }) }] : []
  })
  const chosen = read.map(({ reading }) => reading).reduce(weightiest, undefined as SealReading | undefined)
  return read.find(({ reading }) => reading === chosen)
}

/** What is kept of a seal; undefined if it cannot be read: a code may begin like a seal by chance. */
function readingOf(
  { bytes }: PageCode,
  side: SealReading['side'],
  now: Date,
  { seal, ...judgement }: VerifiedSeal,
): SealReading | undefined {
  if (!seal) return undefined
  const { portrait: _, biometrics: _____, signer: __, signed: ___, signature: ____, ...content } = seal
  return { ...content, ...judgement, side, raw: Buffer.from(bytes).toString('base64'), readAt: now.toISOString() }
}
