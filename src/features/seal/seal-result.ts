import { type Static, Type } from 'typebox'
import { PAGE_SIDES } from '../../formats/document-words.ts'
import { ref, words } from '../../kernel/contract/schema.ts'
import type { ResultRoute } from '../../kernel/feature.ts'
import type { Session } from '../../kernel/session/session.ts'
import { SEAL_KINDS, SEAL_REASONS, SEAL_VERDICTS, SIGNATURE_STATES } from './seal-reading.ts'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const certificate = {
  subject: Type.String({ examples: ['C=UT, O=Utopia, CN=TS'] }),
  issuer: Type.Optional(Type.String()),
  notBefore: Type.Optional(Type.String()),
  notAfter: Type.Optional(Type.String()),
}

/** An addition to the specification: what the signed barcode of the document says, and who signed it. */
export const SealResult = Type.Object(
  {
    verdict: words(SEAL_VERDICTS, {
      description:
        'TRUSTED: signed by an issuer that the operator trusts, and unchanged. ALTERED: the signature does not hold. EXPIRED: it or its signer was not valid. UNKNOWN_ISSUER: the signer is not trusted.',
    }),
    signature: words(SIGNATURE_STATES, {
      description: 'Whether the signature itself holds, independent of the signer.',
    }),
    reasons: Type.Array(Type.Object({ code: words(SEAL_REASONS), text: Type.String() })),
    kind: words(SEAL_KINDS),
    side: words(PAGE_SIDES, { description: 'The side of the document that it is on.' }),
    country: optionalText('The issuer as the barcode names it.'),
    documentType: optionalText('The kind of document as the barcode names it.'),
    signedOn: optionalText('When it was signed, ISO 8601.'),
    validFrom: optionalText('Start of its validity, ISO 8601.'),
    validUntil: optionalText('End of its validity, ISO 8601.'),
    fields: Type.Object(
      Object.fromEntries(
        [
          'surname',
          'givenNames',
          'fullName',
          'dateOfBirth',
          'sex',
          'nationality',
          'documentNumber',
          'passportNumber',
          'personalNumber',
          'issuingState',
          'dateOfExpiry',
        ].map((name) => [name, Type.Optional(Type.String())]),
      ),
      { description: 'What it says about the person and the document. Fields that it does not hold are absent.' },
    ),
    values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: 'All its values in order, without pictures.',
    }),
    signer: Type.Optional(Type.Object(certificate)),
    signedWith: optionalText(
      'What the signature was checked with: the certificate of the signer, or else its public key. DER, Base64.',
    ),
    authority: Type.Optional(Type.Object({ ...certificate, origin: Type.String() })),
    raw: Type.String({ description: 'The contents of the code, Base64, for verification with the certificates.' }),
    readAt: Type.String({ examples: ['2026-05-28T08:28:45.000Z'] }),
  },
  { $id: 'SealResult' },
)
export type SealResult = Static<typeof SealResult>

/** Undefined if no signed barcode was read. */
function sealResult({ seal }: Session): SealResult | undefined {
  if (!seal) return undefined
  const { mrz: _, portrait: __, ...shown } = seal
  return shown as SealResult
}

export const sealResults: readonly ResultRoute[] = [
  {
    path: 'seal/result',
    part: 'seal',
    schema: ref(SealResult),
    words: {
      operationId: 'readSealResult',
      summary: 'Seal result',
      description: 'What the signed barcode of the document says and who signed it; 404 if none was read.',
    },
    present: sealResult,
  },
]
