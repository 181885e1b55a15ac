import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { isObject, type Json, jsonOf, keyOfJwk, Unusable } from '../../../formats/jws/jws.ts'
import { collectTrust, type NamedFile, type Refusal } from '../../../formats/x509/collect-trust.ts'
import type { TrustStore } from '../../../formats/x509/trust-store.ts'
import type { TrustedItem } from '../../../kernel/ports/trusted-items.ts'
import { type OpenTrustFiles, openTrustFiles, storedTrust } from '../../../kernel/trust/open-trust-files.ts'

/** A key that the operator trusts without a certificate. */
export interface TrustedKey {
  key: KeyObject
  /** Its identifier, or that of its owner. */
  name: string
  keyId?: string
}

/** The certificates and keys that seals are verified with. */
export interface SealTrust {
  store: TrustStore
  keys: readonly TrustedKey[]
  /** Keys that decrypt encrypted seals. They are never stored. */
  secrets: readonly Uint8Array[]
}

/** Everything in a trust folder. */
export function collectSealTrust(files: readonly NamedFile[]): { trust: SealTrust; refused: Refusal[] } {
  const { certificates, keys, secrets, refused } = sort(files)
  const collected = collectTrust(certificates)
  return {
    trust: { store: collected.store, keys: keys.map(({ jwk }) => trustedKey(jwk)), secrets },
    refused: [...refused, ...collected.refused],
  }
}

/** Opens files for the store: certificates and lists as for chips, and public keys in JWKS, DID documents and PEM. */
export const openSealTrustFiles: OpenTrustFiles = (files, trusted) => {
  const { certificates, keys, secrets, refused } = sort(files)
  const found = openTrustFiles(
    certificates,
    trusted.filter(({ bytes }) => !isJson(bytes)),
  )
  const secret = { file: files.map(({ name }) => name).join(', '), reason: 'a secret key is not kept' }
  return {
    items: [
      ...found.items.map((item) => ({ ...item, purpose: 'seal' as const })),
      ...keys.map(({ jwk, origin }) => keyItem(jwk, origin)),
    ],
    refused: [...refused, ...secrets.map(() => secret), ...found.refused],
    masterLists: found.masterLists,
  }
}

/** The stored certificates and keys for seals, ready for use. */
export function storedSealTrust(items: readonly TrustedItem[]): SealTrust {
  const [keys = [], certificates = []] = [true, false].map((json) =>
    items.filter(({ bytes }) => isJson(bytes) === json),
  )
  return {
    store: storedTrust(certificates),
    keys: keys.map(({ bytes }) => trustedKey(JSON.parse(Buffer.from(bytes).toString('utf8')) as Json)),
    secrets: [],
  }
}

interface Sorted {
  certificates: NamedFile[]
  keys: { jwk: Json; origin: string }[]
  secrets: Uint8Array[]
  refused: Refusal[]
}

function sort(files: readonly NamedFile[]): Sorted {
  const sorted: Sorted = { certificates: [], keys: [], secrets: [], refused: [] }
  for (const { name, bytes } of files) {
    try {
      if (isXml(bytes)) {
        sorted.certificates.push(...readTrustedList(bytes).map((certificate) => ({ name, bytes: certificate })))
        continue
      }
      const jwks = jwksIn(bytes)
      if (!jwks) sorted.certificates.push({ name, bytes })
      else for (const jwk of jwks) addKey(sorted, jwk, name)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      sorted.refused.push({ file: name, reason: error.message })
    }
  }
  return sorted
}

function addKey({ keys, secrets, refused }: Sorted, jwk: Json, origin: string): void {
  if (jwk.kty === 'oct' && typeof jwk.k === 'string') {
    secrets.push(Buffer.from(jwk.k, 'base64url'))
    return
  }
  try {
    keyOfJwk(jwk)
    keys.push({ jwk, origin })
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    refused.push({ file: origin, reason: error.message })
  }
}

const isJson = (bytes: Uint8Array) => bytes[0] === 0x7b

