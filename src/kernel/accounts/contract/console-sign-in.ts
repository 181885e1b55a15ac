import { type Static, Type } from 'typebox'
import { ROLES } from '../../contract/console-words.ts'
import { words } from '../../contract/schema.ts'

/** The messages between the console and its own part of the service. Not part of the public contract. */

export const SignInRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
    code: Type.Optional(Type.String({ maxLength: 6, pattern: '^\\d{6}$' })),
  },
  { additionalProperties: false },
)

/** The lock-out is calculated for twelve characters. */
export const PasswordChange = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 512 }), next: Type.String({ minLength: 12, maxLength: 512 }) },
  { additionalProperties: false },
)

export const Me = Type.Object({
  username: Type.String(),
  role: words(ROLES),
  /** Whose sessions are seen; all when absent. */
  tenants: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  secondFactor: Type.Boolean(),
  /** A second factor is required, and there is none yet: nothing else opens. */
  mustSetUp: Type.Optional(Type.Boolean()),
  /** Nobody has replaced the password that was made with the account, or by a reset: whoever made it has seen it. */
  passwordGiven: Type.Optional(Type.Boolean()),
  /** The company's provider vouches for this account: it has neither password nor second factor here. */
  byProvider: Type.Optional(Type.Boolean()),
})
export type Me = Static<typeof Me>

/** A secret for an authenticator app, and its URI for a QR code. */
export const SecondFactorOffer = Type.Object({ secret: Type.String(), address: Type.String() })

/** The ways to sign in. */
export const SignInWays = Type.Object({
  local: Type.Boolean(),
  /** The display name of the company's own sign-in. */
  provider: Type.Optional(Type.String()),
})
export type SignInWays = Static<typeof SignInWays>
