import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { isoDate } from '../../../formats/text/dates.ts'
import type { Hash } from '../../../formats/x509/public-key.ts'
import type { SealContent } from '../seal-reading.ts'

/**
 * A code that begins like a seal but is not a valid one. All formats throw this error, and the entry point of a code
 * catches it.
 */
export class UnreadableSeal extends Error {}

/** A seal that is encrypted with a key we do not have. */
export class EncryptedSeal extends UnreadableSeal {}

export interface ParsedSeal extends SealContent {
  portrait?: Uint8Array
  /** All biometrics in it. Only the portrait is used; nothing else is kept. */
  biometrics?: Biometric[]
  signer: SignerHint
  /** The signed bytes. */
  signed: Uint8Array
  /** Absent if it is not signed. */
  signature?: SealSignature
}

/** A picture, template or sound of one part of the body, under the numbers of its format. */
export interface Biometric {
  name: string
  data?: Uint8Array
  format?: number
  subFormat?: number
  issuer?: string
}

/** What a seal says about its signer. */
interface SignerHint {
  /** The country and name of the signer, or the name of its authority. */
  identifier?: string
  /** Which certificate of the signer: a serial number, the end of a hash, an identifier. Upper case. */
  reference?: string
  /** The certificate itself. */
  certificate?: Uint8Array
  keyId?: Uint8Array
  issuer?: string
}

export interface SealSignature {
  /** For ECDSA two numbers of the same length. */
  bytes: Uint8Array
  scheme: 'ecdsa' | 'rsa' | 'eddsa'
  /** Absent if the curve of the key decides. */
  hash?: Hash
}

/** Reads bytes one after the other. Throws UnreadableSeal at the end. */
export class ByteReader {
  at = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new UnreadableSeal('it ends too early')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** A length in DER, in the shortest form. */
  derLength(): number {
    const first = this.byte()
    if (first < 0x80) return first
    const size = first - 0x80
    if (size < 1 || size > 2) throw new UnreadableSeal('an invalid length')
    const length = this.take(size).reduce((sum, byte) => sum * 256 + byte, 0)
    if (length < (size === 1 ? 0x80 : 0x100)) throw new UnreadableSeal('a length that is not in its shortest form')
    return length
  }
}

/** Three bytes with the number MMDDYYYY; zeros mean no date. */
export function numericDate(bytes: Uint8Array): string | undefined {
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  if (number === 0) return undefined
  const date = isoDate(number % 10_000, Math.floor(number / 1_000_000), Math.floor(number / 10_000) % 100)
  if (!date) throw new UnreadableSeal('an invalid date')
  return date
}

export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableSeal('a text that is not UTF-8')
  }
}

/** The most bytes after decompression. A code has at most 3 kB, and its portrait a few kilobytes. */
const LARGEST = 64 * 1024

/** Node returns these with the option `info`, but its types leave them out. */
type Inflate = (bytes: Uint8Array, options: ZlibOptions) => { buffer: Buffer; engine: { bytesWritten: number } }

const UNPACK = { zlib: inflateSync, gzip: gunzipSync, brotli: brotliDecompressSync }

/** Decompresses up to a limit. Bytes after the end are refused. */
export function inflate(bytes: Uint8Array, form: keyof typeof UNPACK): Uint8Array {
  const unpack = UNPACK[form] as unknown as Inflate
  let unpacked: ReturnType<Inflate>
  try {
    unpacked = unpack(bytes, { maxOutputLength: LARGEST, chunkSize: LARGEST, info: true })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw new UnreadableSeal(isTooLarge ? 'it decompresses to more than any seal holds' : `it is not ${form}`)
  }
  if (unpacked.engine.bytesWritten !== bytes.length) throw new UnreadableSeal(`something follows the ${form}`)
  return unpacked.buffer
}
