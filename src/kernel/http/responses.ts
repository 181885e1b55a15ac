import { type TSchema, Type } from 'typebox'
import { Problem } from '../contract/problem.ts'
import { ref } from '../contract/schema.ts'
import { EnrolmentError } from '../session/contract/enrolment-error.ts'

/** The answer of a console route: what is not in the schema is not sent. */
export const answers = <Schema extends TSchema>(schema: Schema) => ({ response: { 200: schema } })

/** Done, without a body. */
export const noContent = { response: { 204: Type.Null() } }

/** A file of this type. */
export const answersFile = (mediaType: string) => ({
  response: {
    200: { content: { [mediaType]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } } },
  },
})

const meanings: Record<number, string> = {
  400: 'The request does not fit the contract.',
  401: 'Credentials or token are missing or wrong.',
  403: 'Not with these credentials.',
  404: 'Unknown, not yours, or deleted.',
  408: 'The body arrives too slowly.',
  409: 'Not in this state.',
  410: 'The session has expired.',
  413: 'The body or the picture is over the limit.',
  415: 'This media type is not accepted.',
  429: 'Too many requests; see Retry-After.',
  503: 'Busy, or what it needs cannot be reached or written; see Retry-After.',
}

/** The problem answers of a route, for its schema. */
export const problems = (...statuses: number[]) => describe(statuses, 'application/problem+json', ref(Problem))

/** The `hasError` answers of an enrolment route, for its schema. */
export const enrolmentErrors = (...statuses: number[]) => describe(statuses, 'application/json', ref(EnrolmentError))

function describe(statuses: number[], mediaType: string, schema: object) {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: meanings[status] ?? '', content: { [mediaType]: { schema } } }]),
  )
}
