import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex, toHex, toInteger } from '../../packages/chip-reader/src/bytes.ts'
import { AES_128, AES_192, AES_256 } from '../../packages/chip-reader/src/ciphers.ts'
import { ChipReadError } from '../../packages/chip-reader/src/errors.ts'
import { type Group, parsePublicKey, standardGroup } from '../../packages/chip-reader/src/group.ts'
import { parseObjects } from '../../packages/chip-reader/src/tlv.ts'
import { decrypt } from '../../src/features/wallet/verify/open-wallets.ts'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../src/formats/asn1/der.ts'
import { Malformed, readElement } from '../../src/formats/asn1/element.ts'
import { sharedSecret } from '../../src/formats/cbor/cose.ts'
import { joseAlgorithm, jwsHolds, keyOfJwk, knownKey, readToken, Unusable } from '../../src/formats/jws/jws.ts'
import type { Algorithm } from '../../src/formats/x509/certificate.ts'
import {
  DIGEST_OIDS,
  ECDSA_OIDS,
  PLAIN_ECDSA_OIDS,
  RSA_OIDS,
  RSA_PSS,
  readPublicKey,
  schemeOf,
} from '../../src/formats/x509/public-key.ts'
import { UnknownAlgorithm, verifySignature } from '../../src/formats/x509/verify-signature.ts'
import { failureOf, type Outcome, reportOf, type SuiteReport, Tally } from './suite.ts'

/** A group and a test of Project Wycheproof; which members there are depends on the kind of group. */
// biome-ignore lint/suspicious/noExplicitAny: thirty kinds of groups, distinguished only by `type`
type Vector = any

const STANDARD: Record<string, number> = { secp256r1: 12, secp521r1: 18 }
const bytesOfPem = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
const agreed = ({ group, key }: { group: Group; key: Uint8Array }, secret: bigint, expected: string) =>
  toHex(group.secretOf(group.multiply(key, secret))) === expected
const keyIn = (spki: Uint8Array) => parsePublicKey(parseObjects(spki)[0]?.value ?? new Uint8Array(0))
const scalarOf = (pem: string) => {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  return toInteger(Buffer.from(d, 'base64url'))
}

const KEY_AGREEMENTS: Record<string, (group: Vector, test: Vector) => Outcome> = {
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

const hashNamed = (name: string) => name.replace('-', '').toLowerCase()
const oidIn = (oids: Partial<Record<string, string>>, name: string) => ({ oid: oids[hashNamed(name)] ?? '' })

const signed = (algorithmOf: (group: Vector) => Algorithm) => (group: Vector, test: Vector) =>
  verifySignature(
    readPublicKey(fromHex(group.publicKeyDer ?? group.publicKeyAsn)),
    algorithmOf(group),
    fromHex(test.msg),
    fromHex(test.sig),
  ) !== undefined

function pssAlgorithm({ sha, mgfSha, sLen }: Vector): Algorithm {
  const identifier = (name: string) => derSequence(derObjectIdentifier(oidIn(DIGEST_OIDS, name).oid || '1.2.3'))
  const mask = derSequence(derObjectIdentifier('1.2.840.113549.1.1.8'), identifier(mgfSha))
  const salt = derInteger(Uint8Array.of(sLen))
  const parameters = readElement(derSequence(der(0xa0, identifier(sha)), der(0xa1, mask), der(0xa2, salt)))
  const algorithm = { oid: RSA_PSS, parameters }
  if (!schemeOf(algorithm)) throw new UnknownAlgorithm(`PSS with ${sha} and ${mgfSha}`)
  return algorithm
}

function tokenHolds(group: Vector, { jws }: Vector): Outcome {
  const source = group.public ?? group.private
  if (source.alg && !joseAlgorithm(source.alg)) return { unsupported: `JWS with a key for ${source.alg}` }
  if (typeof jws !== 'string') return { unsupported: 'JWS in JSON' }
  const token = readToken(jws)
  if (!joseAlgorithm(token.header.alg)) return { unsupported: `JWS with ${token.header.alg}` }
  const keys = (source.keys ?? [source]).map((jwk: JsonWebKey & { kid?: string }) => ({ kid: jwk.kid, jwk }))
  const key = knownKey({ keys }, token.header)
  return key !== undefined && jwsHolds(token, key) === true
}

const KINDS: Record<string, (group: Vector, test: Vector) => Outcome | Promise<Outcome>> = {
  EcdsaVerify: signed(({ sha }) => oidIn(ECDSA_OIDS, sha)),
  EcdsaP1363Verify: signed(({ sha }) => oidIn(PLAIN_ECDSA_OIDS, sha)),
  RsassaPkcs1Verify: signed(({ sha }) => oidIn(RSA_OIDS, sha)),
  RsassaPssVerify: signed(pssAlgorithm),
  RsassaPssWithParametersVerify: signed(pssAlgorithm),
  ...KEY_AGREEMENTS,
  MacTest: ({ keySize }, test) => {
    const cipher = [AES_128, AES_192, AES_256].find(({ keyLength }) => keyLength * 8 === keySize)
    if (!cipher) return false
    const isSame = toHex(cipher.mac(fromHex(test.key), fromHex(test.msg))) === test.tag.slice(0, 16)
    const isBehind = isSame && test.result === 'invalid'
    return isBehind ? { unsupported: 'CMAC behind the eight bytes that secure messaging sends' } : isSame
  },
  IndCpaTest: () => ({ unsupported: 'AES-CBC with the padding of PKCS 5: chips pad as ISO/IEC 9797-1 has it' }),
  JsonWebSignature: tokenHolds,
  JsonWebKey: tokenHolds,
  JsonWebEncryption: async (group, { jwe }) =>
    (await decrypt(group.private, jwe)) !== undefined || {
      unsupported: 'JWE other than ECDH-ES with AES-GCM and JSON',
    },
  JsonWebCrypto: (group, test) =>
    test.jws === undefined ? (KINDS.JsonWebEncryption?.(group, test) ?? false) : tokenHolds(group, test),
}

async function outcomeOf(group: Vector, test: Vector): Promise<Outcome> {
  try {
    return await (KINDS[group.type]?.(group, test) ?? { unsupported: group.type })
  } catch (error) {
    if (error instanceof UnknownAlgorithm) return { unsupported: error.message }
    if (error instanceof ChipReadError && error.code === 'NOT_SUPPORTED') return { unsupported: error.message }
    if (error instanceof Malformed || error instanceof Unusable || error instanceof ChipReadError) return false
    return { failure: failureOf(error) }
  }
}

export async function run(folder: string): Promise<SuiteReport> {
  const byFile: Record<string, Tally> = {}
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('_test.json')).sort()) {
    const tally = new Tally()
    byFile[file] = tally
    try {
      for (const group of JSON.parse(await readFile(join(folder, file), 'utf8')).testGroups)
        for (const test of group.tests) {
          const { tcId, result, comment } = test
          tally.add(`${file} ${tcId}`, result, await outcomeOf(group, test), comment)
        }
    } catch (error) {
      tally.add(file, 'valid', { failure: failureOf(error) }, 'the file')
    }
  }
  return reportOf(byFile)
}
