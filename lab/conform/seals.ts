import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedSeal, UnreadableSeal } from '../../src/features/seal/formats/parsed-seal.ts'
import { VDS_DOCUMENTS } from '../../src/features/seal/formats/read-features.ts'
import { readVdsHeader } from '../../src/features/seal/formats/vds.ts'
import { collectSealTrust, type SealTrust } from '../../src/features/seal/verify/seal-trust.ts'
import { type VerifiedSeal, verifySeal } from '../../src/features/seal/verify/verify-seal.ts'
import type { NamedFile } from '../../src/formats/x509/collect-trust.ts'
import { failureOf, type SuiteReport } from './suite.ts'

// biome-ignore lint/suspicious/noExplicitAny: six formats, each with values of its own
type Row = any

/**
 * Digital seals from the tests of other projects, with their keys and expected values, and each of them with every byte
 * damaged.
 */
export async function run(folder: string): Promise<SuiteReport> {
  const { rows } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { rows: Row[] }
  const names = existsSync(join(folder, 'certs')) ? readdirSync(join(folder, 'certs')) : []
  const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, 'certs', name)) }))
  const seals = { name: 'seals', n: 0, agree: 0 }
  const damage = { name: 'one byte damaged', n: 0, agree: 0 }
  const misses: SuiteReport['misses'] = []
  for (const row of rows) {
    const { faults, changed } = judged(row, files)
    seals.n += 1
    seals.agree += faults.length === 0 ? 1 : 0
    damage.n += changed.length
    damage.agree += changed.filter((isOther) => !isOther).length
    if (changed.includes(true)) faults.push('its signature holds over something else when a byte is changed')
    if (faults.length > 0) misses.push({ id: row.id, reason: faults.join('; ') })
  }
  return { figures: { n: seals.n, agree: seals.agree, damage }, parts: [seals, damage], misses }
}

/** What is wrong with the row, and for each byte of it: does the signature hold over something else when it is changed? */
function judged(row: Row, files: readonly NamedFile[]): { faults: string[]; changed: boolean[] } {
  try {
    const bytes = row.encoding.startsWith('hex') ? Buffer.from(row.input, 'hex') : Buffer.from(row.input)
    // A row without a certificate asks for a seal whose signer is not known, although another row has its certificate.
    const named = row.certificate === null ? [] : files
    const { trust } = collectSealTrust([...named, { name: 'keys', bytes: jwksOf(row.keys ?? {}) }])
    if (row.format === 'icao-vds-header') return { faults: headerFaults(row, bytes), changed: [] }
    return { faults: faultsOf(row, bytes, trust), changed: changes(bytes, trust) }
  } catch (error) {
    return { faults: [failureOf(error)], changed: [] }
  }
}

function headerFaults({ expected, values }: Row, bytes: Uint8Array): string[] {
  try {
    const found = headerOf(bytes)
    return expected?.parse === 'reject' ? ['read, but should have been refused'] : differences(values, found)
  } catch (error) {
    if (!(error instanceof UnreadableSeal)) throw error
    return expected?.parse === 'ok' ? [`refused: ${error.message}`] : []
  }
}

function jwksOf({ signing_key: signing, encryption_key: encryption }: Row): Buffer {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const point = Buffer.from(signing?.public_key_hex ?? '', 'hex')
  const ec = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
  const key = signing?.algorithm === 'EdDSA' ? { kty: 'OKP', crv: 'Ed25519', x: text(point) } : ec
  const secret = { kty: 'oct', k: text(Buffer.from(encryption?.symmetric_key_hex ?? '', 'hex')) }
  return Buffer.from(JSON.stringify({ keys: [...(signing ? [key] : []), ...(encryption ? [secret] : [])] }))
}

const SIGNATURES: Record<string, string[]> = { valid: ['HOLDS'], invalid: ['WRONG'], absent: ['ABSENT'] }

function faultsOf({ expected, values = {} }: Row, bytes: Uint8Array, trust: SealTrust): string[] {
  const { seal, signature, verdict, reasons } = verifySeal(bytes, trust, Date.now())
  if (expected.parse === 'reject') return seal ? ['read, but should have been refused'] : []
  if (!seal) return expected.parse === 'either' ? [] : reasons.map(({ text }) => text)
  const isRight = (SIGNATURES[expected.signature] ?? ['NOT_CHECKED', 'ABSENT']).includes(signature)
  const faults = isRight ? [] : [`signature ${signature}, but ${expected.signature} was expected`]
  if (expected.chain_to_csca === 'valid' && expected.signature === 'valid' && verdict !== 'TRUSTED')
    faults.push(`it is ${verdict}, but its chain is valid`)
  if (expected.validity === 'not-yet-valid' && !(Date.parse(seal.validFrom ?? '') > Date.now()))
    faults.push('it is valid already')
  const { fields_in_order: inOrder, messages = {}, derived, zipped_flag, ...others } = values
  if (inOrder && seal.values.map(({ value }) => value).join('\n') !== inOrder.join('\n')) faults.push('other fields')
  const unread = Object.entries(messages).filter(([, text]) => !seal.values.some(({ value }) => isSame(text, value)))
  const isVds = seal.kind === 'VDS'
  const header = isVds && others.header ? headerFaults({ expected: { parse: 'ok' }, values: others.header }, bytes) : []
  return [
    ...faults,
    ...unread.map(([name]) => `${name} was not read`),
    ...header,
    ...differences(flat({ ...others, ...(isVds && { header: {} }) }), saidBy(seal)),
  ]
}

