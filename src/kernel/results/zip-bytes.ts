import { inflateRawSync } from 'node:zlib'
import { type Unzipped, unzipSync } from 'fflate'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22

/**
 * The files of a ZIP. Throws if they would unpack to more than this many bytes together, if a name is not expected, if
 * a name comes twice, and if the ZIP contains bytes that belong to no file, such as overlapping files.
 */
export function unzipWhole(zip: Uint8Array, mostBytes: number, expected?: readonly string[]): Unzipped {
  let total = 0
  const names = new Set<string>()
  // Asked before each file is unpacked.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    total += originalSize
    if (total > mostBytes) throw new Error('the bundle is too large to be one of ours')
    if (expected && !expected.includes(name)) throw new Error(`${name} does not belong in the bundle`)
    // Some programs show the first of the two, others the last.
    if (names.has(name.toLowerCase())) throw new Error(`${name} is in the bundle twice`)
    names.add(name.toLowerCase())
    return true
  }
  const files = unzipSync(zip, { filter })
  assertWholeZip(zip)
  return files
}

/**
 * Throws unless every byte of a ZIP file belongs to a file that its directory names: one after the other from the first
 * byte, then the directory, then its end record, and nothing between, before, inside or after. Bytes that one program
 * skips another may show.
 */
function assertWholeZip(zip: Uint8Array): void {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - END_BYTES
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('the bundle does not end where a zip file ends')
  const count = view.getUint16(end + 10, true)
  const directory = view.getUint32(end + 16, true)
  if (view.getUint16(end + 8, true) !== count || directory + view.getUint32(end + 12, true) !== end)
    throw new Error(UNACCOUNTED)

  let [at, entry] = [0, directory]
  for (let file = 0; file < count; file++) {
    if (entry + CENTRAL_BYTES > end || view.getUint32(entry, true) !== CENTRAL) throw new Error(UNACCOUNTED)
    const nameBytes = view.getUint16(entry + 28, true)
    const extras = view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
    const packed = view.getUint32(entry + 20, true)
    if (extras || view.getUint32(entry + 42, true) !== at) throw new Error(UNACCOUNTED)
    at = skipFile(zip, view, at, { entry, nameBytes, packed, directory })
    entry += CENTRAL_BYTES + nameBytes
  }
  if (at !== directory || entry !== end) throw new Error(UNACCOUNTED)
}

const UNACCOUNTED = 'the bundle holds bytes that its directory does not account for'

interface Named {
  entry: number
  nameBytes: number
  packed: number
  directory: number
}

/** Where the file that begins here ends; throws if it does not match the directory. */
function skipFile(zip: Uint8Array, view: DataView, at: number, { entry, nameBytes, packed, directory }: Named): number {
  const from = at + LOCAL_BYTES + nameBytes
  const to = from + packed
  if (to > directory || view.getUint32(at, true) !== LOCAL) throw new Error(UNACCOUNTED)
  // Flags, compression method, time, checksum, both sizes and both lengths are in both places, and must be the same.
  for (let byte = 0; byte < 24; byte++) if (zip[at + 6 + byte] !== zip[entry + 8 + byte]) throw new Error(UNACCOUNTED)
  for (let byte = 0; byte < nameBytes; byte++)
    if (zip[at + LOCAL_BYTES + byte] !== zip[entry + CENTRAL_BYTES + byte]) throw new Error(UNACCOUNTED)
  const [flags, method] = [view.getUint16(at + 6, true), view.getUint16(at + 8, true)]
  const size = view.getUint32(at + 22, true)
  // Bit 3: the sizes follow the data. Our files have theirs in front.
  if (flags & 0x8) throw new Error(UNACCOUNTED)
  if (method === 8) assertPackedWhole(zip.subarray(from, to), size)
  else if (method !== 0 || packed !== size) throw new Error(UNACCOUNTED)
  return to
}

/** The compressed data must end with its last byte: others could be hidden after the end of the stream. */
function assertPackedWhole(packed: Uint8Array, size: number): void {
  const { buffer, engine } = inflateRawSync(packed, { info: true, maxOutputLength: Math.max(1, size) }) as unknown as {
    buffer: Uint8Array
    engine: { bytesWritten: number }
  }
  if (engine.bytesWritten !== packed.length || buffer.length !== size) throw new Error(UNACCOUNTED)
}
