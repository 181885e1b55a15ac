import { type Static, Type } from 'typebox'
import { LONGEST_UUID, ref, words } from '../../contract/schema.ts'
import { LEAST_AGE, MOST_AGE } from '../../vocabulary.ts'
import { LOCALES, MODES } from '../session-words.ts'
import { GivenConsent } from './consent.ts'

/** A NUL character is not allowed in text: databases cannot store it. */
const NO_NUL = '^[^\\u0000]*$'

/** What the caller already knows about the person. */
export const ApplicantForm = Type.Object(
  {
    firstName: Type.Optional(Type.String({ minLength: 1, maxLength: 256, pattern: NO_NUL, examples: ['ANNA MARIA'] })),
    lastName: Type.Optional(Type.String({ minLength: 1, maxLength: 256, pattern: NO_NUL, examples: ['ERIKSSON'] })),
    dateOfBirth: Type.Optional(
      Type.String({ format: 'date', maxLength: 10, description: 'ISO 8601 date.', examples: ['1974-08-12'] }),
    ),
    skipIntegrityCheck: Type.Optional(
      Type.Boolean({ description: 'True leaves the Trust Factor `applicantIntegrity` out.', default: false }),
    ),
  },
  {
    $id: 'ApplicantForm',
    description:
      'What the caller already knows about the person. It is compared with the document in the extra Trust Factor `applicantIntegrity`.',
  },
)

export const InitializeRequest = Type.Object(
  {
    sessionId: Type.Optional(
      Type.String({
        format: 'uuid',
        maxLength: LONGEST_UUID,
        description: 'UUID chosen by the caller; generated when absent.',
        examples: ['7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11'],
      }),
    ),
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        description:
          'Where the person goes when the steps are finished. Absolute https URL without credentials; http for loopback hosts only.',
        examples: ['https://shop.example/welcome'],
      }),
    ),
    externalId: Type.Optional(
      Type.String({
        maxLength: 512,
        pattern: NO_NUL,
        description: 'Your own reference; comes back in webhooks and the session list.',
      }),
    ),
    applicantForm: Type.Optional(ref(ApplicantForm)),
    lang: Type.Optional(
      words([...LOCALES, 'ja-JP'], {
        description: 'Locale in which the hosted page opens; `ja-JP` is treated as `jp-JP`.',
      }),
    ),
    theme: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Name of a configured theme.' })),
    flow: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'Which steps the session asks for: `identity` (document, then face), `document`, `returning` (a selfie of a person who was approved before, see `personOf`), `age` (is the person at least `atLeast` years old?), or a flow of your tenant’s. Absent: the tenant’s setting.',
        examples: ['document'],
      }),
    ),
    personOf: Type.Optional(
      Type.String({
        format: 'uuid',
        maxLength: LONGEST_UUID,
        description:
          'With the flow `returning`: the session in which the person was approved. It must be of your tenant and mode, with consent to keep the face. Leave it out if your tenant issues credentials: the person shows theirs.',
      }),
    ),
    atLeast: Type.Optional(
      Type.Integer({
        minimum: LEAST_AGE,
        maximum: MOST_AGE,
        description: 'With the flow `age`: the limit in years. Nothing but the answer is kept.',
        examples: [18],
      }),
    ),
    consent: Type.Optional(ref(GivenConsent)),
  },
  {
    $id: 'InitializeRequest',
    description: 'The properties of a new session. Every property is optional.',
    examples: [{ externalId: 'order-1042', returnUrl: 'https://shop.example/welcome', lang: 'en-US' }],
  },
)
export type InitializeRequest = Static<typeof InitializeRequest>

export const InitializeResponse = Type.Object(
  {
    sessionId: Type.String({ description: 'Identifies the session in every data endpoint.' }),
    accessToken: Type.String({
      description:
        'JWT that opens the enrolment endpoints of this session and nothing else. It is for your server: a person who sends pictures on their own uses the token of `webEnrolmentUrl`, which is limited to what the hosted page asks for.',
    }),
    webEnrolmentUrl: Type.String({
      description: 'Address of the hosted page for this session, with a token of its own: redirect to it or frame it.',
    }),
    mode: words(MODES, {
      description:
        'The mode of your credential; an addition. In `test` a specimen can be approved; `live` is for decisions about real people.',
    }),
  },
  {
    $id: 'InitializeResponse',
    examples: [
      {
        sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11',
        accessToken: '<ACCESS_TOKEN>',
        webEnrolmentUrl: 'https://id.example/web-enrolment/?token=<JWT>',
        mode: 'test',
      },
    ],
  },
)
export type InitializeResponse = Static<typeof InitializeResponse>
