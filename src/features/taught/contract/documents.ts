import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, PAGE_SIDES, VISUAL_FIELDS } from '../../../formats/document-words.ts'
import { LONGEST_PICTURE, LONGEST_UUID, words } from '../../../kernel/contract/schema.ts'

export type { PageSide } from '../../../formats/document-words.ts'

/** Teaching documents: what the console and the command line send and receive. */

const share = Type.Number({ minimum: 0, maximum: 1 })
/** In shares of the straightened picture. */
export const PageArea = Type.Object(
  { x: share, y: share, width: share, height: share },
  { additionalProperties: false },
)
export type PageArea = Static<typeof PageArea>

/** The name of the document, which lines are which fields, and where its portraits are. */
export const Description = Type.Object(
  {
    country: Type.String({ maxLength: 3, pattern: '^[A-Z]{3}$', description: 'ISO 3166 alpha-3 code of the issuer.' }),
    type: words(DOCUMENT_TYPES),
    side: words(PAGE_SIDES),
    year: Type.Optional(
      Type.String({
        maxLength: 4,
        pattern: '^(19|20)\\d\\d$',
        description: 'The year of the first issue of this design, if known.',
      }),
    ),
    name: Type.String({ minLength: 1, maxLength: 80, description: 'Its common name.' }),
    named: Type.Array(
      Type.Object(
        {
          picture: Type.Integer({ minimum: 0, maximum: 19, description: 'Index of the picture, from 0.' }),
          field: words(VISUAL_FIELDS),
          box: Type.Optional(PageArea),
          value: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, description: 'The text as printed there.' }),
          ),
        },
        {
          additionalProperties: false,
          description: 'A value by its place on the straightened picture, or by its text.',
        },
      ),
      { maxItems: 460 },
    ),
    marks: Type.Optional(
      Type.Object(
        {
          portrait: Type.Optional(PageArea),
          ghostPortrait: Type.Optional(PageArea),
          signature: Type.Optional(PageArea),
        },
        { additionalProperties: false, description: 'On the first picture. What is not marked is searched for.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Description = Static<typeof Description>

/** A picture as Base64, or one of a session by its name. */
export const TeachingPicture = Type.Union([
  Type.Object({ data: Type.String({ minLength: 1, maxLength: LONGEST_PICTURE }) }, { additionalProperties: false }),
  Type.Object(
    { sessionId: Type.String({ format: 'uuid', maxLength: LONGEST_UUID }), image: Type.String({ maxLength: 64 }) },
    { additionalProperties: false },
  ),
])
export type TeachingPicture = Static<typeof TeachingPicture>

const pictures = Type.Array(TeachingPicture, { minItems: 1, maxItems: 20 })
export const LookRequest = Type.Object({ pictures }, { additionalProperties: false })
export const TeachRequest = Type.Object(
  {
    ...Description.properties,
    pictures,
    /** A model that is taught again: the next version of it. */
    id: Type.Optional(Type.String({ format: 'uuid', maxLength: LONGEST_UUID })),
  },
  { additionalProperties: false },
)
export type TeachRequest = Static<typeof TeachRequest>
export const TryRequest = Type.Object({ picture: TeachingPicture }, { additionalProperties: false })
export const SwitchRequest = Type.Object({ to: words(['on', 'off']) }, { additionalProperties: false })
/** The largest signed file of a model, as Base64. */
export const LONGEST_MODEL_FILE = 12_000_000

export const ImportRequest = Type.Object(
  { file: Type.String({ minLength: 1, maxLength: LONGEST_MODEL_FILE }) },
  { additionalProperties: false },
)

/** A picture as the teacher sees it. */
export const PicturePreview = Type.Object({
  isFound: Type.Boolean(),
  /** A JPEG as a data URL. */
  picture: Type.String(),
  width: Type.Number(),
  height: Type.Number(),
  lines: Type.Array(
    Type.Object({
      text: Type.String(),
      box: PageArea,
      confidence: Type.Number(),
      suggested: Type.Optional(words(VISUAL_FIELDS)),
    }),
  ),
  zones: Type.Array(
    Type.Object({
      name: Type.String(),
      box: PageArea,
    }),
  ),
  kind: Type.Optional(
    Type.Object({
      country: Type.String(),
      type: words(DOCUMENT_TYPES),
      side: words(PAGE_SIDES),
    }),
  ),
})
export type PicturePreview = Static<typeof PicturePreview>

export const Taught = Type.Object({
  id: Type.String(),
  version: Type.Number(),
  /** Fields that were named and not found on their picture. */
  notFound: Type.Array(words(VISUAL_FIELDS)),
  /** Pictures, from 1, that do not fit the others: nothing was learnt from them. */
  leftOut: Type.Array(Type.Number()),
})
export type Taught = Static<typeof Taught>

/** The result of trying a picture. */
export const Tried = Type.Object({
  recognised: Type.Boolean(),
  /** How well it agrees with the model: 0 to 100. */
  agreement: Type.Optional(Type.Number()),
  /** Why it could not be read at all. */
  refusal: Type.Optional(Type.String()),
  documentName: Type.Optional(Type.String()),
  fields: Type.Array(
    Type.Object({
      name: words(VISUAL_FIELDS),
      value: Type.String(),
      confidence: Type.Number(),
    }),
  ),
  authenticity: Type.Optional(
    Type.Object({
      score: Type.Number(),
      places: Type.Array(Type.Object({ ...PageArea.properties, about: Type.Optional(Type.String()) })),
      /** The score of each property, 0 to 100; null if the picture does not show it. */
      properties: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]))),
    }),
  ),
  /** JPEGs as data URLs. */
  picture: Type.Optional(Type.String()),
  heatMap: Type.Optional(Type.String()),
})
export type Tried = Static<typeof Tried>

