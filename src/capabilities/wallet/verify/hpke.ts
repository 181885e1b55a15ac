import { createDecipheriv, createECDH, createHmac } from 'node:crypto'

const KEM = suite('KEM', 0x0010)
const WHOLE = suite('HPKE', 0x0010, 0x0001, 0x0001)
const NOTHING = new Uint8Array(0)
const TAG_BYTES = 16

interface Sealed {
  /** The private key on P-256, and its public one as a point. */
  key: { secret: Uint8Array; point: Uint8Array }
  /** The sender's key for this message alone. */
  enc: Uint8Array
  cipherText: Uint8Array
  info: Uint8Array
}

/**
 * Opens what was sealed once by HPKE in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM (RFC 9180).
 * Undefined for what this key and this info do not open.
 */
export function openSealed({ key, enc, cipherText, info }: Sealed): Uint8Array | undefined {
  const agreement = createECDH('prime256v1')
  agreement.setPrivateKey(key.secret)
  try {
    const prk = extract(KEM, NOTHING, 'eae_prk', agreement.computeSecret(enc))
    const shared = expand(KEM, prk, 'shared_secret', Buffer.concat([enc, key.point]), 32)
    const hashes = [extract(WHOLE, NOTHING, 'psk_id_hash', NOTHING), extract(WHOLE, NOTHING, 'info_hash', info)]
    const context = Buffer.concat([Uint8Array.of(0), ...hashes])
    const secret = extract(WHOLE, shared, 'secret', NOTHING)
    const nonce = expand(WHOLE, secret, 'base_nonce', context, 12)
    const cipher = createDecipheriv('aes-128-gcm', expand(WHOLE, secret, 'key', context, 16), nonce)
    cipher.setAuthTag(cipherText.subarray(-TAG_BYTES))
    return Buffer.concat([cipher.update(cipherText.subarray(0, -TAG_BYTES)), cipher.final()])
  } catch {
    // A point that is not on the curve, or a tag that does not hold: Node has a plain Error for either.
    return undefined
  }
}

function suite(name: string, ...ids: number[]): Buffer {
  return Buffer.concat([Buffer.from(name), ...ids.map((id) => Uint8Array.of(id >> 8, id))])
}

const labeled = (of: Uint8Array, label: string) => Buffer.concat([Buffer.from('HPKE-v1'), of, Buffer.from(label)])

const hmac = (key: Uint8Array, ...parts: Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest()

const extract = (of: Uint8Array, salt: Uint8Array, label: string, input: Uint8Array) =>
  hmac(salt, labeled(of, label), input)

/** One block of HKDF, which is as much as is ever needed here. */
const expand = (of: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  hmac(prk, Uint8Array.of(0, length), labeled(of, label), info, Uint8Array.of(1)).subarray(0, length)