/** Dates with or without hyphens, and an MRZ without its last fillers, count as the same. */
const isSame = (expected: unknown, found: unknown) => {
  const plain = (value: unknown) => String(value ?? null).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3')
  return plain(expected) === plain(found) || plain(found).startsWith(`${expected}<`)
}
const differences = (expected: Flat, found: Flat): string[] =>
  Object.entries(expected)
    .map(([name, value]) => ({ name, value, read: found[name] ?? found[name.replace(/^(header|fields)\./, '')] }))
    .filter(({ value, read }) => !isSame(value, read))
    .map(({ name, value, read }) => `${name} is ${read}, not ${value}`)
const flat = (value: Row, path = ''): Flat =>
  typeof value === 'object' && value !== null
    ? Object.assign({}, ...Object.entries(value).map(([key, inner]) => flat(inner, path ? `${path}.${key}` : key)))
    : { [path]: value }

/** For each byte: is the signature valid over something else when the byte is changed? */
function changes(bytes: Uint8Array, trust: SealTrust): boolean[] {
  const said = ({ seal }: VerifiedSeal) =>
    JSON.stringify([seal?.fields, seal?.values, seal?.documentType, seal?.country])
  const whole = said(verifySeal(bytes, trust, Date.now()))
  return Array.from(bytes, (byte, at) => {
    const found = verifySeal(bytes.with(at, byte ^ 1), trust, Date.now())
    return found.signature === 'HOLDS' && said(found) !== whole
  })
}

type Flat = Record<string, unknown>

/** The contents of a VDS header, under the names of the suite. */
function headerOf(bytes: Uint8Array): Flat {
  const { rawVersion, country, signer, reference, issuedOn, signedOn, document, length } = readVdsHeader(bytes)
  const [feature, category] = Buffer.from(document, 'hex')
  const type = { document_type: VDS_DOCUMENTS[document]?.name, document_feature_ref: feature }
  const dates = { issuing_date: issuedOn, signing_date: signedOn, document_type_category: category }
  const ids = { issuing_country: country, signer_identifier: signer, certificate_reference: reference }
  return { raw_version: rawVersion, header_length: length, ...type, ...dates, ...ids }
}

const base64 = (bytes: Uint8Array = new Uint8Array(0)) => Buffer.from(bytes).toString('base64')

/** What the product read, under the names of the suite. */
function saidBy({
  signed,
  signature,
  signer,
  portrait,
  biometrics = [],
  documentType = '',
  country,
  values,
  ...seal
}: ParsedSeal): Flat {
  const { bytes, hash } = signature ?? {}
  const payload = Buffer.concat([signed, ...(bytes ? [Uint8Array.of(0x7f, bytes.length), bytes] : [])])
  const seconds = (moment = '') => Date.parse(moment) / 1000
  return {
    ...Object.fromEntries(
      values.flatMap(({ name, value }) =>
        ['', 'claim169.', 'claim169.unknownFields.', 'cwt.'].map((of) => [of + name, value]),
      ),
    ),
    'claim169.photo': base64(portrait),
    ...Object.fromEntries(biometrics.map(({ name, data }) => [`claim169.${name}.data`, base64(data)])),
    'cwt.issuer': signer.issuer,
    'cwt.expiresAt': seconds(seal.validUntil),
    'cwt.notBefore': seconds(seal.validFrom),
    'cwt.issuedAt': seconds(seal.signedOn),
    document_type: documentType.startsWith('0x') ? 'UNKNOWN' : documentType,
    doc_type: documentType,
    country,
    ca_id: signer.identifier,
    cert_id: signer.reference,
    signature_date: seal.signedOn,
    version: documentType === 'AADHAAR_V2' ? 'V2' : 'V1 (no version prefix)',
    signed_length: signed.length,
    inflated_length: signed.length + 256,
    signature_hex: bytes ? Buffer.from(bytes).toString('hex') : null,
    payload_hex: payload.toString('hex'),
    payload_sha256: createHash('sha256').update(payload).digest('hex'),
    payload_length: payload.length,
    message_count: documentType === 'VISA' ? 1 : values.length + (portrait ? 1 : 0),
    face_image_bytes: portrait?.length,
    signed_flag: bytes !== undefined,
    issuing_country: country,
    issuer: country,
    type: documentType,
    algorithm: hash === 'sha256' ? 'ES256' : hash,
    certificate_reference: signer.reference?.toLowerCase(),
  }
}
