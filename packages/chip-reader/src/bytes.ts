export type Bytes = Uint8Array

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at += 1) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}

export function xor(a: Uint8Array, b: Uint8Array): Bytes {
  return a.map((byte, at) => byte ^ (b[at] ?? 0))
}

export function fromHex(hex: string): Bytes {
  const digits = hex.replace(/\s+/g, '')
  if (digits.length % 2 || /[^0-9a-f]/i.test(digits)) throw new TypeError('not hexadecimal')
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  )
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Base64 without a platform's own: React Native has neither Buffer nor, in older versions, btoa. */
export function toBase64(bytes: Uint8Array): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const groups: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const have = Math.min(3, bytes.length - at)
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const four = [18, 12, 6, 0].map((shift) => digits[(word >> shift) & 63]).join('')
    groups.push(four.slice(0, have + 1).padEnd(4, '='))
  }
  return groups.join('')
}

export function toInteger(bytes: Uint8Array): bigint {
  return bytes.length ? BigInt(`0x${toHex(bytes)}`) : 0n
}

/** An integer in big-endian order: of exactly `length` bytes, or of as few as it takes. */
export function fromInteger(value: bigint, length?: number): Bytes {
  const digits = value.toString(16)
  const bytes = fromHex(digits.padStart(digits.length + (digits.length % 2), '0'))
  if (length === undefined || bytes.length === length) return bytes
  if (bytes.length > length) throw new RangeError(`the integer takes ${bytes.length} bytes, not ${length}`)
  return concat(new Uint8Array(length - bytes.length), bytes)
}

/** Padding method 2 of ISO/IEC 9797-1: 80, then zeros up to the next whole block. */
export function pad(bytes: Uint8Array, block: number): Bytes {
  const padded = new Uint8Array(Math.floor(bytes.length / block) * block + block)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  return padded
}

/** Takes the padding away; undefined where there is none. */
export function unpad(bytes: Uint8Array): Bytes | undefined {
  let end = bytes.length - 1
  while (end >= 0 && bytes[end] === 0) end -= 1
  return bytes[end] === 0x80 ? bytes.slice(0, end) : undefined
}
