import { randomBytes } from 'node:crypto'

/** UUID version 7 (RFC 9562): sorts by time, strictly within one process. */
export function makeTimeOrderedId(now = Date.now()): string {
  if (now > last) {
    last = now
    counter = 0
  } else if (++counter > 0xfff) {
    last += 1
    counter = 0
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(last, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

let last = 0
let counter = 0