export const TaughtEntry = Type.Object({
  status: words(['draft', 'published', 'off']),
  version: Type.Number(),
  pictures: Type.Number(),
  taughtBy: Type.String(),
  atUtc: Type.String(),
  /** The key that signed the file it was imported from. */
  signer: Type.Optional(Type.String()),
  seen: Type.Number(),
  approved: Type.Number(),
  /** A newer version that is not in use yet. */
  draft: Type.Optional(Type.Number()),
})
export type TaughtEntry = Static<typeof TaughtEntry>

export const DocumentEntry = Type.Object({
  id: Type.String(),
  country: Type.String(),
  countryName: Type.String(),
  type: words(DOCUMENT_TYPES),
  sides: Type.Array(words(PAGE_SIDES)),
  name: Type.String(),
  years: Type.Array(Type.String()),
  /** What identifies each value. */
  readBy: words(['place', 'label', 'number', 'abbreviation']),
  /** Those whose place is known. */
  fields: Type.Array(words(VISUAL_FIELDS)),
  mrz: Type.Boolean(),
  barcode: Type.Boolean(),
  /** Whether it is compared with a genuine one. */
  compared: Type.Boolean(),
  /** Sessions within 30 days that showed it; for the catalogue's, a document of this country and type. */
  seen: Type.Number(),
  /** Absent for documents of the catalogue. */
  taught: Type.Optional(TaughtEntry),
})
export type DocumentEntry = Static<typeof DocumentEntry>

/** A file that somebody wants to import, before anything is stored. */
export const ImportView = Type.Object({
  country: Type.String(),
  type: words(DOCUMENT_TYPES),
  side: words(PAGE_SIDES),
  year: Type.Optional(Type.String()),
  name: Type.String(),
  fields: Type.Array(words(VISUAL_FIELDS)),
  pictures: Type.Number(),
  signer: Type.String(),
  /** This installation's own key, one that a model was imported from before, or an unknown one. */
  signerIs: words(['own', 'known', 'stranger']),
})
export type ImportView = Static<typeof ImportView>

export const Imported = Type.Object({ id: Type.String(), version: Type.Number() })
export type Imported = Static<typeof Imported>
