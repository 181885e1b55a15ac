import { type TSchema, Type } from 'typebox'

/** The answer of a console route: what is not in the schema does not leave. */
export const answers = <Schema extends TSchema>(schema: Schema) => ({ response: { 200: schema } })

/** It is done, and there is nothing to say. */
export const noContent = { response: { 204: Type.Null() } }

/** A file of this type. */
export const answersFile = (mediaType: string) => ({
  response: {
    200: { content: { [mediaType]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } } },
  },
})
