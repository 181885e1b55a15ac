import { type Static, Type } from 'typebox'
import {
  DOCUMENT_TYPES,
  type DocumentType,
  PAGE_SIDES,
  type PageSide,
  VISUAL_FIELDS,
  type VisualFieldName,
} from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

export type { PageSide } from '../../domain/vocabulary.ts'

/** Teaching documents: what the console and the command line send and receive. */

const share = Type.Number({ minimum: 0, maximum: 1 })
/** In shares of the straightened picture. */
export const PageArea = Type.Object(
  { x: share, y: share, width: share, height: share },
  { additionalProperties: false },
)
export type PageArea = Static<typeof PageArea>

/** What the document is called, which lines are which fields, and where its portraits are. */
export const Description = Type.Object(
  {
    country: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166 alpha-3 code of the issuer.' }),
    type: words(DOCUMENT_TYPES),
    side: words(PAGE_SIDES),
    year: Type.Optional(
      Type.String({ pattern: '^(19|20)\\d\\d$', description: 'Of the first issue of this design, where it is known.' }),
    ),
    name: Type.String({ minLength: 1, maxLength: 80, description: 'As people call it.' }),
    named: Type.Array(
      Type.Object(
        {
          picture: Type.Integer({ minimum: 0, maximum: 4, description: 'Which of the pictures, from 0.' }),
          field: words(VISUAL_FIELDS),
          box: Type.Optional(PageArea),
          value: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'As it is printed there.' })),
        },
        {
          additionalProperties: false,
          description: 'A value by its place on the straightened picture, or by its text.',
        },
      ),
      { maxItems: 115 },
    ),
    marks: Type.Optional(
      Type.Object(
        {
          portrait: Type.Optional(PageArea),
          ghostPortrait: Type.Optional(PageArea),
          signature: Type.Optional(PageArea),
        },
        { additionalProperties: false, description: 'On the first picture. What is not marked is looked for.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Description = Static<typeof Description>

/** A picture as Base64, or one of a session by its name. */
export const TeachingPicture = Type.Union([
  Type.Object({ data: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  Type.Object(
    { sessionId: Type.String({ format: 'uuid' }), image: Type.String({ maxLength: 64 }) },
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
    id: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
)
export type TeachRequest = Static<typeof TeachRequest>
export const TryRequest = Type.Object({ picture: TeachingPicture }, { additionalProperties: false })
export const SwitchRequest = Type.Object({ to: words(['on', 'off']) }, { additionalProperties: false })
export const ImportRequest = Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false })

/** A picture as the teacher sees it. */
export interface PicturePreview {
  isFound: boolean
  /** A JPEG as a data URL. */
  picture: string
  width: number
  height: number
  lines: { text: string; box: PageArea; confidence: number; suggested?: VisualFieldName }[]
  zones: { name: string; box: PageArea }[]
  kind?: { country: string; type: DocumentType; side: PageSide }
}

export interface Taught {
  id: string
  version: number
  /** Fields that were named and not found on their picture. */
  notFound: VisualFieldName[]
  /** Pictures, from 1, that do not fit the others: nothing was learnt from them. */
  leftOut: number[]
}

/** What became of a picture that was tried. */
export interface Tried {
  recognised: boolean
  /** How well it agrees with the model: 0 to 100. */
  agreement?: number
  /** Why it could not be read at all. */
  refusal?: string
  documentName?: string
  fields: { name: VisualFieldName; value: string; confidence: number }[]
  authenticity?: {
    score: number
    places: (PageArea & { about?: string })[]
    /** What each property says, 0 to 100; null where the picture does not show it. */
    properties?: Record<string, number | null>
  }
  /** JPEGs as data URLs. */
  picture?: string
  heatMap?: string
}

export interface DocumentEntry {
  id: string
  country: string
  countryName: string
  type: DocumentType
  sides: PageSide[]
  name: string
  years: string[]
  /** What says which value is which. */
  readBy: 'place' | 'label' | 'number' | 'abbreviation'
  /** Those whose place is known. */
  fields: VisualFieldName[]
  mrz: boolean
  barcode: boolean
  /** Is it compared with what a genuine one looks like? */
  compared: boolean
  /** Sessions of 30 days that showed it; of the catalogue's, a document of this country and type. */
  seen: number
  /** Absent of what the catalogue describes. */
  taught?: TaughtEntry
}

export interface TaughtEntry {
  status: 'draft' | 'published' | 'off'
  version: number
  pictures: number
  taughtBy: string
  atUtc: string
  /** The key that signed the file it was imported from. */
  signer?: string
  seen: number
  approved: number
  /** A newer version that is not in use yet. */
  draft?: number
}

/** A file that somebody wants to import, before anything is kept. */
export interface ImportView {
  country: string
  type: DocumentType
  side: PageSide
  year?: string
  name: string
  fields: VisualFieldName[]
  pictures: number
  signer: string
  /** This installation's own key, one that a model was imported from before, or a stranger's. */
  signerIs: 'own' | 'known' | 'stranger'
}
