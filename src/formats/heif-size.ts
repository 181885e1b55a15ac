const HEADER = 262_144 // the meta box is near the start; cameras do not write a header beyond this

/** The largest `ispe` property (ISO/IEC 23008-12 6.5.3): the whole picture, of which the others are tiles and thumbnails. */
export function heifSize(bytes: Buffer): { width: number; height: number } | undefined {
  const header = bytes.subarray(0, HEADER)
  let largest: { width: number; height: number } | undefined
  for (let at = header.indexOf('ispe'); at >= 0 && at + 16 <= header.length; at = header.indexOf('ispe', at + 4)) {
    const size = { width: header.readUInt32BE(at + 8), height: header.readUInt32BE(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
