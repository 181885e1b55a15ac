import { type Static, Type } from 'typebox'
import { PAGE_SIDES } from '../../../formats/document-words.ts'
import { LOGO } from '../../contract/logo.ts'
import { words } from '../../contract/schema.ts'
import { CAMERA_REQUESTS } from '../../evidence/camera/camera-report.ts'
import { NEW_PICTURE_REASONS } from '../../review/review-words.ts'
import type { PageTexts } from '../../tenants/contract/page-texts.ts'
import { CREDENTIAL_REFUSALS, STEP_UPS } from '../../vocabulary.ts'
import { LOCALES, MODES, PARTS, STATUSES, STEPS } from '../session-words.ts'

/** How a tenant's page looks: a few settings, each with a default. */
export const Theme = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 80, description: 'The name of the tenant, as the person knows it.' })),
    logo: Type.Optional(Type.String(LOGO)),
    accent: Type.Optional(
      Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', description: 'The colour of the tenant.' }),
    ),
    accentInk: Type.Optional(
      Type.String({ maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', description: 'The colour of text on the accent.' }),
    ),
    radius: Type.Optional(Type.Integer({ minimum: 0, maximum: 24, description: 'Corner radius of cards, in pixels.' })),
    font: Type.Optional(
      words(['system', 'serif', 'rounded'], { description: 'One of the font stacks of the device.' }),
    ),
  },
  { $id: 'Theme', description: 'How a tenant’s pages look.', examples: [{ name: 'Utopia Bank', accent: '#0b5fff' }] },
)
export type Theme = Static<typeof Theme>

/**
 * What the hosted page needs in order to continue where the person was. Contains nothing that was read about the
 * person.
 */
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
      Type.Object({ atLeast: Type.Integer() }, { description: 'Present if the session asks only for a minimum age.' }),
    ),
    wallet: Type.Optional(
      Type.Object(
        {
          state: words(['OFFERED', 'WAITING', 'RECEIVED'], {
            description: 'OFFERED: nothing was asked yet. WAITING: a wallet was asked. RECEIVED: it was answered.',
          }),
          replacesDocument: Type.Boolean({ description: 'Whether it replaces the picture of the document.' }),
          required: Type.Optional(
            Type.Boolean({
              description: 'Present if nothing else can be sent: the credential that the tenant issued to the person.',
            }),
          ),
          error: Type.Optional(words(CREDENTIAL_REFUSALS, { description: 'Why the last answer by link was refused.' })),
        },
        { description: 'Present if a wallet may answer.' },
      ),
    ),
    isTwoSideDocument: Type.Optional(Type.Boolean({ description: 'Known after a front was accepted.' })),
    newPicture: Type.Optional(
      Type.Object(
        { of: words(PARTS), reason: words(NEW_PICTURE_REASONS), sentence: Type.Optional(Type.String()) },
        { description: 'A reviewer asks for a better picture of one part: only that part is accepted.' },
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
          'Number of pixels that a document needs along its long side so that it can be compared with taught documents; absent if none was taught.',
      }),
    ),
    chip: Type.Optional(
      Type.Object(
        {
          received: Type.Boolean({ description: 'Whether it was received.' }),
          app: Type.Boolean({ description: 'Whether the tenant has an app that reads the chip.' }),
          isOptional: Type.Optional(Type.Boolean({ description: 'True if it is only offered: see `stepUp`.' })),
        },
        { description: 'Present if the chip of the document is required or offered: browsers cannot read it.' },
      ),
    ),
    stepUp: Type.Optional(
      Type.Array(words(STEP_UPS), {
        description:
          'What would settle a session that lacks only a proof. Offer it, or complete again: then a reviewer decides.',
      }),
    ),
    offersCredential: Type.Optional(
      Type.Boolean({
        description: 'Whether a credential of the tenant is offered after the session is approved.',
      }),
    ),
    signIn: Type.Optional(
      Type.Object(
        {
          to: Type.String({ description: 'The name of the service.' }),
          claims: Type.Array(Type.String(), { description: 'What it will be given, by the names of the claims.' }),
          cancelUrl: Type.String({ description: 'Where a person goes who does not want that.' }),
          logoUrl: Type.Optional(Type.String({ description: 'The logo of the service, on this server.' })),
        },
        { description: 'Present if the person signs in to a service with it: who asks, and for what.' },
      ),
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
            Type.String({ format: 'date-time', description: 'Present while its page is not visible.' }),
          ),
        },
        { description: 'The device that has the session.' },
      ),
    ),
  },
  { $id: 'EnrolmentState', description: 'Where an enrolment stands.' },
)
export type EnrolmentState = Static<typeof EnrolmentState>

/** A device takes over the session; a second one must say so explicitly. */
export const DeviceRequest = Type.Object(
  {
    deviceId: Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'True to take the session from another device.' })),
    away: Type.Optional(
      Type.Boolean({
        description:
          'True when the page on this device becomes hidden: the page that follows along is notified. If absent, the page is visible again.',
      }),
    ),
  },
  { $id: 'DeviceRequest', additionalProperties: false, examples: [{ deviceId: 'n3Qd0hX2c9aK' }] },
)
export type DeviceRequest = Static<typeof DeviceRequest>

export const DeviceResponse = Type.Object(
  {
    active: Type.Boolean({ description: 'False when another device has the session.' }),
    accessToken: Type.Optional(
      Type.String({
        description: 'After a takeover: the token to continue with. The token of the other device can then only watch.',
      }),
    ),
  },
  { $id: 'DeviceResponse', examples: [{ active: true }] },
)
export type DeviceResponse = Static<typeof DeviceResponse>
