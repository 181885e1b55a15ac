import { createPrivateKey } from 'node:crypto'
import { fromHex, toHex, toInteger } from '../../packages/chip-reader/src/bytes.ts'
import { type Group, parsePublicKey, standardGroup } from '../../packages/chip-reader/src/group.ts'
import { parseObjects } from '../../packages/chip-reader/src/tlv.ts'
import { sharedSecret } from '../cbor/cose.ts'
import { keyOfJwk } from '../jose/signature.ts'
import type { Outcome } from './suite.ts'

/** A group and a test of Project Wycheproof; which members there are depends on the kind of group. */
// biome-ignore lint/suspicious/noExplicitAny: thirty kinds of groups, distinguished by `type` alone
export type Vector = any

const STANDARD: Record<string, number> = { secp256r1: 12, secp521r1: 18 }
const bytesOfPem = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
const agreed = ({ group, key }: { group: Group; key: Uint8Array }, secret: bigint, expected: string) =>
  toHex(group.secretOf(group.multiply(key, secret))) === expected
const keyIn = (spki: Uint8Array) => parsePublicKey(parseObjects(spki)[0]?.value ?? new Uint8Array(0))
const scalarOf = (pem: string) => {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  return toInteger(Buffer.from(d, 'base64url'))
}

export const KEY_AGREEMENTS: Record<string, (group: Vector, test: Vector) => Outcome> = {
  EcdhTest: (_, test) => agreed(keyIn(fromHex(test.public)), BigInt(`0x${test.private}`), test.shared),
  EcdhPemTest: (_, test) => agreed(keyIn(bytesOfPem(test.public)), scalarOf(test.private), test.shared),
  EcdhEcpointTest: ({ curve }, test) => {
    const group = standardGroup(STANDARD[curve] ?? -1)
    if (!group) return { unsupported: `ECDH on ${curve}` }
    return agreed({ group, key: fromHex(test.public) }, BigInt(`0x${test.private}`), test.shared)
  },
  EcdhWebcryptoTest: (_, test) => {
    const keys = { device: keyOfJwk(test.public), reader: createPrivateKey({ key: test.private, format: 'jwk' }) }
    return sharedSecret(keys)?.toString('hex') === test.shared
  },
}
