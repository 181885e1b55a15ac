import { createHash } from 'node:crypto'
import type { ParsedSeal } from '../capabilities/seal/formats/parsed-seal.ts'
import { VDS_DOCUMENTS } from '../capabilities/seal/formats/read-features.ts'
import { readVdsHeader } from '../capabilities/seal/formats/vds.ts'

export type Flat = Record<string, unknown>

/** What the header of a VDS says, under the names of the suite. */
export function headerOf(bytes: Uint8Array): Flat {
  const { rawVersion, country, signer, reference, issuedOn, signedOn, document, length } = readVdsHeader(bytes)
  const [feature, category] = Buffer.from(document, 'hex')
  const type = { document_type: VDS_DOCUMENTS[document]?.name, document_feature_ref: feature }
  const dates = { issuing_date: issuedOn, signing_date: signedOn, document_type_category: category }
  const ids = { issuing_country: country, signer_identifier: signer, certificate_reference: reference }
  return { raw_version: rawVersion, header_length: length, ...type, ...dates, ...ids }
}

/** What the product read, under the names of the suite. */
export function saidBy({
  signed,
  signature,
  signer,
  portrait,
  documentType = '',
  country,
  values,
  ...seal
}: ParsedSeal): Flat {
  const { bytes, hash } = signature ?? {}
  const payload = Buffer.concat([signed, ...(bytes ? [Uint8Array.of(0x7f, bytes.length), bytes] : [])])
  const seconds = (moment = '') => Date.parse(moment) / 1000
  return {
    ...Object.fromEntries(values.flatMap(({ name, value }) => ['', 'claim169.'].map((of) => [of + name, value]))),
    'claim169.face.0.data': Buffer.from(portrait ?? []).toString('base64'),
    'cwt.issuer': signer.issuer,
    'cwt.expiresAt': seconds(seal.validUntil),
    'cwt.notBefore': seconds(seal.validFrom),
    'cwt.issuedAt': seconds(seal.signedOn),
    document_type: documentType.startsWith('0x') ? 'UNKNOWN' : documentType,
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
