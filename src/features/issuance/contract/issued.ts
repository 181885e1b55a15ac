import { Type } from 'typebox'

/** A credential of the tenant's own, offered to one wallet. */
export const CredentialOfferResponse = Type.Object(
  {
    link: Type.String({
      description:
        'Opens a wallet on the phone; shown as a QR code elsewhere. Anyone who has it can take the credential.',
    }),
    expiresAtUtc: Type.String({
      format: 'date-time',
      description: 'Until when the offer can be used. It can be used once.',
    }),
  },
  {
    $id: 'CredentialOfferResponse',
    description: 'An offer under OpenID4VCI 1.0 with a pre-authorized code.',
    examples: [
      {
        link: 'openid-credential-offer://?credential_offer=%7B%22credential_issuer%22…',
        expiresAtUtc: '2026-06-15T10:10:00.000Z',
      },
    ],
  },
)

/** The credentials that were issued for a session, and their status. */
export const IssuedCredentialsResponse = Type.Object(
  {
    credentials: Type.Array(
      Type.Object({
        issuedAtUtc: Type.String({ format: 'date-time' }),
        expiresAtUtc: Type.String({ format: 'date-time' }),
        revokedAtUtc: Type.Optional(Type.String({ format: 'date-time', description: 'Absent if it was not revoked.' })),
      }),
      { description: 'Newest first. A newer one revokes those before it.' },
    ),
  },
  {
    $id: 'IssuedCredentialsResponse',
    examples: [
      { credentials: [{ issuedAtUtc: '2026-06-15T10:04:00.000Z', expiresAtUtc: '2027-06-15T10:04:00.000Z' }] },
    ],
  },
)
