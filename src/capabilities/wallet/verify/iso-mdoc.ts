import { type KeyObject, sign } from 'node:crypto'
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
} from '../../../cbor/cbor.ts'
import type { WalletRequest } from '../../../domain/proofs/wallet-request.ts'
import { walletQuery } from '../domain/dcql.ts'
import { openSealed } from './hpke.ts'
import { isoTranscript } from './session-transcript.ts'

/** Who asks: the key on P-256 and its certificates in DER, its own first. */
interface Reader {
  key: KeyObject
  certificates: readonly Uint8Array[]
  origin: string
}

const ES256 = -7
const X5CHAIN = 33

/** What mdocs are asked through the browser (ISO/IEC 18013-7, annex C): one request for each type, of which a wallet answers one. */
export function isoRequests(request: WalletRequest, reader: Reader) {
  const encryptionInfo = encryptionInfoOf(request)
  const transcript = isoTranscript({ encryptionInfo, origin: reader.origin })
  return walletQuery(request.withPortrait)
    .credentials.filter(({ format }) => format === 'mso_mdoc')
    .map(({ meta, claims }) => {
      const nameSpaces = new Map<string, Map<string, Cbor>>()
      for (const { path: [space = '', name = ''] = [] } of claims) {
        const elements = nameSpaces.get(space) ?? new Map<string, Cbor>()
        nameSpaces.set(space, elements.set(name, true))
      }
      const asked = new Map<string, Cbor>([
        ['docType', meta.doctype_value],
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

/** The device response in an answer; undefined where it cannot be opened with the key of this request and for this origin. */
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

/** COSE_Sign1 over a content that is not sent with it. */
function signedBy({ key, certificates }: Reader, content: Uint8Array): Cbor {
  const header = writeCbor(new Map([[1, ES256]]))
  const [own, ...others] = certificates
  const chain: Cbor = others.length > 0 ? [...certificates] : own
  const signed = writeCbor(['Signature1', header, new Uint8Array(0), content])
  return [header, new Map([[X5CHAIN, chain]]), null, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })]
}
