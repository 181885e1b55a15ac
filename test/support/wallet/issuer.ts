import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { certify, makeAuthority, type Party } from '../../../packages/specimen/src/chip/certify.ts'
import { type Cbor, embedded, tagged, writeCbor } from '../../../src/formats/cbor/cbor.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const
export const MDL_SIGNING = ['1.0.18013.5.1.2']

/** An issuer of credentials with the authority above it. Utopia is not a country. */
export interface Issuer {
  authority: Party
  signer: Party
}

export function makeIssuer(country = 'UT'): Issuer {
  const authority = makeAuthority('Utopia IACA', { way, country })
  return { authority, signer: certify('Utopia issuer', { way, country, by: authority, purposes: MDL_SIGNING }) }
}

export interface HolderKey {
  privateKey: KeyObject
  jwk: { kty: string; crv: string; x: string; y: string }
}

export function makeHolderKey(): HolderKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as HolderKey['jwk'] }
}

const base64url = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')
export const es256 = (key: KeyObject, message: string | Uint8Array) =>
  sign('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' })

export function signJwt(header: object, payload: object, key: KeyObject): string {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}`
  return `${signed}.${base64url(es256(key, signed))}`
}

export interface Terms {
  issuedAt?: number
  notBefore?: number
  expires?: number
  status?: { uri: string; idx: number }
  /** Names the signer's key in place of its certificate. */
  kid?: string
}

/** An SD-JWT VC: the token, and a disclosure for each claim. */
export interface IssuedSdJwt {
  token: string
  disclosures: Record<string, string>
}

export const PID = 'urn:eudi:pid:1'

export function issueSdJwt(
  { authority, signer }: Issuer,
  holder: Pick<HolderKey, 'jwk'>,
  claims: Record<string, unknown>,
  terms: Terms = {},
): IssuedSdJwt {
  const disclosures = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      base64url(JSON.stringify([randomBytes(16).toString('base64url'), name, value])),
    ]),
  )
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    iss: 'https://issuer.utopia.example',
    vct: PID,
    iat: terms.issuedAt ?? now - 60,
    ...(terms.notBefore !== undefined && { nbf: terms.notBefore }),
    exp: terms.expires ?? now + 86_400,
    cnf: { jwk: holder.jwk },
    ...(terms.status && { status: { status_list: terms.status } }),
    _sd_alg: 'sha-256',
    _sd: Object.values(disclosures)
      .map((text) => createHash('sha256').update(text).digest('base64url'))
      .sort(),
  }
  const x5c = [signer.certificate, authority.certificate].map((bytes) => Buffer.from(bytes).toString('base64'))
  const by = terms.kid === undefined ? { x5c } : { kid: terms.kid }
  return { token: signJwt({ alg: 'ES256', typ: 'dc+sd-jwt', ...by }, payload, signer.key.privateKey), disclosures }
}

/** An mdoc as its issuer hands it over: the elements, and the signature over their digests. */
export interface IssuedMdoc {
  type: string
  space: string
  items: Record<string, Uint8Array>
  issuerAuth: Cbor
}

export function coseSign(
  key: KeyObject,
  header: Map<number, Cbor>,
  payload: Uint8Array,
  extra: Map<number, Cbor>,
  detached = false,
): Cbor {
  const protectedBytes = writeCbor(header)
  const signature = es256(key, writeCbor(['Signature1', protectedBytes, new Uint8Array(0), payload]))
  return [protectedBytes, extra, detached ? null : payload, signature]
}

export const ES256 = new Map([[1, -7]])
export const isoTime = (moment: number) => tagged(0, `${new Date(moment).toISOString().slice(0, 19)}Z`)

export function issueMdoc(
  { signer }: Issuer,
  holder: Pick<HolderKey, 'jwk'>,
  kind: { type: string; space: string },
  claims: Record<string, Cbor>,
  terms: Terms = {},
): IssuedMdoc {
  const items = Object.fromEntries(
    Object.entries(claims).map(([name, value], index) => [
      name,
      writeCbor(
        embedded(
          writeCbor(
            new Map<string, Cbor>([
              ['digestID', index],
              ['random', randomBytes(16)],
              ['elementIdentifier', name],
              ['elementValue', value],
            ]),
          ),
        ),
      ),
    ]),
  )
  const digests = new Map<number, Cbor>(
    Object.values(items).map((bytes, index) => [index, createHash('sha256').update(bytes).digest()]),
  )
  const now = Date.now()
  const { x, y } = holder.jwk
  const deviceKey = new Map<number, Cbor>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const security = new Map<string, Cbor>([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', new Map<string, Cbor>([[kind.space, digests]])],
    ['deviceKeyInfo', new Map<string, Cbor>([['deviceKey', deviceKey]])],
    ['docType', kind.type],
    [
      'validityInfo',
      new Map<string, Cbor>([
        ['signed', isoTime((terms.issuedAt ?? now / 1000 - 60) * 1000)],
        ['validFrom', isoTime((terms.notBefore ?? now / 1000 - 60) * 1000)],
        ['validUntil', isoTime((terms.expires ?? now / 1000 + 86_400) * 1000)],
      ]),
    ],
    ...(terms.status
      ? ([
          ['status', new Map<string, Cbor>([['status_list', new Map<string, Cbor>(Object.entries(terms.status))]])],
        ] as [string, Cbor][])
      : []),
  ])
  const payload = writeCbor(embedded(writeCbor(security)))
  const chain = new Map<number, Cbor>([[33, Uint8Array.from(signer.certificate)]])
  return { ...kind, items, issuerAuth: coseSign(signer.key.privateKey, ES256, payload, chain) }
}

/** A status list of one bit a credential, signed as a JWT or a CWT. */
export function signStatusList(
  { authority, signer }: Issuer,
  uri: string,
  revoked: readonly number[],
  form: 'jwt' | 'cwt' = 'jwt',
  expires = Math.floor(Date.now() / 1000) + 3_600,
): Uint8Array {
  const bytes = new Uint8Array(128)
  for (const index of revoked) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
  const list = deflateSync(bytes)
  if (form === 'cwt') {
    const claims = new Map<number, Cbor>([
      [2, uri],
      [4, expires],
      [
        65533,
        new Map<string, Cbor>([
          ['bits', 1],
          ['lst', Uint8Array.from(list)],
        ]),
      ],
    ])
    const header = new Map<number, Cbor>([
      [1, -7],
      [16, 'application/statuslist+cwt'],
    ])
    const chain = new Map<number, Cbor>([[33, Uint8Array.from(signer.certificate)]])
    return writeCbor(tagged(18, coseSign(signer.key.privateKey, header, writeCbor(claims), chain)))
  }
  const x5c = [signer.certificate, authority.certificate].map((each) => Buffer.from(each).toString('base64'))
  const payload = { sub: uri, exp: expires, status_list: { bits: 1, lst: list.toString('base64url') } }
  return Buffer.from(signJwt({ alg: 'ES256', typ: 'statuslist+jwt', x5c }, payload, signer.key.privateKey))
}
