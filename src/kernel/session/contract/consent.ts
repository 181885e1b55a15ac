import { type Static, Type } from 'typebox'
import { LONGEST_TIME, words } from '../../contract/schema.ts'
import { LOCALES } from '../session-words.ts'

const sha256 = Type.String({
  maxLength: 64,
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of `text`, a line feed and `otherwise`; with `keep`, also of another line feed and `keep`.',
})

export const ConsentQuery = Type.Object({ lang: words(LOCALES) }, { $id: 'ConsentQuery', additionalProperties: false })

/** What a page shows before it asks. */
export const ConsentTextResponse = Type.Object(
  {
    lang: words(LOCALES),
    text: Type.String({ description: 'Who asks, what for, how long it is kept.' }),
    otherwise: Type.String({ description: 'What happens otherwise, and how to withdraw.' }),
    keep: Type.Optional(
      Type.String({
        description:
          'What may be agreed to in addition, on a line of its own that is not ticked beforehand: the face is kept to recognise the person when they come back. Absent if the tenant does not ask.',
      }),
    ),
    version: Type.String({ description: 'The version of the built-in text; `own-…` for a text of the tenant.' }),
    sha256,
  },
  { $id: 'ConsentTextResponse', description: 'What the person is asked to agree to.' },
)
export type ConsentTextResponse = Static<typeof ConsentTextResponse>

export const ConsentRequest = Type.Object(
  {
    lang: words(LOCALES),
    sha256,
    keepFace: Type.Optional(Type.Boolean({ description: 'True when they also agreed to `keep`.' })),
  },
  {
    $id: 'ConsentRequest',
    description: 'The person agreed to exactly this text.',
    additionalProperties: false,
    examples: [{ lang: 'en-US', sha256: 'a'.repeat(64) }],
  },
)
export type ConsentRequest = Static<typeof ConsentRequest>

export const ConsentResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when nothing was stored.' }),
    error: Type.Optional(
      words(['CONSENT_TEXT_CHANGED', 'SESSION_ALREADY_COMPLETED'], {
        description: 'CONSENT_TEXT_CHANGED: the text has changed since; show it and ask again.',
      }),
    ),
  },
  { $id: 'ConsentResponse', examples: [{ hasError: false }] },
)
export type ConsentResponse = Static<typeof ConsentResponse>

/** At initialize: the integrator has asked on their own pages. */
export const GivenConsent = Type.Object(
  {
    givenAt: Type.String({ format: 'date-time', maxLength: LONGEST_TIME, description: 'When the person agreed.' }),
    textVersion: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\u0000]*$',
      description: 'Your version of the text.',
    }),
    keepFace: Type.Optional(
      Type.Boolean({
        description: 'True when the person also agreed that their face is kept to recognise them when they come back.',
      }),
    ),
  },
  {
    $id: 'GivenConsent',
    description: 'Consent that you asked for on your own pages: the hosted page then does not ask again. An addition.',
    examples: [{ givenAt: '2026-11-15T09:30:00Z', textVersion: '2026-03' }],
  },
)
export type GivenConsent = Static<typeof GivenConsent>
