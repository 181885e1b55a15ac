import { createECDH } from 'node:crypto'

/** A private key on P-256 with its public point, as members of a JWK (RFC 7518, 6.2). */
interface P256Key {
  kty: 'EC'
  crv: 'P-256'
  d: string
  x: string
  y: string
}

/** The key that follows from a secret: `draw` derives 32 bytes from it, others for each attempt. */
export function p256Key(draw: (attempt: number) => Uint8Array): P256Key {
  for (let attempt = 0; ; attempt++) {
    const d = draw(attempt)
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(d)
    } catch {
      // Not below the order of the curve, which happens once in four billion: the next value is tried.
      continue
    }
    const point = curve.getPublicKey()
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
    return { kty: 'EC', crv: 'P-256', d: text(d), x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
  }
}
