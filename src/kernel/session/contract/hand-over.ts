import { type Static, Type } from 'typebox'
import { words } from '../../contract/schema.ts'
import { LOCALES } from '../session-words.ts'

const completed = {
  hasError: Type.Optional(Type.Boolean({ description: 'True when the session was completed before.' })),
  error: Type.Optional(words(['SESSION_ALREADY_COMPLETED'])),
}

export const HandOverRequest = Type.Object(
  { lang: Type.Optional(words(LOCALES, { description: 'The locale the other device opens in.' })) },
  { $id: 'HandOverRequest', additionalProperties: false, examples: [{ lang: 'de-DE' }] },
)
export type HandOverRequest = Static<typeof HandOverRequest>

/** The way to another device: short enough for a coarse QR code. */
export const HandOverResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ description: 'Opens the session on another device.' })),
    expiresInSeconds: Type.Optional(
      Type.Integer({ description: 'How long the link works; request a new one before that.' }),
    ),
    ...completed,
  },
  {
    $id: 'HandOverResponse',
    examples: [{ url: 'https://limen.example/h/q0Zl2mVd8s6T1xWcN4bJtA', expiresInSeconds: 600 }],
  },
)
export type HandOverResponse = Static<typeof HandOverResponse>

/** The request of the other device, with the code of the link. */
export const HandOverOpenRequest = Type.Object(
  {
    code: Type.String({ maxLength: 22, pattern: '^[A-Za-z0-9_-]{22}$', description: 'The last part of the link.' }),
    deviceId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'True to take the session from another device.' })),
  },
  {
    $id: 'HandOverOpenRequest',
    additionalProperties: false,
    examples: [{ code: 'q0Zl2mVd8s6T1xWcN4bJtA', deviceId: 'n3Qd0hX2c9aK' }],
  },
)
export type HandOverOpenRequest = Static<typeof HandOverOpenRequest>

export const HandOverOpenResponse = Type.Object(
  {
    active: Type.Boolean({ description: 'False when another device has the session: ask to take over.' }),
    accessToken: Type.Optional(Type.String({ description: 'Present when active: opens the session.' })),
    lang: Type.Optional(words(LOCALES, { description: 'The locale of the device the person comes from.' })),
    ...completed,
  },
  { $id: 'HandOverOpenResponse', examples: [{ active: true, accessToken: 'eyJ…', lang: 'de-DE' }] },
)
export type HandOverOpenResponse = Static<typeof HandOverOpenResponse>
