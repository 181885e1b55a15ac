import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../formats/document-words.ts'
import { country, ref, time, words } from '../../kernel/contract/schema.ts'
import type { ResultRoute } from '../../kernel/feature.ts'
import { ChipCertificate } from '../../kernel/results/contract/results.ts'
import { imagesOf, type Session } from '../../kernel/session/session.ts'
import { CREDENTIAL_IMAGES } from './contract/credential-images.ts'
import { CREDENTIAL_CLAIMS } from './domain/accepted-credentials.ts'
import { kindOfCredential } from './domain/credential-reading.ts'
import {
  CREDENTIAL_FORMATS,
  CREDENTIAL_REASONS,
  CREDENTIAL_STATUSES,
  CREDENTIAL_VALIDITIES,
  CREDENTIAL_VERDICTS,
  HOLDER_BINDINGS,
} from './domain/credential-verdict.ts'
import { WALLET_TRANSPORTS } from './domain/wallet-request.ts'

/** An addition to the specification: what a wallet presented, and the result of verifying it. */
export const CredentialResult = Type.Object(
  {
    verdict: words(CREDENTIAL_VERDICTS, {
      description:
        'TRUSTED: signed by an issuer that the operator trusts, and unchanged. ALTERED: a signature or digest does not hold. UNKNOWN_ISSUER: all signatures and digests hold, but the issuer is not trusted.',
    }),
    reasons: Type.Array(Type.Object({ code: words(CREDENTIAL_REASONS), text: Type.String() })),
    holderBinding: words(HOLDER_BINDINGS, {
      description:
        'HOLDS: the device that the credential was issued to answered this request. FALSE: the answer is from another device or to another request. ABSENT: no device signed an answer.',
    }),
    validity: words(CREDENTIAL_VALIDITIES),
    status: words(CREDENTIAL_STATUSES, {
      description:
        'The status in the issuer’s list. UNKNOWN: the list could not be read. ABSENT: the credential names no list.',
    }),
    format: words(CREDENTIAL_FORMATS),
    credentialType: Type.String({ description: 'The `vct` of an SD-JWT VC, the document type of an mdoc.' }),
    transport: words(WALLET_TRANSPORTS, { description: 'How the wallet was asked.' }),
    country: Type.Optional(country('ISO 3166 alpha-3 code of the issuer.')),
    type: Type.Optional(words(DOCUMENT_TYPES, { description: 'The document that it represents.' })),
    claims: Type.Object(Object.fromEntries(CREDENTIAL_CLAIMS.map((name) => [name, Type.Optional(Type.String())])), {
      description: 'What it says about its holder; dates as ISO 8601. What was not disclosed is absent.',
    }),
    issuer: Type.Optional(ref(ChipCertificate)),
    authority: Type.Optional(ref(ChipCertificate)),
    signedAt: Type.Optional(time('When the issuer signed it.')),
    validFrom: Type.Optional(time('Start of the credential’s validity.')),
    validUntil: Type.Optional(time('End of the credential’s validity.')),
    receivedAt: time('When it was presented.'),
    availableImages: Type.Array(words(CREDENTIAL_IMAGES), { description: 'Names of the images of the credential.' }),
  },
  { $id: 'CredentialResult' },
)
export type CredentialResult = Static<typeof CredentialResult>

/** Undefined if no wallet presented anything. */
function credentialResult(session: Session): CredentialResult | undefined {
  const { credential } = session
  if (!credential) return undefined
  const { type: credentialType, country: _, portrait: _template, document: _document, ...rest } = credential
  const images = imagesOf(session)
  return {
    ...rest,
    credentialType,
    ...kindOfCredential(credential),
    availableImages: CREDENTIAL_IMAGES.filter((name) => images[name]),
  }
}

export const credentialResults: readonly ResultRoute[] = [
  {
    path: 'credential/result',
    part: 'credential',
    schema: ref(CredentialResult),
    words: {
      operationId: 'readCredentialResult',
      summary: 'Credential result',
      description: 'What a wallet presented and the result of verifying it; 404 if no wallet presented anything.',
    },
    present: credentialResult,
  },
]
