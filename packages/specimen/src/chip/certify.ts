import { createHash } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../../src/formats/asn1/der.ts'
import { readElement } from '../../../../src/formats/asn1/element.ts'
import { bits, sequence, TAGS } from '../../../../src/formats/asn1/values.ts'
import { makeKey, type SigningWay, type TestKey } from './sign.ts'

/** A party with a key and a certificate: a test authority, or a signer certified by one. */
export interface Party {
  key: TestKey
  name: Uint8Array
  serial: Uint8Array
  certificate: Uint8Array
}

interface CertifyOptions {
  way: SigningWay
  country?: string
  organisation?: string
  /** The ASN.1 string type of names. */
  strings?: 'utf8' | 'printable'
  /** The identifier of an organisation (ETSI EN 319 412-1). */
  identifier?: string
  from?: string
  until?: string
  serial?: number
  /** A negative serial number, as some authorities write it. */
  negativeSerial?: true
  /** Times under the tag of the other type: a four-digit year in UTCTime, or a two-digit year in GeneralizedTime. */
  times?: 'long under UTCTime' | 'short under GeneralizedTime'
  /** Names its authority by the name and serial number of its certificate instead of its key. */
  byAuthoritySerial?: true
  /** Leaves out the key identifiers. */
  withoutKeyIdentifiers?: true
  /** The party whose key the certificate falsely claims to be signed with. */
  authorityKeyOf?: Party
  purposes?: string[]
  keyUse?: { from: string; until: string }
  /** For an authority: how many others may be below it. */
  pathLength?: number
  /** The bits of the key usage, if they differ from those that such a certificate usually has. */
  keyUsage?: number
  /** The identifier of a critical extension. */
  critical?: string
  /** An existing key: a link certificate is a second certificate for it. */
  key?: TestKey
}

/** An authority that signed its own certificate. Specimens come from Utopia, which is not a country. */
export function makeAuthority(commonName: string, options: CertifyOptions): Party {
  return certify(commonName, { ...options, authority: true })
}

/** A certificate issued by an authority: for a signer, or with `authority` for another authority. */
export function certify(commonName: string, options: CertifyOptions & { by?: Party; authority?: boolean }): Party {
  const key = options.key ?? makeKey(options.way)
  const name = writeName(options, commonName)
  const serial = Uint8Array.of(
    options.negativeSerial ? 0x91 : 1,
    (options.serial ?? 1) >> 8,
    (options.serial ?? 1) & 0xff,
  )
  const issuer = options.by ?? { key, name, serial }
  const tbs = derSequence(
    der(0xa0, derInteger(Uint8Array.of(2))),
    options.negativeSerial ? der(TAGS.integer, serial) : derInteger(serial),
    issuer.key.algorithm,
    issuer.name,
    derSequence(
      ...[options.from ?? '2020-01-01', options.until ?? '2035-01-01'].map((date) => writeTime(date, options.times)),
    ),
    name,
    key.publicKey,
    der(0xa3, derSequence(...extensions(options, key, options.authorityKeyOf ?? issuer))),
  )
  const certificate = derSequence(tbs, issuer.key.algorithm, bitString(issuer.key.sign(tbs)))
  return { key, name, serial, certificate }
}

/** A revocation list issued by an authority. */
export function revoke(authority: Party, serials: readonly Uint8Array[], issued = '2024-01-01'): Uint8Array {
  const entries = serials.map((serial) => derSequence(derInteger(serial), writeTime(issued)))
  const tbs = derSequence(
    derInteger(Uint8Array.of(1)),
    authority.key.algorithm,
    authority.name,
    writeTime(issued),
    writeTime('2030-01-01'),
    ...(entries.length > 0 ? [derSequence(...entries)] : []),
  )
  return derSequence(tbs, authority.key.algorithm, bitString(authority.key.sign(tbs)))
}

/** SHA-1 of the key's bits (RFC 5280, 4.2.1.2). */
export const keyIdentifier = ({ publicKey }: TestKey) =>
  createHash('sha1')
    .update(bits(sequence(readElement(publicKey))[1]))
    .digest()

const bitString = (bytes: Uint8Array) => der(TAGS.bits, Uint8Array.of(0), bytes)

/** UTCTime up to 2049, as RFC 5280 requires. */
export const writeTime = (date: string, times?: CertifyOptions['times']) => {
  const digits = new Date(date).toISOString().replace(/[-:T]|\.\d+/g, '')
  if (times === 'long under UTCTime') return der(0x17, Buffer.from(digits))
  if (times === 'short under GeneralizedTime') return der(0x18, Buffer.from(digits.slice(2)))
  return date < '2050' ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

function extensions(
  options: CertifyOptions & { authority?: boolean },
  key: TestKey,
  issuer: Pick<Party, 'key' | 'serial'>,
): Uint8Array[] {
  const extension = (oid: string, value: Uint8Array) => derSequence(derObjectIdentifier(oid), der(TAGS.octets, value))
  const { withoutKeyIdentifiers, byAuthoritySerial, purposes, authority, keyUse, pathLength, critical } = options
  const { keyUsage = authority ? 0x06 : 0x80 } = options
  const unused = Math.log2(keyUsage & -keyUsage)
  const found = [extension('2.5.29.15', der(TAGS.bits, Uint8Array.of(unused, keyUsage)))]
  if (byAuthoritySerial && issuer.serial) found.push(extension('2.5.29.35', derSequence(der(0x82, issuer.serial))))
  else if (!withoutKeyIdentifiers)
    found.push(
      extension('2.5.29.14', der(TAGS.octets, keyIdentifier(key))),
      extension('2.5.29.35', derSequence(der(0x80, keyIdentifier(issuer.key)))),
    )
  const isTrue = der(TAGS.boolean, Uint8Array.of(0xff))
  const length = pathLength === undefined ? [] : [derInteger(Uint8Array.of(pathLength))]
  if (authority) found.push(extension('2.5.29.19', derSequence(isTrue, ...length)))
  if (critical) found.push(derSequence(derObjectIdentifier(critical), isTrue, der(TAGS.octets, derSequence())))
  if (purposes) found.push(extension('2.5.29.37', derSequence(...purposes.map(derObjectIdentifier))))
  if (keyUse) {
    const time = (date: string) => Buffer.from(new Date(date).toISOString().replace(/[-:T]|\.\d+/g, ''))
    found.push(extension('2.5.29.16', derSequence(der(0x80, time(keyUse.from)), der(0x81, time(keyUse.until)))))
  }
  return found
}

function writeName(
  { country = 'UT', organisation = 'Utopia', strings = 'utf8', identifier }: CertifyOptions,
  commonName: string,
) {
  const text = strings === 'utf8' ? 0x0c : 0x13
  const attribute = (oid: string, tag: number, value: string) =>
    der(TAGS.set, derSequence(derObjectIdentifier(oid), der(tag, Buffer.from(value))))
  return derSequence(
    attribute('2.5.4.6', 0x13, country),
    attribute('2.5.4.10', text, organisation),
    ...(identifier ? [attribute('2.5.4.97', text, identifier)] : []),
    attribute('2.5.4.3', text, commonName),
  )
}
