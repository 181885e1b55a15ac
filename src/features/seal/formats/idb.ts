import { hexOf } from '../../../formats/asn1/values.ts'
import type { Hash } from '../../../formats/x509/public-key.ts'
import { ByteReader, inflate, type ParsedSeal, UnreadableSeal } from './parsed-seal.ts'
import { type Feature, maskedDate, readFeatures, type Tlv, VISA_FEATURES } from './read-features.ts'
import { decodeBase32, decodeC40 } from './text-codes.ts'

/** Drafts of the standard used NDB1. */
export const IDB_START = /^[RN]DB1/
const GROUP = 0x61
const CERTIFICATE = 0x7e
const SIGNATURE = 0x7f

const HASHES: Record<number, Hash> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' }

/** ICAO Datastructure for Barcode: its identifier, a flag, and Base32. */
export function readIdb(text: string): ParsedSeal {
  const [, flag = '', body = ''] = /^[RN]DB1([A-D])([A-Z2-7]+={0,6})$/.exec(text) ?? []
  if (!flag) throw new UnreadableSeal('it is not an IDB')
  const flags = flag.charCodeAt(0) - 65
  const coded = decodeBase32(body)
  return readPayload((flags & 2) !== 0 ? inflate(coded, 'zlib') : coded, (flags & 1) !== 0)
}

function readPayload(bytes: Uint8Array, isSigned: boolean): ParsedSeal {
  const reader = new ByteReader(bytes)
  const country = decodeC40(reader.take(2)).trimEnd()
  const header = isSigned ? signedHeader(reader) : undefined
  const group = readTlv(reader)
  if (group.tag !== GROUP) throw new UnreadableSeal('it holds no message group')
  const signed = bytes.subarray(0, reader.at)
  const rest = readAll(reader)
  const certificate = rest[0]?.tag === CERTIFICATE ? rest.shift()?.value : undefined
  const signature = rest[0]?.tag === SIGNATURE ? rest.shift()?.value : undefined
  if (rest.length > 0 || (signature !== undefined) !== isSigned)
    throw new UnreadableSeal('its parts do not match its flag')
  const read = readMessages(group.value, country, header?.signedOn ?? '9999-12-31')
  return {
    kind: 'IDB',
    country,
    ...(header?.signedOn && { signedOn: header.signedOn }),
    ...read,
    signer: { ...(header && { reference: header.reference }), ...(certificate && { certificate }) },
    signed,
    ...(header && signature && { signature: { bytes: signature, scheme: 'ecdsa', hash: header.hash } }),
  }
}

function signedHeader(reader: ByteReader) {
  const hash = HASHES[reader.byte()]
  const reference = hexOf(reader.take(5)).toUpperCase()
  // Digits of the date can be masked as unknown; then the seal has no date of signing.
  const signedOn = maskedDate(reader.take(4))
  if (!hash) throw new UnreadableSeal('a header without a known algorithm')
  return { hash, reference, ...(signedOn && { signedOn }) }
}

function readTlv(reader: ByteReader): Tlv {
  const tag = reader.byte()
  return { tag, value: reader.take(reader.derLength()) }
}

function readAll(reader: ByteReader): Tlv[] {
  const all: Tlv[] = []
  while (!reader.isAtEnd) {
    const next = readTlv(reader)
    if (all.some(({ tag }) => tag === next.tag)) throw new UnreadableSeal('a message twice')
    all.push(next)
  }
  return all
}

type Read = Omit<ReturnType<typeof readFeatures>, never> & { documentType?: string }

