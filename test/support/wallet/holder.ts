import { createHash, createHmac, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto'
import { asWritten, type Cbor, embedded, writeCbor } from '../../../src/formats/cbor/cbor.ts'
import { coseSign, ES256, type HolderKey, type IssuedMdoc, type IssuedSdJwt, signJwt } from './issuer.ts'

export interface Asked {
  nonce: string
  audience: string
  /** Seconds since 1970. */
  at?: number
}

/** Presents an SD-JWT VC with some of its disclosures, signed by the holder for one request. */
export function presentSdJwt(
  { token, disclosures }: IssuedSdJwt,
  key: HolderKey,
  names: readonly string[],
  { nonce, audience, at = Math.floor(Date.now() / 1000) }: Asked,
): string {
  const shown = `${[token, ...names.map((name) => disclosures[name] ?? '')].join('~')}~`
  const payload = { nonce, aud: audience, iat: at, sd_hash: createHash('sha256').update(shown).digest('base64url') }
  return shown + signJwt({ alg: 'ES256', typ: 'kb+jwt' }, payload, key.privateKey)
}

/** Presents an mdoc with some of its elements; the device signs, or makes a MAC with the reader's key. */
export function presentMdoc(
  { type, space, items, issuerAuth }: IssuedMdoc,
  key: HolderKey,
  names: readonly string[],
  transcript: Uint8Array,
  reader?: KeyObject,
): Uint8Array {
  const nameSpaces = embedded(writeCbor(new Map()))
  const content = writeCbor(embedded(writeCbor(['DeviceAuthentication', asWritten(transcript), type, nameSpaces])))
  const proof: [string, Cbor] = reader
    ? ['deviceMac', mac(key.privateKey, reader, transcript, content)]
    : ['deviceSignature', coseSign(key.privateKey, ES256, content, new Map(), true)]
  const elements = names.map((name) => asWritten(items[name] ?? new Uint8Array(0)))
  return writeCbor(
    new Map<string, Cbor>([
      ['version', '1.0'],
      [
        'documents',
        [
          new Map<string, Cbor>([
            ['docType', type],
            [
              'issuerSigned',
              new Map<string, Cbor>([
                ['nameSpaces', new Map<string, Cbor>([[space, elements]])],
                ['issuerAuth', issuerAuth],
              ]),
            ],
            [
              'deviceSigned',
              new Map<string, Cbor>([
                ['nameSpaces', nameSpaces],
                ['deviceAuth', new Map<string, Cbor>([proof])],
              ]),
            ],
          ]),
        ],
      ],
      ['status', 0],
    ]),
  )
}

function mac(device: KeyObject, reader: KeyObject, transcript: Uint8Array, content: Uint8Array): Cbor {
  const salt = createHash('sha256')
    .update(writeCbor(embedded(transcript)))
    .digest()
  const key = Buffer.from(
    hkdfSync('sha256', diffieHellman({ privateKey: device, publicKey: reader }), salt, 'EMacKey', 32),
  )
  const protectedBytes = writeCbor(new Map([[1, 5]]))
  const tag = createHmac('sha256', key)
    .update(writeCbor(['MAC0', protectedBytes, new Uint8Array(0), content]))
    .digest()
  return [protectedBytes, new Map(), null, tag]
}
