import { type Static, Type } from 'typebox'
import { CAMERA_REQUESTS } from '../../domain/camera/camera-report.ts'
import {
  CREDENTIAL_REFUSALS,
  LOCALES,
  MODES,
  NEW_PICTURE_REASONS,
  PAGE_SIDES,
  PARTS,
  STATUSES,
  STEP_UPS,
  STEPS,
} from '../../domain/vocabulary.ts'
import type { PageTexts } from '../page-texts.ts'
import { words } from '../schema.ts'

/** How a tenant's page looks: a few settings, each with a default of ours. */
export const Theme = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 80, description: 'Who asks, as the person knows them.' })),
    logo: Type.Optional(
      Type.String({ maxLength: 200_000, pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$' }),
    ),
    accent: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'The one colour of the tenant.' })),
    accentInk: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Text on the accent.' })),
    radius: Type.Optional(Type.Integer({ minimum: 0, maximum: 24, description: 'Corner radius of cards, in pixels.' })),
    font: Type.Optional(
      words(['system', 'serif', 'rounded'], { description: 'One of the font stacks of the device.' }),
    ),
  },
  { $id: 'Theme', description: 'How a tenant’s pages look.', examples: [{ name: 'Utopia Bank', accent: '#0b5fff' }] },
)
export type Theme = Static<typeof Theme>

/** What the hosted page needs to know to go on where the person was. Holds nothing that was read about the person. */
export const EnrolmentState = Type.Object(
  {
    sessionId: Type.String({ description: 'Session identifier.' }),
    mode: words(MODES, { description: 'A page in test mode says so.' }),
    status: words(STATUSES),
    completed: Type.Boolean({ description: 'True when nothing more can be sent.' }),
    steps: Type.Array(words(STEPS), { description: 'The steps of the tenant’s flow, in order.' }),
    received: Type.Object(
      {
        document: Type.Array(words(PAGE_SIDES), { description: 'The sides that were accepted.' }),
        face: Type.Boolean(),
      },
      { description: 'What was accepted so far.' },
    ),
    age: Type.Optional(
      Type.Object(
        { atLeast: Type.Integer() },
        { description: 'Present where the session asks only whether the person is so many years old.' },
      ),
    ),
    wallet: Type.Optional(
      Type.Object(
        {
          state: words(['OFFERED', 'WAITING', 'RECEIVED'], {
            description: 'OFFERED: nothing was asked yet. WAITING: a wallet was asked. RECEIVED: it was answered.',
          }),
          replacesDocument: Type.Boolean({ description: 'Whether it stands for the picture of the document.' }),
          required: Type.Optional(
            Type.Boolean({
              description: 'Present where nothing else can be sent: the credential that the tenant gave the person.',
            }),
          ),
          error: Type.Optional(
            words(CREDENTIAL_REFUSALS, { description: 'Why the last answer by link was not taken.' }),
          ),
        },
        { description: 'Present where a wallet may answer.' },
      ),
    ),
    isTwoSideDocument: Type.Optional(Type.Boolean({ description: 'Known once a front was accepted.' })),
    newPicture: Type.Optional(
      Type.Object(
        { of: words(PARTS), reason: words(NEW_PICTURE_REASONS), sentence: Type.Optional(Type.String()) },
        { description: 'A reviewer asks for a better picture of one part: that one alone is taken.' },
      ),
    ),
    lang: Type.Optional(words(LOCALES, { description: 'The locale of initialize.' })),
    theme: Type.Unsafe<Theme>({ $ref: 'Theme#' }),
    texts: Type.Optional(
      Type.Unsafe<PageTexts>({
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
        description: 'Sentences of the hosted page in the tenant’s own words, by locale and name.',
      }),
    ),
    selfieFiles: Type.Boolean({ description: 'Whether the page may send a chosen file as the selfie.' }),
    asksConsent: Type.Boolean({
      description: 'Whether the person is still to be asked before their face is looked at.',
    }),
    mayWithdraw: Type.Boolean({ description: 'Whether they agreed on the page, and can take it back there.' }),
    challenge: Type.Boolean({ description: 'Whether the face step asks for a challenge.' }),
    cameraRequest: Type.Optional(
      words(CAMERA_REQUESTS, {
        description:
          'What the hosted page switches its camera to for a moment, in live mode: a program in place of a camera often cannot.',
      }),
    ),
    documentPixels: Type.Optional(
      Type.Integer({
        description:
          'Pixels along its long side that a document needs so that it can be compared with those that were taught; absent where none was.',
      }),
    ),
    chip: Type.Optional(
      Type.Object(
        {
          received: Type.Boolean({ description: 'Whether it has come.' }),
          app: Type.Boolean({ description: 'Whether the tenant has an app that reads it.' }),
          isOptional: Type.Optional(Type.Boolean({ description: 'True where it is only offered: see `stepUp`.' })),
        },
        { description: 'Present where the chip of the document is required or offered: no browser can read it.' },
      ),
    ),
    stepUp: Type.Optional(
      Type.Array(words(STEP_UPS), {
        description:
          'What would settle a session that lacks nothing but a proof. Offer it, or complete again: then a reviewer decides.',
      }),
    ),
    offersCredential: Type.Optional(
      Type.Boolean({
        description: 'Whether a credential of the tenant’s own is offered once the session is approved.',
      }),
    ),
    retentionDays: Type.Integer({ description: 'Days for which the data is kept after the decision.' }),
    expiryDateUtc: Type.String({ format: 'date-time' }),
    customerReturnUrl: Type.Optional(Type.String({ description: 'Where the person goes afterwards.' })),
    frameOrigins: Type.Array(Type.String(), { description: 'Origins the embedded frame may post its message to.' }),
    device: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          since: Type.String({ format: 'date-time' }),
          awaySince: Type.Optional(
            Type.String({ format: 'date-time', description: 'Present while its page is out of sight.' }),
          ),
        },
        { description: 'The device that has the session in hand.' },
      ),
    ),
  },
  { $id: 'EnrolmentState', description: 'Where an enrolment stands.' },
)
export type EnrolmentState = Static<typeof EnrolmentState>

/** A device takes the session in hand; a second one must say so explicitly. */
export const DeviceRequest = Type.Object(
  {
    deviceId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'True to take the session from another device.' })),
    away: Type.Optional(
      Type.Boolean({
        description:
          'True when the page on this device goes out of sight: the page that follows along is notified. Without it, the page is visible again.',
      }),
    ),
  },
  { $id: 'DeviceRequest', additionalProperties: false, examples: [{ deviceId: 'n3Qd0hX2c9aK' }] },
)
export type DeviceRequest = Static<typeof DeviceRequest>

export const DeviceResponse = Type.Object(
  {
    active: Type.Boolean({ description: 'False when another device has the session in hand.' }),
    accessToken: Type.Optional(
      Type.String({
        description: 'Where it took over: the token to go on with. The one of the other device only watches.',
      }),
    ),
  },
  { $id: 'DeviceResponse', examples: [{ active: true }] },
)
export type DeviceResponse = Static<typeof DeviceResponse>