function readMessages(bytes: Uint8Array, country: string, signedOn: string): Read {
  const messages = readAll(new ByteReader(bytes))
  const known = country === 'D' ? { ...MESSAGES, ...GERMAN_MESSAGES } : MESSAGES
  // The fields of a visa or an emergency travel document are features inside a message.
  const inner = messages.flatMap(({ tag, value }) => {
    const features = NESTED[tag]
    return features ? [readFeatures(readAll(new ByteReader(value)), features, signedOn)] : []
  })
  const outer = readFeatures(
    messages.filter(({ tag }) => !NESTED[tag]),
    known,
    signedOn,
  )
  const all = [...inner, outer]
  const kind = country === 'D' ? GERMAN_DOCUMENTS[messages.find(({ tag }) => tag === 0x86)?.value[0] ?? 0] : undefined
  const nested = messages.map(({ tag }) => NESTED_NAMES[tag]).find((name) => name !== undefined)
  const documentType = kind ?? nested
  return {
    ...Object.assign({}, ...all),
    fields: Object.assign({}, ...all.toReversed().map(({ fields }) => fields)),
    values: all.flatMap(({ values }) => values),
    ...(documentType && { documentType }),
  }
}

const NESTED: Record<number, Record<number, Feature>> = {
  1: VISA_FEATURES,
  2: { 2: { name: 'MRZ', as: { mrz: 'TD2' } } },
}
const NESTED_NAMES: Record<number, string> = { 1: 'VISA', 2: 'EMERGENCY_TRAVEL_DOCUMENT' }

/** Messages 3 to 6 are structures of their own, which are shown as they are written. */
const MESSAGES: Record<number, Feature> = {
  3: { name: 'PROOF_OF_TESTING', as: 'hex' },
  4: { name: 'PROOF_OF_VACCINATION', as: 'hex' },
  5: { name: 'PROOF_OF_RECOVERY', as: 'hex' },
  6: { name: 'DIGITAL_TRAVEL_AUTHORIZATION', as: 'hex' },
  7: { name: 'MRZ_TD1', as: { mrz: 'TD1' } },
  8: { name: 'MRZ_TD3', as: { mrz: 'TD3' } },
  9: { name: 'CAN', as: 'c40' },
  10: { name: 'EF_CARD_ACCESS', as: 'hex' },
}

/** From 0x80 each country defines its own messages. These are from BSI TR-03137. */
const GERMAN_MESSAGES: Record<number, Feature> = {
  128: { name: 'FACE_IMAGE', as: 'picture' },
  129: { name: 'MRZ_TD2', as: { mrz: 'TD2' } },
  130: { name: 'DOCUMENT_REFERENCE', as: 'c40' },
  131: { name: 'AZR', as: 'c40' },
  132: { name: 'EXPIRY_DATE', as: 'maskedDate', field: 'validUntil' },
  133: { name: 'DOCUMENT_NUMBER', as: 'c40', field: 'documentNumber' },
  134: { name: 'NATIONAL_DOCUMENT_IDENTIFIER', as: 'number' },
}

const GERMAN_DOCUMENTS: Record<number, string> = {
  1: 'SUBSTITUTE_IDENTITY_DOCUMENT',
  2: 'SUBSTITUTE_PASSPORT_DOCUMENT',
  3: 'EMERGENCY_TRAVEL_DOCUMENT',
  4: 'TEMPORARY_IDENTITY_CARD',
  5: 'TEMPORARY_OFFICIAL_PASSPORT',
  6: 'TEMPORARY_PASSPORT',
  7: 'TEMPORARY_DIPLOMATIC_PASSPORT',
  8: 'TEMPORARY_TRAVEL_DOCUMENT_REFUGEES',
  9: 'TEMPORARY_TRAVEL_DOCUMENT_STATELESS_PERSONS',
  10: 'TEMPORARY_TRAVEL_DOCUMENT_FOREIGNERS',
  11: 'PERMISSION_TO_RETAIN_PENDING_THE_ASYLUM_DECISION',
  12: 'TEMPORARY_SUSPENSION_OF_DEPORTATION',
  13: 'ARRIVAL_ATTESTATION',
  14: 'PROVISIONAL_RESIDENCE_DOCUMENT',
  15: 'TEMPORARY_IDENTITY_DOCUMENT',
  16: 'CERTIFYING_PERMANENT_RESIDENCE',
  17: 'FRONTIER_WORKER_PERMIT',
  18: 'SUPPLEMENTARY_SHEET_FOR_RESIDENCE_PERMIT_CARD',
}
