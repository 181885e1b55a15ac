import { type Static, type TSchema, Type } from 'typebox'

/** A closed list of words, as an enum of strings. */
export const words = <const Words extends readonly string[]>(list: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...list], ...options })

/** Refers to a schema by its name, so that the OpenAPI document has one component for it. */
export const ref = <Schema extends TSchema>(schema: Schema, options: object = {}) =>
  Type.Unsafe<Static<Schema>>({ $ref: `${nameOf(schema)}#`, ...options })

/** The name of a schema in the OpenAPI document. */
export function nameOf(schema: TSchema): string {
  const { $id } = schema as { $id?: string }
  if (!$id) throw new Error('this schema has no $id')
  return $id
}

export const score = (description: string, options: object = {}) =>
  Type.Number({ minimum: 0, maximum: 100, description, ...options })

export const country = (description = 'ISO 3166 alpha-3 country code.') =>
  Type.String({ description, examples: ['UTO'] })

/** A time, as results state it. */
export const time = (description: string) => Type.String({ description, examples: ['2026-05-28T08:28:45.000Z'] })
