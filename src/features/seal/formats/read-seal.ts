import type { SealKind } from '../seal-reading.ts'
import { readAadhaar } from './aadhaar.ts'
import { beginsZlib, readClaim169 } from './claim169.ts'
import { IDB_START, readIdb } from './idb.ts'
import { inflate, type ParsedSeal, UnreadableSeal, utf8 } from './parsed-seal.ts'
import { decodeBase45 } from './text-codes.ts'
import { readTwoDDoc, TWO_D_DOC_START } from './two-d-doc.ts'
import { readVds, VDS_MAGIC } from './vds.ts'
import { readVdsNc } from './vds-nc.ts'

/** Larger than any code: a QR code holds 7,089 digits. */
const LARGEST = 8 * 1024

/** The kind of seal that the contents of a code begin like. Undefined for anything else, such as a link or a number. */
export function kindOfSeal(bytes: Uint8Array): SealKind | undefined {
  if (bytes[0] === VDS_MAGIC) return 'VDS'
  if (bytes.length > LARGEST) return undefined
  const text = Buffer.from(bytes).toString('latin1')
  if (IDB_START.test(text)) return 'IDB'
  if (TWO_D_DOC_START.test(text)) return '2D_DOC'
  if (/^\s*\{/.test(text) && /"sigvl"/.test(text)) return 'VDS_NC'
  if (/^\d{400,}\s*$/.test(text)) return 'AADHAAR'
  return isTokenInBase45(text.trimEnd()) ? 'CLAIM_169' : undefined
}

/**
 * Reads the contents of a code. `keys` decrypt encrypted seals. Throws UnreadableSeal for anything that is not a
 * complete seal.
 */
export function readSeal(bytes: Uint8Array, keys: readonly Uint8Array[] = []): ParsedSeal {
  if (bytes.length > LARGEST) throw new UnreadableSeal('it is larger than any code')
  const kind = kindOfSeal(bytes)
  if (kind === undefined) throw new UnreadableSeal('it is not a seal of a known kind')
  if (kind === 'VDS') return readVds(bytes)
  if (kind === '2D_DOC') return readTwoDDoc(Buffer.from(bytes).toString('latin1'))
  const text = utf8(bytes)
  if (kind === 'VDS_NC') return readVdsNc(text)
  const line = text.trimEnd()
  if (kind === 'IDB') return readIdb(line)
  return kind === 'AADHAAR' ? readAadhaar(line) : readClaim169(line, keys)
}

/** The first bytes of a token (CBOR): tags 16, 18 and 61, a list of four, or a map. */
const TOKEN_STARTS = [0xd0, 0xd2, 0xd8, 0x84]
/** A token in Brotli is longer than this, and so are few other codes in the alphabet of Base45. */
const SHORTEST_BROTLI = 60

/** Whether it is Base45 that begins like zlib, or that Brotli unpacks to what begins like a token. */
function isTokenInBase45(text: string): boolean {
  if (!/^[0-9A-Z $%*+\-./:]{12,}$/.test(text)) return false
  try {
    if (beginsZlib(decodeBase45(text.slice(0, 3)))) return true
    if (text.length < SHORTEST_BROTLI) return false
    return TOKEN_STARTS.includes(inflate(decodeBase45(text), 'brotli')[0] ?? 0)
  } catch (error) {
    if (error instanceof UnreadableSeal) return false
    throw error
  }
}
