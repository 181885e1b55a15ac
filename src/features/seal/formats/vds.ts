import { hexOf } from '../../../formats/asn1/values.ts'
import { ByteReader, numericDate, type ParsedSeal, UnreadableSeal } from './parsed-seal.ts'
import { documentKindOf, readFeatures, type Tlv } from './read-features.ts'
import { decodeC40 } from './text-codes.ts'

interface VdsHeader {
  /** The byte as it is written: the version minus one. */
  rawVersion: number
  country: string
  signer: string
  reference: string
  issuedOn?: string
  signedOn?: string
  /** Feature definition and category, in hex. */
  document: string
  length: number
}

export const VDS_MAGIC = 0xdc
const SIGNATURE = 0xff

/** Visible digital seal (ICAO 9303-13), header versions 2 to 4. */
export function readVds(bytes: Uint8Array): ParsedSeal {
  const header = readVdsHeader(bytes)
  const { found, signed, signature } = featuresOf(bytes, header.length)
  if (found.length === 0) throw new UnreadableSeal('it holds no feature')
  const { country, signer, reference, issuedOn, signedOn, document } = header
  const kind = documentKindOf(document, found)
  const day = signedOn ?? issuedOn
  if (!day) throw new UnreadableSeal('it has no date')
  return {
    kind: 'VDS',
    country,
    documentType: kind?.name ?? `0x${document}`,
    signedOn: day,
    ...readFeatures(found, kind?.features ?? {}, day, kind?.hasProfile ? 'text' : 'hex'),
    signer: { identifier: signer, reference },
    signed,
    ...(signature && { signature: { bytes: signature, scheme: 'ecdsa' } }),
  }
}

export function readVdsHeader(bytes: Uint8Array): VdsHeader {
  const reader = new ByteReader(bytes)
  if (reader.byte() !== VDS_MAGIC) throw new UnreadableSeal('it begins with a wrong byte')
  const rawVersion = reader.byte()
  if (rawVersion < 1 || rawVersion > 3) throw new UnreadableSeal('a header of an unknown version')
  const country = decodeC40(reader.take(2)).trimEnd()
  const { signer, reference } = rawVersion === 3 ? variableReference(reader) : fixedReference(reader)
  const issuedOn = numericDate(reader.take(3))
  const signedOn = numericDate(reader.take(3))
  const document = hexOf(reader.take(2))
  if (!/^[A-Z]{1,3}$/.test(country) || !/^[A-Z]{2}[A-Z0-9]{2}$/.test(signer))
    throw new UnreadableSeal('a header without country or signer')
  return {
    rawVersion,
    country,
    signer,
    reference,
    ...(issuedOn && { issuedOn }),
    ...(signedOn && { signedOn }),
    document,
    length: reader.at,
  }
}

/** Versions 2 and 3: nine characters, of which four name the signer. */
function fixedReference(reader: ByteReader) {
  const text = decodeC40(reader.take(6))
  return { signer: text.slice(0, 4), reference: text.slice(4) }
}

/**
 * German administrative documents write the length of the reference in decimal (BSI TR-03171), and some in hexadecimal
 * as ICAO 9303-13 has it.
 */
const COUNTS_IN_TENS = 'DEZV'

/** Version 4: the signer, the length of the reference in two hexadecimal digits, the reference. */
function variableReference(reader: ByteReader) {
  const text = decodeC40(reader.take(4))
  const [signer, digits] = [text.slice(0, 4), text.slice(4)]
  const start = reader.at
  const bases = signer === COUNTS_IN_TENS ? [10, 16] : [16]
  const lengths = bases.filter((base) => DIGITS[base]?.test(digits)).map((base) => Number.parseInt(digits, base))
  for (const length of lengths.filter((each) => each > 0)) {
    reader.at = start
    const reference = attempt(() => decodeC40(reader.take(Math.ceil(length / 3) * 2)).trimEnd())
    if (reference?.length === length) return { signer, reference }
  }
  throw new UnreadableSeal('a certificate reference without a length, or of another length')
}

const DIGITS: Record<number, RegExp> = { 10: /^[0-9]{2}$/, 16: /^[0-9A-F]{2}$/ }

interface Features {
  found: Tlv[]
  signed: Uint8Array
  signature?: Uint8Array
}

/**
 * ICAO writes a length in one byte, German documents write it in DER. If both readings are possible and differ, the
 * seal is refused.
 */
function featuresOf(bytes: Uint8Array, from: number): Features {
  const readings = [false, true].map((isDer) => attempt(() => readTlvs(bytes, from, isDer)))
  const [plain, der] = readings
  if (plain && der && !sameFeatures(plain, der)) throw new UnreadableSeal('its lengths can be read in two ways')
  const found = plain ?? der
  if (!found) throw new UnreadableSeal('its features do not end at its end')
  return found
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableSeal) return undefined
    throw error
  }
}

const sameFeatures = (one: Features, other: Features) =>
  one.found.length === other.found.length &&
  one.found.every(({ value }, index) => value.length === other.found[index]?.value.length)

function readTlvs(bytes: Uint8Array, from: number, isDer: boolean): Features {
  const reader = new ByteReader(bytes)
  reader.take(from)
  const found: Tlv[] = []
  while (!reader.isAtEnd) {
    const start = reader.at
    const tag = reader.byte()
    const value = reader.take(isDer ? reader.derLength() : reader.byte())
    if (tag === SIGNATURE) {
      if (!reader.isAtEnd || value.length === 0 || value.length % 2 !== 0)
        throw new UnreadableSeal('an invalid signature')
      return { found, signed: bytes.subarray(0, start), signature: value }
    }
    if (found.some((other) => other.tag === tag)) throw new UnreadableSeal('a feature twice')
    found.push({ tag, value })
  }
  return { found, signed: bytes }
}
