import { verifyChip } from '../capabilities/chip/verify/verify-chip.ts'
import { TrustStore } from '../certificates/trust-store.ts'
import { certify } from './chip/certify.ts'
import { makeChip } from './chip/make-chip.ts'

/** A row of the suite about chips that fail. */
export interface Row {
  id: string
  category: string
  chip: {
    card_access_hex?: string
    dg14_file?: string
    dg15_file?: string
    mrz?: { document_number: string; date_of_birth: string; date_of_expiry: string }
    fails_at?: string | null
    status_word?: string
    fault?: string
    sod_digest?: string
    signer?: string
    inspection_date?: string
  }
  reader: { result: string; reasons?: string[] }
}

export const missing = (isThere: boolean, what: string) => (isThere ? undefined : `${what} does not reach the caller`)

const REASONS: [RegExp, string][] = [
  [/SHA1/, 'SHA1'],
  [/MD5/, 'ALGORITHM_UNKNOWN'],
  [/expired|not yet valid/, 'SIGNER_OUTSIDE_VALIDITY'],
]

/** Signs as the row says, by a signer that vouches for itself; judged at the date of inspection. */
export function judgeSigned({ chip, reader }: Row): string | undefined {
  const digest = chip.sod_digest as 'sha1' | 'sha256' | 'md5'
  const inspected = Date.parse(chip.inspection_date ?? '')
  const year = (years: number) => new Date(inspected + years * 31_557_600_000).toISOString().slice(0, 10)
  const ended = /expired (one|five)/.exec(chip.signer ?? '')
  const until = ended ? year(ended[1] === 'one' ? -1 : -5) : year(5)
  const from = chip.signer === 'signer not yet valid' ? year(1) : year(-8)
  const hash = digest === 'md5' ? 'sha256' : digest
  const signer = certify('Signer', { way: { kind: 'ecdsa', hash, curve: 'prime256v1' }, from, until })
  const files = makeChip(new Map([[13, Uint8Array.of(0x6d, 0)]]), signer, { issuer: signer, digest })
  const { verdict, reasons } = verifyChip(files, { trust: new TrustStore([]), now: inspected, at: inspected })
  const codes: string[] = reasons.map(({ code }) => code)
  if (verdict === 'TRUSTED') return 'trusted without anybody who vouches for the signer'
  const expected = REASONS.filter(([pattern]) => reader.reasons?.some((reason) => pattern.test(reason))).map(
    ([, code]) => code,
  )
  // A digest that is not taken ends the judging: nothing of such a file can be verified.
  const wanted = expected.includes('ALGORITHM_UNKNOWN') ? ['ALGORITHM_UNKNOWN'] : expected
  const said = REASONS.map(([, code]) => code).filter((code) => codes.includes(code))
  return missing(said.join() === wanted.join(), wanted.join() || 'that nothing is against it')
}
