import { type Static, Type } from 'typebox'
import { LOGO } from '../../../kernel/contract/logo.ts'
import { words } from '../../../kernel/contract/schema.ts'
import { ASSURANCE_LEVELS } from '../../../kernel/decision/levels.ts'
import { MODES } from '../../../kernel/session/session-words.ts'
import { AUTH_METHODS, REFERRALS } from '../domain/client.ts'

/** A service that people sign in to, as the console shows it. */
export const ClientEntry = Type.Object({
  id: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  name: Type.String(),
  logoUrl: Type.Optional(Type.String()),
  redirectUris: Type.Array(Type.String()),
  postLogoutRedirectUris: Type.Array(Type.String()),
  authMethod: words(AUTH_METHODS),
  flow: Type.String(),
  assurance: words(ASSURANCE_LEVELS),
  claims: Type.Array(Type.String()),
  onReferral: words(REFERRALS),
  waitMinutes: Type.Number(),
  fapi: Type.Optional(Type.Boolean()),
  createdUtc: Type.String(),
  revokedUtc: Type.Optional(Type.String()),
})
export type ClientEntry = Static<typeof ClientEntry>

/** Longer than what the action accepts, which says in words what is wrong. */
const address = Type.String({ maxLength: 1_000 })
const addresses = Type.Array(address, { maxItems: 50 })

/** A public key (RFC 7517). Its members are texts, lists of texts, or true and false. */
const member = { type: 'string', maxLength: 10_000 }
const PublicKey = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { type: 'string', maxLength: 40 },
  additionalProperties: { anyOf: [member, { type: 'boolean' }, { type: 'array', maxItems: 20, items: member }] },
})

export const ClientRequest = Type.Object(
  {
    tenant: Type.String({ maxLength: 64 }),
    mode: Type.Optional(words(MODES)),
    name: Type.String({ maxLength: 200 }),
    logo: Type.Optional(Type.String(LOGO)),
    redirectUris: addresses,
    postLogoutRedirectUris: Type.Optional(addresses),
    /** Its public keys: with them it authenticates with private_key_jwt, and has no secret. */
    jwks: Type.Optional(Type.Object({ keys: Type.Array(PublicKey, { maxItems: 20 }) })),
    flow: Type.Optional(Type.String({ maxLength: 40 })),
    assurance: Type.Optional(words(ASSURANCE_LEVELS)),
    claims: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
    onReferral: Type.Optional(words(REFERRALS)),
    waitMinutes: Type.Optional(Type.Integer()),
    fapi: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ClientRequest = Static<typeof ClientRequest>

/** What people are shown of a client; an empty logo removes it. */
export const ClientLook = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    logo: Type.Optional(Type.Union([Type.String(LOGO), Type.Literal('')])),
  },
  { additionalProperties: false },
)
export type ClientLook = Static<typeof ClientLook>

/** The secret is shown once; a client with keys has none. */
export const ClientMade = Type.Object({
  id: Type.String(),
  secret: Type.Optional(Type.String()),
  issuer: Type.String(),
})
export type ClientMade = Static<typeof ClientMade>
