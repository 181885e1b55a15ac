import { UnreadableSeal } from './parsed-seal.ts'

/**
 * C40 as ICAO 9303-13 uses it: digits, capitals and spaces, three in two bytes. A byte 254 precedes a single last
 * character.
 */
export function decodeC40(bytes: Uint8Array): string {
  if (bytes.length % 2 !== 0) throw new UnreadableSeal('C40 with an odd number of bytes')
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2)
    const isLast = at + 2 === bytes.length
    if (first === 0xfe) {
      const code = second - 1
      if (!isLast || !isPlain(code)) throw new UnreadableSeal('C40 with a character that is not allowed there')
      return text + String.fromCharCode(code)
    }
    const value = first * 256 + second - 1
    const codes = [Math.floor(value / 1600), Math.floor(value / 40) % 40, value % 40]
    if (value < 0 || value >= 64_000) throw new UnreadableSeal('C40 with an invalid value')
    // Zero pads the last two characters to three.
    if (isLast && codes[2] === 0) codes.pop()
    text += codes.map(characterOf).join('')
  }
  return text
}

const isPlain = (code: number) => code === 32 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)

function characterOf(code: number): string {
  if (code === 3) return ' '
  if (code >= 4 && code <= 13) return String.fromCharCode(code + 44)
  if (code >= 14 && code <= 39) return String.fromCharCode(code + 51)
  throw new UnreadableSeal('C40 with a character that is not allowed there')
}

/** Base32 (RFC 4648), without padding or with all of it; the remaining bits must be zero. */
export function decodeBase32(padded: string): Uint8Array {
  const text = padded.length % 8 === 0 ? padded.replace(/={1,6}$/, '') : padded
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const character of text) {
    const value = BASE32.indexOf(character)
    if (value < 0) throw new UnreadableSeal('a character that is not Base32')
    buffer = ((buffer << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >> bits) & 0xff)
  }
  if (bits >= 5 || (buffer & ((1 << bits) - 1)) !== 0)
    throw new UnreadableSeal('Base32 with remaining bits that are not zero')
  return Uint8Array.from(bytes)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base45 (RFC 9285). */
export function decodeBase45(text: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (character) => BASE45.indexOf(character))
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    const isPair = digits.length === 2
    if (digits.length === 1 || digits.includes(-1) || value > (isPair ? 0xff : 0xffff))
      throw new UnreadableSeal('it is not Base45')
    if (!isPair) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
