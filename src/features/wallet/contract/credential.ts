import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { country, words } from '../../../kernel/contract/schema.ts'
import { CREDENTIAL_REFUSALS } from '../../../kernel/vocabulary.ts'
import { BROWSER_PROTOCOLS, WALLET_TRANSPORTS } from '../domain/wallet-request.ts'

/** An addition to the specification: a request to a wallet, in place of or in addition to a picture of the document. */
export const WalletRequestRequest = Type.Object(
  {
    transport: words(WALLET_TRANSPORTS, {
      description:
        'browser: through the Digital Credentials API of the browser that shows the page. link: an address that a wallet on another device opens, as a QR code. redirect: an address that opens a wallet on this device; the wallet returns to the hosted page with a response code, and its answer counts only in this session.',
    }),
  },
  { $id: 'WalletRequestRequest', additionalProperties: false, examples: [{ transport: 'link' }] },
)

export const WalletRequestResponse = Type.Object(
  {
    protocol: Type.Optional(
      words(['openid4vp-v1-signed'], {
        description: 'The protocol of the first request, which is OpenID4VP; with browser.',
      }),
    ),
    request: Type.Optional(
      Type.String({ description: 'The signed request, for `digital.requests[].data.request`; with browser.' }),
    ),
    requests: Type.Optional(
      Type.Array(Type.Object({ protocol: words(BROWSER_PROTOCOLS), data: Type.Record(Type.String(), Type.String()) }), {
        description:
          'For `digital.requests` of navigator.credentials.get, with browser: the same request for OpenID4VP and, for mdocs, for ISO/IEC 18013-7 annex C. A wallet answers one.',
      }),
    ),
    link: Type.Optional(
      Type.String({ description: 'The address that opens a wallet, also for the QR code; with link and redirect.' }),
    ),
    expiresInSeconds: Type.Optional(
      Type.Integer({ description: 'The request is valid for one answer within this time.' }),
    ),
    hasError: Type.Optional(Type.Boolean({ description: 'True when no request was created.' })),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED'])),
  },
  {
    $id: 'WalletRequestResponse',
    examples: [{ link: 'openid4vp://?client_id=x509_hash%3A…&request_uri=https%3A…', expiresInSeconds: 600 }],
  },
)
export type WalletRequestResponse = Static<typeof WalletRequestResponse>

export const CredentialRequest = Type.Object(
  {
    response: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 2_000_000,
        pattern: '^[A-Za-z0-9_.-]+$',
        description: 'The encrypted answer as the browser handed it over: `data.response` of the DigitalCredential.',
      }),
    ),
    protocol: Type.Optional(
      words(BROWSER_PROTOCOLS, {
        description: '`protocol` of the DigitalCredential; openid4vp-v1-signed if absent.',
      }),
    ),
    responseCode: Type.Optional(
      Type.String({
        maxLength: 22,
        pattern: '^[A-Za-z0-9_-]{22}$',
        description: 'Instead of response, with redirect: `response_code` of the address that the wallet returned to.',
      }),
    ),
  },
  { $id: 'CredentialRequest', additionalProperties: false },
)
export type CredentialRequest = Static<typeof CredentialRequest>

export const CredentialResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the credential was not accepted, or was found altered.' }),
    error: Type.Optional(words(CREDENTIAL_REFUSALS, { description: 'Present when hasError is true.' })),
    country: Type.Optional(country('ISO 3166 alpha-3 code of the issuer.')),
    type: Type.Optional(words(DOCUMENT_TYPES)),
  },
  { $id: 'CredentialResponse', examples: [{ hasError: false, country: 'NLD', type: 'IDENTITY_CARD' }] },
)
export type CredentialResponse = Static<typeof CredentialResponse>
