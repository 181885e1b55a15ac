import { createDecipheriv } from 'node:crypto'
import { hexOf } from '../../../formats/asn1/values.ts'
import {
  asArray,
  asBytes,
  asMap,
  type Cbor,
  type CborMap,
  MalformedCbor,
  readCbor,
  Tagged,
  writeCbor,
} from '../../../formats/cbor/cbor.ts'
import { algorithmOf, certificatesInMessage, readCose } from '../../../formats/cbor/cose.ts'
import { coseAlgorithm, Unusable } from '../../../formats/jws/jws.ts'
import { isoDate } from '../../../formats/text/dates.ts'
import type { SealFields, SealValue } from '../seal-reading.ts'
import {
  type Biometric,
  EncryptedSeal,
  inflate,
  type ParsedSeal,
  type SealSignature,
  UnreadableSeal,
} from './parsed-seal.ts'
import { decodeBase45 } from './text-codes.ts'

const COSE_ENCRYPT0 = 16
const CWT = 61
const CLAIM = 169

/**
 * QR code of national identity systems (MOSIP): a CWT with the claim 169, in Base45 over zlib or Brotli. `keys` decrypt
 * encrypted ones.
 */
export function readClaim169(text: string, keys: readonly Uint8Array[] = []): ParsedSeal {
  const coded = decodeBase45(text)
  // Whatever does not begin like zlib is Brotli, which has no mark of its own (169 QR code specification, 1.2.2).
  const packed = inflate(coded, beginsZlib(coded) ? 'zlib' : 'brotli')
  try {
    return readMessage(packed, keys)
  } catch (error) {
    if (error instanceof MalformedCbor || error instanceof Unusable) throw new UnreadableSeal(error.message)
    throw error
  }
}

/** Whether bytes begin with the header of a zlib stream (RFC 1950, 2.2). */
export const beginsZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0

function readMessage(bytes: Uint8Array, keys: readonly Uint8Array[]): ParsedSeal {
  const outer = readCbor(bytes)
  const value = outer instanceof Tagged && outer.tag === CWT ? outer.value : outer
  if (value instanceof Tagged && value.tag === COSE_ENCRYPT0) return readMessage(decrypt(value.value, keys), keys)
  if (value instanceof Map) return { ...readToken(value), signed: bytes }
  const message = readCose(value, 'the seal')
  const { payload, protectedBytes, protectedHeader, unprotectedHeader, proof } = message
  if (!payload) throw new UnreadableSeal('it has no contents')
  const [certificate] = certificatesInMessage(message)
  const keyId = protectedHeader.get(4) ?? unprotectedHeader.get(4)
  const seal = readToken(asMap(readCbor(payload), 'the token'))
  return {
    ...seal,
    signer: {
      ...seal.signer,
      ...(certificate && { certificate }),
      ...(keyId instanceof Uint8Array && { keyId }),
    },
    signed: writeCbor(['Signature1', protectedBytes, new Uint8Array(0), payload]),
    signature: { bytes: proof, ...schemeOf(algorithmOf(message)) },
  }
}

function schemeOf(number: Cbor): Pick<SealSignature, 'scheme' | 'hash'> {
  const algorithm = coseAlgorithm(number)
  if (!algorithm) throw new UnreadableSeal('it is signed by an unknown algorithm')
  const { hash, padding } = algorithm
  if (padding === 'pss') throw new UnreadableSeal('it is signed by an unknown algorithm')
  if (padding && hash) return { scheme: 'rsa', hash }
  return hash ? { scheme: 'ecdsa', hash } : { scheme: 'eddsa' }
}

/** Decrypts COSE_Encrypt0 with AES-GCM (RFC 9052, 5.3). */
function decrypt(value: Cbor, keys: readonly Uint8Array[]): Uint8Array {
  const [protectedBytes, unprotected, ciphertext, ...rest] = asArray(value, 'the seal')
  const header = asMap(readCbor(asBytes(protectedBytes ?? null, 'its header')), 'its header')
  const open = asMap(unprotected ?? null, 'its header')
  const iv = asBytes(header.get(5) ?? open.get(5), 'its nonce')
  const size = { 1: 16, 2: 24, 3: 32 }[Number(header.get(1))]
  const bytes = asBytes(ciphertext ?? null, 'its contents')
  if (!size || iv.length !== 12 || bytes.length < 16 || rest.length > 0)
    throw new UnreadableSeal('it is encrypted in an unknown way')
  const associated = writeCbor(['Encrypt0', asBytes(protectedBytes ?? null, 'its header'), new Uint8Array(0)])
  for (const key of keys.filter(({ length }) => length === size)) {
    const decipher = createDecipheriv(`aes-${(size * 8) as 128 | 192 | 256}-gcm`, key, iv)
    decipher.setAAD(associated).setAuthTag(bytes.subarray(-16))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
    } catch {
      // Encrypted with another key: the next one is tried.
    }
  }
  throw new EncryptedSeal('it is encrypted')
}

function readToken(token: CborMap): Omit<ParsedSeal, 'signed'> {
  const claim = asMap(token.get(CLAIM), 'its claim 169')
  const issuer = textAt(token, 1)
  const [validUntil, validFrom, signedOn] = [4, 5, 6].map((key) => momentAt(token, key))
  const biometrics = biometricsIn(claim)
  const face = pictureIn(claim, biometrics)
  const subject = textAt(token, 2)
  return {
    kind: 'CLAIM_169',
    ...(textAt(claim, 23) && { country: textAt(claim, 23) }),
    ...(signedOn && { signedOn }),
    ...(validFrom && { validFrom }),
    ...(validUntil && { validUntil }),
    fields: fieldsOf(claim),
    values: [...valuesOf(claim), ...(subject ? [{ name: 'subject', value: subject }] : []), ...shownOf(biometrics)],
    ...(face && { portrait: face }),
    ...(biometrics.length > 0 && { biometrics }),
    signer: issuer ? { issuer } : {},
  } as Omit<ParsedSeal, 'signed'>
}

