import { Type } from 'typebox'
import { MOST_TAUGHT_PICTURES } from '../../../actions/ports/teaching.ts'
import { MODEL_FORMAT, MODEL_ZONES } from '../../../domain/document/model.ts'
import { DOCUMENT_TYPES, PAGE_SIDES, VISUAL_FIELDS } from '../../../domain/vocabulary.ts'

export const DOCUMENT_FORMAT = 'limen-document/1'

/** Strict, so that nothing travels in a file that no reading uses. */
const strict = { additionalProperties: false }
const share = Type.Number({ minimum: 0, maximum: 1 })
const place = Type.Object({ x: share, y: share, width: share, height: share }, strict)
/** The largest is the picture of the reference, a JPEG. */
const base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 4_000_000 })
const cells = Type.Integer({ minimum: 1, maximum: 512 })
const text = Type.String({ maxLength: 200 })
/** A place may lie beyond the edge of the page. */
const point = Type.Object({ x: Type.Number(), y: Type.Number() }, strict)

const size = Type.Number({ minimum: 0 })
/** What earlier versions kept and this one does not look at may still be in a file: `loose`, `grain`, `varies`, `colours`, `uneven`, `patch`, `stroke`, `face`, `lines`, and how fields are written, their labels and all labels. */
const spread = Type.Object(
  {
    pictures: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES })),
    softer: size,
    weight: size,
    stroke: Type.Optional(size),
    pattern: size,
    faded: size,
    worst: Type.Optional(size),
    uneven: Type.Optional(size),
    patch: Type.Optional(size),
    inks: Type.Optional(size),
    spot: Type.Optional(size),
  },
  strict,
)

const reference = Type.Object(
  {
    picture: base64,
    power: base64,
    colours: base64,
    ink: Type.Array(Type.Number(), { minItems: 3, maxItems: 3 }),
    stroke: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    lines: Type.Array(point, { maxItems: 512 }),
    face: Type.Optional(point),
    loose: Type.Optional(base64),
    firm: Type.Optional(base64),
    alike: Type.Optional(
      Type.Object(
        {
          pattern: Type.Number(),
          print: Type.Number(),
          varies: Type.Optional(Type.Number()),
          colours: Type.Optional(Type.Number()),
          fallen: Type.Optional(size),
          area: Type.Optional(size),
        },
        strict,
      ),
    ),
    layout: Type.Optional(
      Type.Object({ lines: Type.Optional(size), elsewhere: size, face: Type.Optional(size) }, strict),
    ),
    grain: Type.Optional(Type.Object({ usual: Type.Number(), varies: Type.Number() }, strict)),
    spread: Type.Optional(spread),
  },
  strict,
)

const content = Type.Object(
  {
    format: Type.Literal(MODEL_FORMAT),
    ratio: Type.Number({ minimum: 0.2, maximum: 5 }),
    pictures: Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES }),
    lent: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TAUGHT_PICTURES })),
    look: Type.Object({ columns: cells, rows: cells, values: base64, weights: base64 }, strict),
    print: Type.Object(
      { picture: base64, hidden: Type.Array(place), columns: cells, rows: cells, known: base64 },
      strict,
    ),
    reference: Type.Optional(reference),
    fields: Type.Array(
      Type.Object(
        {
          name: Type.Enum([...VISUAL_FIELDS]),
          box: place,
          script: Type.Optional(text),
          alphabet: Type.Optional(Type.Enum(['letters', 'digits', 'both'])),
          dateFormat: Type.Optional(text),
          label: Type.Optional(text),
        },
        strict,
      ),
      { maxItems: 64 },
    ),
    zones: Type.Array(Type.Object({ name: Type.Enum([...MODEL_ZONES]), box: place }, strict), { maxItems: 16 }),
    labels: Type.Optional(Type.Array(Type.Object({ text, box: place }, strict), { maxItems: 256 })),
  },
  strict,
)

const model = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
    version: Type.Integer({ minimum: 1 }),
    country: Type.String({ pattern: '^[A-Z]{3}$' }),
    type: Type.Enum([...DOCUMENT_TYPES]),
    side: Type.Enum([...PAGE_SIDES]),
    year: Type.Optional(Type.String({ pattern: '^(19|20)\\d\\d$' })),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    content,
  },
  strict,
)

/** What `model.json` holds. */
export const ModelFile = Type.Object({ format: Type.Literal(DOCUMENT_FORMAT), model }, strict)
