import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, VISUAL_FIELDS } from '../../formats/document-words.ts'

const Year = Type.String({ pattern: '^(19|20)\\d\\d$' })

/** Left, top, width, height as fractions of the upright document. */
const Region = Type.Tuple([
  Type.Number({ minimum: 0, maximum: 1 }),
  Type.Number({ minimum: 0, maximum: 1 }),
  Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
])
export type Region = Static<typeof Region>

const FieldPlace = Type.Object(
  {
    /** Where the value is printed: the middle of its line lies in this region. */
    region: Region,
    /** Every value this field can have, spelled as printed, when there are only a few. */
    values: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    /** The format of a number, if every number has the same one: A for a letter, 9 for a digit, X for either. */
    pattern: Type.Optional(Type.String({ pattern: '^[A9X]+$' })),
  },
  { additionalProperties: false },
)

const Side = Type.Object(
  {
    /** Words printed on this side beyond the country's name and the title. */
    anchors: Type.Optional(Type.Array(Type.String({ minLength: 3 }))),
    signature: Type.Optional(Region),
    fingerprint: Type.Optional(Region),
    fields: Type.Optional(Type.Partial(Type.Record(Type.Enum([...VISUAL_FIELDS]), FieldPlace))),
  },
  { additionalProperties: false },
)
export type SideLayout = Static<typeof Side>

export const DocumentEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Z]{3}-[A-Z_0-9-]+$' }),
    type: Type.Enum([...DOCUMENT_TYPES]),
    region: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    /** ISO/IEC 7810. */
    format: Type.Enum(['ID-1', 'ID-2', 'ID-3']),
    /** The years in which a new model was first issued, ascending; left out if unknown. */
    releases: Type.Optional(Type.Array(Year, { minItems: 1 })),
    /** The document's own title, if it differs from the usual title in its languages. */
    titles: Type.Optional(Type.Array(Type.String({ minLength: 3 }))),
    mrz: Type.Optional(
      Type.Object({ side: Type.Enum(['FRONT', 'BACK']), form: Type.Enum(['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB']) }),
    ),
    barcode: Type.Optional(
      Type.Object({
        side: Type.Enum(['FRONT', 'BACK']),
        symbology: Type.Enum(['PDF417', 'QRCode', 'Code128', 'DataMatrix']),
      }),
    ),
    /** A shared layout that says where the fields are. */
    layout: Type.Optional(Type.Enum(['eu-driving-licence', 'aamva-licence'])),
    /** The printed order of day, month and year, if the country's other documents use another one. */
    dateOrder: Type.Optional(Type.Enum(['DMY', 'MDY', 'YMD'])),
    front: Type.Optional(Side),
    back: Type.Optional(Side),
    /** The description that the entry was compared with, or, while nothing was compared, one to compare it with. */
    source: Type.Optional(Type.String({ minLength: 3 })),
    /** True: the source was not read, and the entry is general knowledge. Otherwise what the source does not confirm. */
    unverified: Type.Optional(
      Type.Union([
        Type.Literal(true),
        Type.Array(Type.Enum(['titles', 'releases', 'mrz', 'barcode', 'layout', 'front', 'back']), { minItems: 1 }),
      ]),
    ),
  },
  { additionalProperties: false },
)
export type DocumentEntry = Static<typeof DocumentEntry>

export const DocumentFile = Type.Object(
  { country: Type.String({ pattern: '^[A-Z]{3}$' }), documents: Type.Array(DocumentEntry, { minItems: 1 }) },
  { additionalProperties: false },
)
export type DocumentFile = Static<typeof DocumentFile>

export const CountryList = Type.Array(
  Type.Object(
    {
      code: Type.String({ pattern: '^[A-Z]{3}$' }),
      /** The distinguishing sign of vehicles, as on the flag of a licence; left out if licences do not show it. */
      sign: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}$' })),
      languages: Type.Array(Type.String({ pattern: '^[a-z]{2}$' }), { minItems: 1 }),
      /** The names the country uses for itself on its documents. */
      names: Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }),
      dateOrder: Type.Optional(Type.Enum(['DMY', 'MDY', 'YMD'])),
    },
    { additionalProperties: false },
  ),
)
export type CountryEntry = Static<typeof CountryList>[number]

/** What a label announces: `other` is what documents print and we have no field for. */
const LABELLED_NAMES = [...VISUAL_FIELDS, 'other'] as const
export type LabelledName = (typeof LABELLED_NAMES)[number]

/** Language → field → the label printed before or above its value. */
export const Labels = Type.Record(
  Type.String({ pattern: '^[a-z]{2}$' }),
  Type.Partial(Type.Record(Type.Enum([...LABELLED_NAMES]), Type.Array(Type.String({ minLength: 2 }), { minItems: 1 }))),
)
export type Labels = Static<typeof Labels>

/** Type → language → what the document calls itself. One of another type calls itself nothing that we know. */
export const Titles = Type.Partial(
  Type.Record(
    Type.Enum([...DOCUMENT_TYPES]),
    Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.Array(Type.String({ minLength: 3 }), { minItems: 1 })),
  ),
)
export type Titles = Static<typeof Titles>

/** Language → the Latin letters it uses in addition to A to Z, in upper case. */
export const Alphabets = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String())
export type Alphabets = Static<typeof Alphabets>
