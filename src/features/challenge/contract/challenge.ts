import { type Static, Type } from 'typebox'
import { words } from '../../../kernel/contract/schema.ts'
import { CHALLENGE_MOVES } from '../../../vision/face/challenge/moves.ts'

export type { ChallengeMove } from '../../../vision/face/challenge/moves.ts'

/** Limits of a challenge's frames. Together they are at most 600 kB, so that a slow connection is enough. */
export const FRAME_LIMITS = { least: 8, most: 20, bytes: 60_000, allBytes: 600_000 } as const

/** Ours: the person is asked to move, so that a picture or a film of them is not enough. */
export const ChallengeRequest = Type.Object(
  {
    declined: Type.Optional(
      Type.Literal(true, {
        description: 'The person cannot do the challenge and asks for another way: a reviewer looks instead.',
      }),
    ),
  },
  { $id: 'ChallengeRequest', additionalProperties: false, examples: [{}, { declined: true }] },
)
export type ChallengeRequest = Static<typeof ChallengeRequest>

export const ChallengeResponse = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Sent back with the frames.' })),
    moves: Type.Optional(
      Type.Array(words(CHALLENGE_MOVES), {
        description:
          'To be made in this order, each out and back to the middle. Left and right are the person’s own; NEARER is towards the camera, BACK away from it.',
      }),
    ),
    expiresInSeconds: Type.Optional(
      Type.Integer({ description: 'Until when it can be answered, once. After that, request another one.' }),
    ),
    hasError: Type.Optional(Type.Boolean({ description: 'True when no challenge was issued.' })),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED', 'TOO_MANY_CHALLENGES'])),
  },
  {
    $id: 'ChallengeResponse',
    description: 'A challenge of this session, or none if it was declined.',
    examples: [
      {
        id: '3f0f1c52-8d0b-4a57-9a35-2a1f6f0f8c11',
        moves: ['LEFT', 'NEARER', 'RIGHT'],
        expiresInSeconds: 120,
      },
    ],
  },
)
export type ChallengeResponse = Static<typeof ChallengeResponse>

/** The answer to a challenge, in addition to the selfie. */
export const ChallengeFrames = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'The id of the challenge.' }),
    frames: Type.Array(
      Type.Object(
        {
          at: Type.Number({ minimum: 0, description: 'Milliseconds since the challenge was issued.' }),
          image: Type.String({
            minLength: 1,
            maxLength: Math.ceil(FRAME_LIMITS.bytes / 3) * 4 + 64,
            description: `The frame as Base64 text: JPEG, PNG or WebP of at most ${FRAME_LIMITS.bytes} bytes and one megapixel, not mirrored. 480 pixels on the longer side are enough.`,
          }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: FRAME_LIMITS.least,
        maxItems: FRAME_LIMITS.most,
        description: `In the order in which they were taken, about three a second from before the first move until after the last; at most ${FRAME_LIMITS.allBytes} bytes together.`,
      },
    ),
  },
  {
    $id: 'ChallengeFrames',
    additionalProperties: false,
    description: 'What the camera saw while the moves were made.',
  },
)
export type ChallengeFrames = Static<typeof ChallengeFrames>

/** A selfie as text, with the frames. */
export interface SelfieWithFrames {
  imageBase: string
  challenge: ChallengeFrames
}
