import { zipSync } from 'fflate'

const END_BYTES = 22

/** A zip whose directory names the same packed bytes so many times, each time as a file of its own. */
export function overlappingZip(name: string, content: Uint8Array, times: number): Uint8Array {
  const zip = Buffer.from(zipSync({ [name]: content }, { level: 9 }))
  const end = zip.length - END_BYTES
  const directory = zip.readUInt32LE(end + 16)
  const entry = zip.subarray(directory, end)
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(times, 8)
  last.writeUInt16LE(times, 10)
  last.writeUInt32LE(entry.length * times, 12)
  return Buffer.concat([zip.subarray(0, directory), ...Array.from({ length: times }, () => entry), last])
}