/** The keys in a JWK, a JWKS, a DID document or PEM without a certificate. Undefined for any other file. */
function jwksIn(bytes: Uint8Array): Json[] | undefined {
  const text = Buffer.from(bytes).toString('utf8').trimStart()
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return [jwkOfPem(text)]
  if (!text.startsWith('{')) return undefined
  const value = jsonOf(bytes)
  if (Array.isArray(value.keys)) return value.keys.filter(isObject)
  if (Array.isArray(value.verificationMethod)) return keysOfDid(value, value.verificationMethod.filter(isObject))
  if (typeof value.kty === 'string') return [value]
  throw new Unusable('it is neither a JWKS nor a DID document')
}

/** The keys that a DID document (W3C) allows for assertions, each under its own identifier. */
function keysOfDid({ assertionMethod }: Json, methods: readonly Json[]): Json[] {
  const asserting = Array.isArray(assertionMethod) ? assertionMethod : undefined
  const mayAssert = ({ id }: Json) =>
    !asserting || asserting.some((each) => each === id || (isObject(each) && each.id === id))
  const usable = methods.filter((method) => isObject(method.publicKeyJwk) && mayAssert(method))
  if (usable.length === 0) throw new Unusable('the DID document has no JWK that is allowed for assertions')
  return usable.map(({ id, publicKeyJwk }) => ({ ...(publicKeyJwk as Json), kid: String(id) }))
}

function jwkOfPem(text: string): Json {
  try {
    return createPublicKey(text).export({ format: 'jwk' }) as Json
  } catch {
    throw new Unusable('a key that cannot be read')
  }
}

function trustedKey(jwk: Json): TrustedKey {
  const keyId = typeof jwk.kid === 'string' ? jwk.kid : undefined
  return { key: keyOfJwk(jwk), name: nameOf(jwk), ...(keyId !== undefined && { keyId }) }
}

const nameOf = ({ kid, kty, crv }: Json) => (typeof kid === 'string' ? kid : `${kty}${crv ? ` ${crv}` : ''} key`)

function keyItem(jwk: Json, origin: string) {
  const bytes = Buffer.from(JSON.stringify(jwk))
  return {
    purpose: 'seal' as const,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    kind: 'signer' as const,
    country: '',
    name: nameOf(jwk),
    serial: '',
    origin,
    bytes,
  }
}

/**
 * The service statuses of a trusted list that are in force: ETSI TS 119 612, 5.5.4, and the terms of its earlier
 * versions.
 */
const IN_FORCE = /\/(granted|recognisedatnationallevel|setbynationallaw|undersupervision|accredited|inaccord)$/i
const MOST_BYTES = 32 * 1024 * 1024
/** Trusted lists nest 20 elements deep. */
const MOST_DEPTH = 64

/** A trusted list (ETSI TS 119 612, XML) begins like this; certificates and keys do not. */
export const isXml = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString('utf8'))

/**
 * The certificates (DER) of the services that are in force now in a trusted list. The signature of the list is not
 * verified.
 */
export function readTrustedList(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > MOST_BYTES) throw new Unusable('the list is larger than any trusted list')
  const found: Uint8Array[] = []
  const path: string[] = []
  let isList = false
  let text = ''
  let service = { status: '', certificates: [] as string[] }
  const parser = new SaxesParser()
  // An error in the XML stops the parser immediately. So do entity declarations, which no list has.
  parser.on('error', (error) => {
    throw new Unusable(`it is not XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new Unusable('a list with a document type declaration')
  })
  // Prefixes are not looked up: the parser would search all open elements for what each stands for.
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name }) => {
    const local = localName(name)
    path.push(local)
    if (path.length > MOST_DEPTH) throw new Unusable(`it nests more than ${MOST_DEPTH} elements`)
    text = ''
    if (local === 'TrustServiceStatusList' && path.length === 1) isList = true
    if (local === 'ServiceInformation') service = { status: '', certificates: [] }
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    path.pop()
    const isInService = path.includes('ServiceInformation')
    if (isInService && local === 'ServiceStatus') service.status = text.trim()
    if (isInService && local === 'X509Certificate') service.certificates.push(text)
    if (local === 'ServiceInformation' && IN_FORCE.test(service.status))
      found.push(...service.certificates.map((each) => Buffer.from(each, 'base64')))
  })
  parser.write(Buffer.from(bytes).toString('utf8')).close()
  if (!isList) throw new Unusable('it is not a trusted list (ETSI TS 119 612)')
  if (found.length === 0) throw new Unusable('the list has no service in force with a certificate')
  return found
}
