import { type Static, type TSchema, Type } from 'typebox'

/** A closed list of words, as an enum of strings. */
export const words = <const Words extends readonly string[]>(list: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...list], ...options })

/** A schema of which some parts come from features: it is made when the features are installed. */
interface LateSchema<Schema extends TSchema> {
  $id: string
  make(): Schema
}

export const late = <Schema extends TSchema>($id: string, make: () => Schema): LateSchema<Schema> => ({ $id, make })

/** The type of what a late schema describes. */
export type LateStatic<Late extends LateSchema<TSchema>> = Static<ReturnType<Late['make']>>

/** Refers to a schema by its name, so that the OpenAPI document has one component for it. */
export const ref = <Schema extends TSchema>(schema: Schema | LateSchema<Schema>, options: object = {}) =>
  Type.Unsafe<Static<Schema>>({ $ref: `${nameOf(schema)}#`, ...options })

/** The name of a schema in the OpenAPI document. */
export function nameOf(schema: object): string {
  const { $id } = schema as { $id?: string }
  if (!$id) throw new Error('this schema has no $id')
  return $id
}

export const score = (description: string, options: object = {}) =>
  Type.Number({ minimum: 0, maximum: 100, description, ...options })

export const country = (description = 'ISO 3166 alpha-3 country code.') =>
  Type.String({ description, examples: ['UTO'] })

/** The longest UUID, as `urn:uuid:…`. */
export const LONGEST_UUID = 45
/** An address with more is refused with the headers; an id that is too long counts as unknown. */
export const LONGEST_IN_ADDRESS = 16_384
/** Far more digits of a second than any clock has. */
export const LONGEST_TIME = 64

/** Base64 of 50 MB, the most that MAX_IMAGE_BYTES can be; the limit of the body is usually a smaller one. */
export const LONGEST_PICTURE = 67_000_000

/** A time, as a request states it. */
export const timeAsked = Type.String({ format: 'date-time', maxLength: LONGEST_TIME })

/** A time, as results state it. */
export const time = (description: string) => Type.String({ description, examples: ['2026-05-28T08:28:45.000Z'] })
