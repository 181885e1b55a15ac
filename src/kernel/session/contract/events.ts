import { type Static, Type } from 'typebox'
import { type LateStatic, late, words } from '../../contract/schema.ts'
import { EVENT_TYPES } from '../../events/event-types.ts'
import { evidenceKinds } from '../../evidence/evidence-kind.ts'
import { NEW_PICTURE_REASONS } from '../../review/review-words.ts'
import { FRAME_ERRORS, MODES, PARTS, STATUSES } from '../session-words.ts'

/** Specification 6: what the embedded frame posts to its parent. */
export const FrameMessage = Type.Object(
  {
    sessionId: Type.String({ description: 'Session identifier.' }),
    hasCompleted: Type.Boolean({ description: 'True when the session finished successfully.' }),
    hasError: Type.Boolean({ description: 'True when the process cannot continue; initialise a new session.' }),
    error: Type.Optional(words(FRAME_ERRORS)),
  },
  {
    $id: 'FrameMessage',
    description:
      'The `data` of the message event that an embedded frame posts to its parent when the process finishes.',
    examples: [{ sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11', hasCompleted: true, hasError: false }],
  },
)
export type FrameMessage = Static<typeof FrameMessage>

/**
 * In addition to the specified message, for an embedding page that asked for it with `events=true`: never posted
 * otherwise.
 */
export type FrameEvent =
  | { sessionId: string; event: 'step'; step: string }
  | { sessionId: string; event: 'cancel' }
  | { sessionId: string; event: 'height'; height: number }

/** The body of a webhook; the headers webhook-id, webhook-timestamp and webhook-signature come with it. */
export const WebhookBody = late('WebhookBody', () =>
  Type.Object(
    {
      type: words(EVENT_TYPES, {
        description:
          'What has happened; an addition. `session.completed`: a decision was taken, `session.reviewed`: a reviewer decided, `session.picture_requested`: a reviewer asks for a new picture, `session.watchlist_hit`: a new version of a list contains somebody who may be this approved person, `session.expired`, `session.deleted`: it was erased before an earlier event could be delivered, `test`: sent manually from the console, for no session.',
      }),
      sessionId: Type.String({ description: 'Session identifier.' }),
      status: Type.Optional(
        words(STATUSES, {
          description:
            'The status the session has changed to. Absent only with `session.deleted`: nothing is kept of that session.',
        }),
      ),
      tenant: Type.String({
        description:
          'The tenant of the session, so that a receiver for several tenants knows whose secret signed; an addition.',
      }),
      mode: words(MODES, { description: 'The mode of the credential that opened the session; an addition.' }),
      externalId: Type.Optional(Type.String({ description: 'Your own reference of initialize.' })),
      action: Type.Optional(
        words(['NEW_PICTURE', 'WATCHLIST_HIT'], {
          description: 'What the person has to do now, or what was found, while the status stays; an addition.',
        }),
      ),
      proofs: Type.Optional(
        Type.Object(
          Object.fromEntries(
            evidenceKinds
              .parts()
              .flatMap(({ name, verdicts }) => (verdicts ? [[name, Type.Optional(words(verdicts))]] : [])),
          ),
          {
            description:
              'Whether a trusted issuer signed what the chip, the barcode or the wallet showed; an addition.',
          },
        ),
      ),
      webEnrolmentUrl: Type.Optional(
        Type.String({
          description:
            'With an action: where the person does it. Made for this delivery; `initialize` with the same sessionId and body gives another.',
        }),
      ),
      newPicture: Type.Optional(
        Type.Object(
          {
            of: words(PARTS),
            reason: words(NEW_PICTURE_REASONS),
            sentence: Type.Optional(Type.String({ description: 'In the reviewer’s own words.' })),
          },
          { description: 'With NEW_PICTURE: which picture is wanted, and why.' },
        ),
      ),
    },
    {
      $id: 'WebhookBody',
      description:
        'One change of status. Signed as Standard Webhooks says, delivered at least once, in order per session.',
      examples: [
        {
          type: 'session.completed',
          sessionId: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11',
          status: 'AUTO_APPROVED',
          tenant: 'default',
          mode: 'live',
          externalId: 'order-1042',
        },
      ],
    },
  ),
)
export type WebhookBody = LateStatic<typeof WebhookBody>
