/** C40 as in ICAO 9303-13: three characters in two bytes, a remaining one after 254. */
export function encodeC40(text: string): Uint8Array {
  const bytes: number[] = []
  const plain = text.replaceAll('<', ' ')
  for (let at = 0; at < plain.length; at += 3) {
    const part = plain.slice(at, at + 3)
    if (part.length === 1) bytes.push(254, part.charCodeAt(0) + 1)
    else {
      const [a = 0, b = 0, c = 0] = Array.from(part, codeOf)
      const value = 1600 * a + 40 * b + c + 1
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

function codeOf(character: string): number {
  const code = character.charCodeAt(0)
  if (character === ' ') return 3
  if (code >= 48 && code <= 57) return code - 44
  if (code >= 65 && code <= 90) return code - 51
  throw new TypeError(`${character} is not a character of C40`)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [first = 0, second] = bytes.subarray(at, at + 2)
    const value = second === undefined ? first : first * 256 + second
    const digits = [value % 45, Math.floor(value / 45) % 45, Math.floor(value / 2025)]
    text += digits
      .slice(0, second === undefined ? 2 : 3)
      .map((digit) => BASE45[digit])
      .join('')
  }
  return text
}
