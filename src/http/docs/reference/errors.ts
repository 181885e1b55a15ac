import { PROBLEMS, type ProblemCode } from '../../../contract/problem.ts'
import { type Html, html, prose } from '../html.ts'
import { type Entry, jsonOf } from './document.ts'
import { type Components, follow } from './fields.ts'
import { type Code, REMEDIES } from './remedies.ts'

/** The codes that an operation can answer, with their status. */
function codesOf(entry: Entry, components: Components): { status: number; code: Code }[] {
  return Object.entries(entry.responses ?? {}).flatMap(([text, { content }]) => {
    const status = Number(text)
    const schema = jsonOf(content)
    const fields = schema && follow(schema, components).properties
    if (status < 400) return codesIn(fields?.error?.enum).map((code) => ({ status, code }))
    const codes = fields?.code ? problemsOf(entry, status) : (IN_ENROLMENT[status] ?? [])
    return codes.map((code) => ({ status, code }))
  })
}

const codesIn = (values: string[] = []): Code[] => values.filter((value): value is Code => value in REMEDIES)

/** Of the codes with this status those that can come here: some belong to the console alone, some to one kind of call. */
function problemsOf({ tags = [] }: Entry, status: number): Code[] {
  const here = status === 409 ? CONFLICTS[tags[0] ?? ''] : undefined
  const all = Object.entries(PROBLEMS).flatMap(([code, [each]]) => (each === status ? [code as ProblemCode] : []))
  return here ?? all.filter((code) => code !== 'SIGN_IN_REQUIRED' && code !== 'SECOND_FACTOR_NEEDED')
}

const CONFLICTS: Record<string, Code[]> = {
  Sessions: [
    'SESSION_ALREADY_EXISTS',
    'SESSION_ALREADY_COMPLETED',
    'SESSION_EXPIRED',
    'SESSION_DELETED',
    'PERSON_UNAVAILABLE',
  ],
  Results: ['RESULTS_NOT_READY'],
  Review: [
    'NOT_WAITING_FOR_REVIEW',
    'CASE_CLAIMED',
    'SECOND_PERSON_NEEDED',
    'TOO_MANY_NEW_PICTURES',
    'TOO_LATE_TO_UNDO',
    'CONFLICT',
  ],
}

const IN_ENROLMENT: Record<number, Code[]> = {
  400: ['BAD_REQUEST'],
  401: ['SESSION_UNAUTHORIZED'],
  408: ['REQUEST_TIMEOUT'],
  410: ['SESSION_EXPIRED'],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  429: ['TOO_MANY_REQUESTS'],
  503: ['SERVICE_UNAVAILABLE'],
}

export function errorTable(entry: Entry, components: Components): Html | undefined {
  const codes = codesOf(entry, components)
  if (!codes.length) return undefined
  return html`<details><summary>${codes.length} errors, and what to do</summary><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">What to do</th></tr></thead><tbody>${codes.map(
    ({ status, code }) =>
      html`<tr><td>${status}</td><td><code>${code}</code></td><td>${prose(REMEDIES[code])}</td></tr>`,
  )}</tbody></table></details>`
}
