import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES } from '../../../formats/document-words.ts'
import { country, words } from '../../../kernel/contract/schema.ts'
import { CHIP_REFUSALS } from '../../../kernel/vocabulary.ts'
import { CHIP_ACCESSES, CHIP_AUTHENTICATIONS } from '../verdict.ts'

/** Base64 of a file of one megabyte. */
const LONGEST = 1_400_000
/** The letters are checked once it is known that a chip is taken at all: see routes.ts. */
const file = (description: string) => Type.String({ minLength: 4, maxLength: LONGEST, description })

const GROUPS = {
  '1': 'the machine readable zone',
  '2': 'the portrait',
  '7': 'the signature',
  '11': 'additional details of the holder',
  '12': 'additional details of the document',
  '13': 'what the issuer adds',
  '14': 'how the chip protects itself',
  '15': 'the public key of the chip',
} as const

/** An addition to the specification: what an app or a reader at a counter read from the chip of the document. */
export const ChipRequest = Type.Object(
  {
    sod: file('EF.SOD as it was read, Base64.'),
    dataGroups: Type.Object(
      {
        '1': file(`DG1: ${GROUPS['1']}.`),
        '2': file(`DG2: ${GROUPS['2']}.`),
        ...Object.fromEntries(
          (['7', '11', '12', '13', '14', '15'] as const).map((name) => [
            name,
            Type.Optional(file(`DG${name}: ${GROUPS[name]}.`)),
          ]),
        ),
      },
      { additionalProperties: false, description: 'Data groups as they were read, by number, Base64.' },
    ),
    com: Type.Optional(file('EF.COM as it was read, Base64. It is not signed and proves nothing.')),
    activeAuthentication: Type.Optional(
      Type.Object(
        {
          signature: Type.String({
            minLength: 4,
            maxLength: 4096,
            description: 'The signature that the chip answered with, Base64.',
          }),
        },
        { additionalProperties: false, description: 'The answer of the chip to the challenge of this session.' },
      ),
    ),
    access: Type.Optional(
      words(CHIP_ACCESSES, {
        description:
          'How the reader opened the chip. Reported by the client and kept; it does not affect the decision.',
      }),
    ),
    chipAuthentication: Type.Optional(
      words(CHIP_AUTHENTICATIONS, {
        description:
          'The result of chip authentication or PACE-CAM. Reported by the client and kept; it proves nothing, since only the reader saw it.',
      }),
    ),
    refusals: Type.Optional(
      Type.Array(
        Type.Object(
          {
            step: Type.String({ maxLength: 60 }),
            status: Type.Optional(Type.String({ maxLength: 4 })),
            text: Type.String({ maxLength: 300 }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 24, description: 'What the chip refused, in the form of limen-chip-reader. It is not kept.' },
      ),
    ),
  },
  { $id: 'ChipRequest', additionalProperties: false, description: 'All files together have at most one megabyte.' },
)

export const ChipResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the chip was not accepted, or was found altered.' }),
    error: Type.Optional(words(CHIP_REFUSALS, { description: 'Present when hasError is true.' })),
    country: Type.Optional(country('ISO 3166 alpha-3 code of the issuer in the chip.')),
    type: Type.Optional(words(DOCUMENT_TYPES)),
  },
  { $id: 'ChipResponse', examples: [{ hasError: false, country: 'NLD', type: 'PASSPORT' }] },
)
export type ChipResponse = Static<typeof ChipResponse>

export const ChipAppResponse = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        description:
          'Opens the app of the tenant. Its fragment, which no server sees, has `api`, `token`, and if the machine readable zone was read `documentNumber`, `birthDate` and `expiryDate`, which open the chip. Show it only to the person.',
      }),
    ),
    hasError: Type.Optional(Type.Boolean({ description: 'True when the session was completed before.' })),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED'])),
  },
  {
    $id: 'ChipAppResponse',
    examples: [
      {
        url: 'https://bank.example/read-chip#api=https%3A%2F%2Flimen.example&token=eyJ…&documentNumber=L898902C3&birthDate=740812&expiryDate=320415',
      },
    ],
  },
)
export type ChipAppResponse = Static<typeof ChipAppResponse>

export const ChipChallengeResponse = Type.Object(
  {
    challenge: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{16}$',
        description: 'Eight random bytes in hex, valid for one answer within five minutes.',
      }),
    ),
    hasError: Type.Optional(Type.Boolean({ description: 'True when no challenge was drawn.' })),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED'])),
  },
  { $id: 'ChipChallengeResponse', examples: [{ challenge: '8f3a09c15be27d46' }] },
)
export type ChipChallengeResponse = Static<typeof ChipChallengeResponse>
