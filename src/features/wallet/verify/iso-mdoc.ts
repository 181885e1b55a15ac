import { createDecipheriv, createECDH, createHash, createHmac, type KeyObject, sign } from 'node:crypto'
import {
  asArray,
  asBytes,
  asMap,
  asWritten,
  type Cbor,
  embedded,
  MalformedCbor,
  readCbor,
  writeCbor,
} from '../../../formats/cbor/cbor.ts'
import type { AcceptedCredential } from '../domain/accepted-credentials.ts'
import { walletQuery } from '../domain/dcql.ts'
import type { WalletRequest } from '../domain/wallet-request.ts'

/** The requesting party: its key on P-256 and its certificates in DER, its own first. */
interface Reader {
  key: KeyObject
  certificates: readonly Uint8Array[]
  origin: string
}

const ES256 = -7
const X5CHAIN = 33

/**
 * The requests for mdocs through the browser (ISO/IEC 18013-7, annex C): one for each type, of which a wallet answers
 * one.
 */
export function isoRequests(request: WalletRequest, reader: Reader, kinds?: readonly AcceptedCredential[]) {
  const encryptionInfo = encryptionInfoOf(request)
  const transcript = isoTranscript({ encryptionInfo, origin: reader.origin })
  const mdocs = walletQuery(request.withPortrait, kinds).credentials.filter(({ format }) => format === 'mso_mdoc')
  // Editions of a standard may name elements differently; a wallet answers with those that it has.
  return [...Map.groupBy(mdocs, ({ meta }) => meta.doctype_value)].map(([type, editions]) => {
    const nameSpaces = new Map<string, Map<string, Cbor>>()
    for (const { path: [space = '', name = ''] = [] } of editions.flatMap(({ claims }) => claims)) {
      const elements = nameSpaces.get(space) ?? new Map<string, Cbor>()
      nameSpaces.set(space, elements.set(name, true))
    }
    const asked = new Map<string, Cbor>([
      ['docType', type],
      ['nameSpaces', nameSpaces],
    ])
    const items = embedded(writeCbor(asked))
    const signed = embedded(writeCbor(['ReaderAuthentication', asWritten(transcript), items]))
    const document = new Map<string, Cbor>([
      ['itemsRequest', items],
      ['readerAuth', signedBy(reader, writeCbor(signed))],
    ])
    const device = new Map<string, Cbor>([
      ['version', '1.0'],
      ['docRequests', [document]],
    ])
    return { deviceRequest: Buffer.from(writeCbor(device)).toString('base64url'), encryptionInfo }
  })
}

/**
 * The device response in an answer; undefined if it cannot be decrypted with the key of this request and for this
 * origin.
 */
export function openIsoResponse(request: WalletRequest, response: string, transcript: Uint8Array) {
  try {
    const [kind, members] = asArray(readCbor(Buffer.from(response, 'base64url')), 'the answer')
    if (kind !== 'dcapi') return undefined
    const sealed = asMap(members, 'the answer')
    return openSealed({
      key: { secret: Buffer.from(request.key.d, 'base64url'), point: pointOf(request) },
      enc: asBytes(sealed.get('enc'), "the wallet's key"),
      cipherText: asBytes(sealed.get('cipherText'), 'the answer'),
      info: transcript,
    })
  } catch (error) {
    if (error instanceof MalformedCbor) return undefined
    throw error
  }
}

export function encryptionInfoOf({ nonce, key }: WalletRequest): string {
  const coordinate = (text: string): Uint8Array => Buffer.from(text, 'base64url')
  const publicKey = new Map<number, Cbor>([
    [1, 2],
    [-1, 1],
    [-2, coordinate(key.x)],
    [-3, coordinate(key.y)],
  ])
  const info = new Map<string, Cbor>([
    ['nonce', coordinate(nonce)],
    ['recipientPublicKey', publicKey],
  ])
  return Buffer.from(writeCbor(['dcapi', info])).toString('base64url')
}

const pointOf = ({ key: { x, y } }: WalletRequest) =>
  Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])

/** COSE_Sign1 with detached content. */
function signedBy({ key, certificates }: Reader, content: Uint8Array): Cbor {
  const header = writeCbor(new Map([[1, ES256]]))
  const [own, ...others] = certificates
  const chain: Cbor = others.length > 0 ? [...certificates] : own
  const signed = writeCbor(['Signature1', header, new Uint8Array(0), content])
  return [header, new Map([[X5CHAIN, chain]]), null, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })]
}

const KEM = suite('KEM', 0x0010)
const WHOLE = suite('HPKE', 0x0010, 0x0001, 0x0001)
const NOTHING = new Uint8Array(0)
const TAG_BYTES = 16

interface Sealed {
  /** The private key on P-256, and its public key as a point. */
  key: { secret: Uint8Array; point: Uint8Array }
  /** The sender's ephemeral key for this message. */
  enc: Uint8Array
  cipherText: Uint8Array
  info: Uint8Array
}

/**
 * Decrypts a message sealed with single-shot HPKE in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
 * AES-128-GCM (RFC 9180). Undefined if this key and this info do not open it.
 */
function openSealed({ key, enc, cipherText, info }: Sealed): Uint8Array | undefined {
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
    // The point is not on the curve or the tag does not hold: Node throws a plain Error for both.
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

/** One block of HKDF, which is always enough here. */
const expand = (of: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  hmac(prk, Uint8Array.of(0, length), labeled(of, label), info, Uint8Array.of(1)).subarray(0, length)

/** The handover that an answer by redirect or `direct_post` is bound to (OpenID4VP 1.0, B.2.6.1). */
interface RedirectHandover {
  clientId: string
  nonce: string
  /** SHA-256 thumbprint of the key that the answer is encrypted to; null if it is not encrypted. */
  thumbprint: Uint8Array | null
  responseUri: string
}

/** The handover that an answer through the browser's Digital Credentials API is bound to (OpenID4VP 1.0, B.2.6.2). */
interface BrowserHandover {
  origin: string
  nonce: string
  thumbprint: Uint8Array | null
}

export const redirectTranscript = ({ clientId, nonce, thumbprint, responseUri }: RedirectHandover): Uint8Array =>
  transcript('OpenID4VPHandover', [clientId, nonce, thumbprint, responseUri])

export const browserTranscript = ({ origin, nonce, thumbprint }: BrowserHandover): Uint8Array =>
  transcript('OpenID4VPDCAPIHandover', [origin, nonce, thumbprint])

/** The session transcript that an mdoc requested without OpenID4VP is bound to (ISO/IEC 18013-7, C.5). */
export const isoTranscript = ({ encryptionInfo, origin }: { encryptionInfo: string; origin: string }): Uint8Array =>
  transcript('dcapi', [encryptionInfo, origin])

function transcript(name: string, info: Cbor[]): Uint8Array {
  const hash = createHash('sha256').update(writeCbor(info)).digest()
  return writeCbor([null, null, [name, hash]])
}