const textAt = (map: CborMap, key: number): string | undefined => {
  const value = map.get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** NumericDate of RFC 8392, as ISO 8601. */
function momentAt(map: CborMap, key: number): string | undefined {
  const value = map.get(key)
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value >= 0 && value < 253_402_300_800)) throw new UnreadableSeal('an invalid time')
  return new Date(Math.floor(value) * 1000).toISOString()
}

const NAMES: Record<number, string> = {
  1: 'id',
  2: 'version',
  3: 'language',
  4: 'fullName',
  5: 'firstName',
  6: 'middleName',
  7: 'lastName',
  8: 'dateOfBirth',
  9: 'gender',
  10: 'address',
  11: 'email',
  12: 'phone',
  13: 'nationality',
  14: 'maritalStatus',
  15: 'guardian',
  16: 'photo',
  17: 'photoFormat',
  18: 'bestQualityFingers',
  19: 'secondaryFullName',
  20: 'secondaryLanguage',
  21: 'locationCode',
  22: 'legalStatus',
  23: 'countryOfIssuance',
}
const PHOTO = 16
const SEXES: Record<number, string> = { 1: 'M', 2: 'F', 3: 'X' }

function fieldsOf(claim: CborMap): SealFields {
  const [id, fullName, first, middle, last, birth, nationality] = [1, 4, 5, 6, 7, 8, 13].map((key) =>
    textAt(claim, key),
  )
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(birth ?? '') ?? []
  const dateOfBirth = isoDate(Number(year), Number(month), Number(day))
  const gender = claim.get(9)
  const sex = typeof gender === 'number' ? SEXES[gender] : undefined
  const givenNames = [first, middle].filter((name) => name !== undefined).join(' ')
  return {
    ...(id && { personalNumber: id }),
    ...(fullName && { fullName }),
    ...(last && { surname: last }),
    ...(givenNames && { givenNames }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(sex && { sex }),
    ...(nationality && { nationality }),
  }
}

function valuesOf(claim: CborMap): SealValue[] {
  return [...claim].flatMap(([key, value]) =>
    key === PHOTO && value instanceof Uint8Array
      ? []
      : BIOMETRICS[Number(key)]
        ? []
        : flat(NAMES[Number(key)] ?? String(key), value),
  )
}

/** Every value in it, with the path to it. */
function flat(name: string, value: Cbor): SealValue[] {
  if (value instanceof Tagged) return flat(name, value.value)
  if (value instanceof Map) return [...value].flatMap(([key, each]) => flat(`${name}.${String(key)}`, each))
  if (Array.isArray(value)) return value.flatMap((each, index) => flat(`${name}.${index}`, each))
  if (value instanceof Uint8Array) return [{ name, value: hexOf(value) }]
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? [{ name, value: String(value) }] : []
}

/** Kinds of biometrics by their keys: pictures, templates or sounds of one part of the body. */
const BIOMETRICS: Record<number, string> = {
  50: 'rightThumb',
  51: 'rightPointerFinger',
  52: 'rightMiddleFinger',
  53: 'rightRingFinger',
  54: 'rightLittleFinger',
  55: 'leftThumb',
  56: 'leftPointerFinger',
  57: 'leftMiddleFinger',
  58: 'leftRingFinger',
  59: 'leftLittleFinger',
  60: 'rightIris',
  61: 'leftIris',
  62: 'face',
  63: 'rightPalm',
  64: 'leftPalm',
  65: 'voice',
}

/** Each kind is one entry, or a list of them. */
function biometricsIn(claim: CborMap): Biometric[] {
  return [...claim].flatMap(([key, value]) => {
    const kind = BIOMETRICS[Number(key)]
    if (!kind) return []
    return [value].flat().flatMap((entry, index) => {
      if (!(entry instanceof Map)) return []
      const [data, format, subFormat, issuer] = [0, 1, 2, 3].map((member) => entry.get(member))
      return [
        {
          name: `${kind}.${index}`,
          ...(data instanceof Uint8Array && { data }),
          ...(typeof format === 'number' && { format }),
          ...(typeof subFormat === 'number' && { subFormat }),
          ...(typeof issuer === 'string' && { issuer }),
        },
      ]
    })
  })
}

/** What biometrics there are. The data itself is only read of the face. */
const shownOf = (biometrics: readonly Biometric[]): SealValue[] =>
  biometrics.flatMap(({ name, format, subFormat, issuer }) =>
    Object.entries({ format, subFormat, issuer })
      .filter(([, value]) => value !== undefined)
      .map(([member, value]) => ({ name: `${name}.${member}`, value: String(value) })),
  )

const IMAGE = 0

/** The face in the biometrics, or the photograph: a picture, not a template. Without a format it is a picture. */
function pictureIn(claim: CborMap, biometrics: readonly Biometric[]): Uint8Array | undefined {
  const face = biometrics.find(({ name, data, format = IMAGE }) => name.startsWith('face.') && data && format === IMAGE)
  const photo = claim.get(PHOTO)
  return face?.data ?? (photo instanceof Uint8Array ? photo : undefined)
}
