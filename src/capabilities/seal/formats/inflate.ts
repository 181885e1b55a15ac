import { gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { UnreadableSeal } from './parsed-seal.ts'

/** No code holds more than 3 kB; what is in it has a portrait of some kilobytes at most. */
const LARGEST = 64 * 1024

/** Node gives these with `info`; its types leave them out. */
type Inflate = (bytes: Uint8Array, options: ZlibOptions) => { buffer: Buffer; engine: { bytesWritten: number } }

/** Unpacks zlib or gzip, up to a limit, with nothing behind it. */
export function inflate(bytes: Uint8Array, form: 'zlib' | 'gzip'): Uint8Array {
  const unpack = (form === 'zlib' ? inflateSync : gunzipSync) as unknown as Inflate
  let unpacked: ReturnType<Inflate>
  try {
    unpacked = unpack(bytes, { maxOutputLength: LARGEST, chunkSize: LARGEST, info: true })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw new UnreadableSeal(isTooLarge ? 'it unpacks to more than any seal holds' : `it is no ${form}`)
  }
  if (unpacked.engine.bytesWritten !== bytes.length) throw new UnreadableSeal(`something follows the ${form}`)
  return unpacked.buffer
}
