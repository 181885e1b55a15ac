import type { JsonWebKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  asArray,
  asEmbedded,
  asMap,
  asWritten,
  type Cbor,
  embedded,
  readCbor,
  Simple,
  Tagged,
  writeCbor,
} from '../cbor/cbor.ts'
import { certificatesInMessage, macHolds, readCose, signatureOfMessageHolds } from '../cbor/cose.ts'
import { readCertificate } from '../certificates/certificate.ts'
import { keyOfCertificate, keyOfJwk } from '../jose/signature.ts'
import type { CredentialRow } from './credential-row.ts'
import type { Outcome } from './suite.ts'

export const fromHex = (hex = ''): Uint8Array => Buffer.from(hex, 'hex')
const untagged = (value: Cbor): Cbor => (value instanceof Tagged ? value.value : value)

export function cborIsRead({ hex = '', values }: CredentialRow): Outcome {
  const plain = (value: Cbor): unknown => {
    if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, plain(each)]))
    if (Array.isArray(value)) return value.map(plain)
    if (value instanceof Uint8Array) return `h'${Buffer.from(value).toString('hex')}'`
    if (value instanceof Simple) return `simple(${value.value})`
    if (value instanceof Tagged) {
      const inner = plain(value.value)
      return `${value.tag}(${typeof inner === 'string' && !inner.startsWith("h'") ? JSON.stringify(inner) : inner})`
    }
    return typeof value === 'bigint' ? Number(value) : value
  }
  const read = plain(readCbor(fromHex(hex)))
  return values?.diagnostic === undefined
    ? isDeepStrictEqual(read, values?.decoded)
    : String(read) === values.diagnostic
}

const MACS: Record<number, string> = {
  4: 'HMAC 256/64: a shortened tag, where ISO/IEC 18013-5 allows HMAC 256/256 alone',
  6: 'HMAC 384/384, where ISO/IEC 18013-5 allows HMAC 256/256 alone',
  15: 'AES-MAC 256/64, where ISO/IEC 18013-5 allows HMAC 256/256 alone',
}

/** Some rows write the parts of a key in hex. */
const jwkOf = (key: unknown): JsonWebKey =>
  Object.fromEntries(
    Object.entries(key as Record<string, string>).map(([name, value]) =>
      name.endsWith('_hex') ? [name.slice(0, -4), Buffer.from(value, 'hex').toString('base64url')] : [name, value],
    ),
  )

export function coseHolds({ hex, key, external_aad_hex: external, plaintext, kind }: CredentialRow): Outcome {
  const message = readCose(untagged(readCbor(fromHex(hex))), 'the message')
  const content = message.payload ?? Buffer.from(plaintext ?? '')
  const outside = fromHex(external ?? '')
  const { d: _, k, ...open } = jwkOf(key)
  const holds =
    kind === 'COSE_Mac0'
      ? macHolds(message, Buffer.from(String(k), 'base64url'), content, outside)
      : signatureOfMessageHolds(message, keyOfJwk(open), content, outside)
  const name = message.protectedHeader.get(1)
  if (name === undefined)
    return { unsupported: 'an algorithm outside the protected header, where anybody can change it' }
  if (holds === undefined && typeof name === 'number')
    return { unsupported: MACS[name] ?? `the algorithm ${name} of COSE` }
  return holds === true
}

export function readerAuthHolds({ hex, session_transcript_bytes_hex: transcript }: CredentialRow): boolean {
  const [request] = asArray(asMap(readCbor(fromHex(hex)), 'the request').get('docRequests'), 'the requests')
  const members = asMap(request, 'the request')
  const message = readCose(members.get('readerAuth'), "the reader's signature")
  const items = asEmbedded(members.get('itemsRequest'), 'the items')
  const session = asEmbedded(readCbor(fromHex(transcript)), 'the transcript')
  const signed = embedded(writeCbor(['ReaderAuthentication', asWritten(session.content), asWritten(items.whole)]))
  const [certificate = new Uint8Array(0)] = certificatesInMessage(message)
  const key = keyOfCertificate(readCertificate(certificate).publicKey)
  return signatureOfMessageHolds(message, key, writeCbor(signed)) === true
}
