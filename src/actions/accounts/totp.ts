import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with the values every authenticator app knows: SHA-1, 30 seconds, 6 digits. */
const TIME_STEP_MS = 30_000
const DIGITS = 6

/** A phone's clock may be off, and a person takes a moment to type: one time step either way (RFC 6238, 5.2). */
const TOLERATED_TIME_STEPS = [0, -1, 1]

export const makeTotpSecret = (): Uint8Array => randomBytes(20) // RFC 4226, 4 (R6): 160 bits are recommended

/** The time step that the code belongs to; undefined when it is of none that counts now. */
export function findTimeStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = Math.floor(now.getTime() / TIME_STEP_MS)
  return TOLERATED_TIME_STEPS.map((off) => current + off).find((timeStep) =>
    timingSafeEqual(Buffer.from(codeAt(secret, timeStep)), Buffer.from(code)),
  )
}

export const makeCode = (secret: Uint8Array, now: Date): string =>
  codeAt(secret, Math.floor(now.getTime() / TIME_STEP_MS))

/** RFC 4226, 5.3: dynamic truncation of HMAC-SHA-1. */
function codeAt(secret: Uint8Array, timeStep: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(timeStep))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, 6, without padding: how authenticator apps take a secret by hand. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Undefined when the text is no base32 of 20 bytes. */
export function decodeSecret(text: string): Uint8Array | undefined {
  if (!/^[A-Z2-7]{32}$/.test(text)) return undefined
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}
