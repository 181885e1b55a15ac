import { BadCall } from './problems.ts'

/** Nothing in the contract nests deeper than 5; deeper input is meant to exhaust the stack of recursive code. */
const DEEPEST = 32

/** Refuses a body that no database can store or no function can walk through: NUL in a text, or excessive nesting. */
export function refuseOddBody(body: unknown): void {
  let level = [body]
  for (let depth = 0; level.length; depth++) {
    if (depth > DEEPEST) throw new BadCall('BAD_REQUEST', `The body is nested deeper than ${DEEPEST} levels.`)
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') refuseNul(value, 'The body')
      else if (Array.isArray(value)) for (const part of value) next.push(part)
      else if (value !== null && typeof value === 'object' && isPlain(value)) {
        for (const [name, part] of Object.entries(value)) {
          refuseNul(name, 'The body')
          next.push(part)
        }
      }
    }
    level = next
  }
}

/** Refuses a query with NUL in it, in any encoding. */
export function refuseOddQuery(url: string): void {
  if (url.slice(url.indexOf('?')).includes('%00')) throw new BadCall('BAD_REQUEST', 'The query has a NUL character.')
}

/** No name contains a NUL: the caller gets 404, as for any other unknown name. */
export function refuseOddPath(url: string): void {
  if (url.includes('%00')) throw new BadCall('NOT_FOUND')
}

function refuseNul(text: string, where: string): void {
  if (text.includes('\0')) throw new BadCall('BAD_REQUEST', `${where} has a NUL character.`)
}

/** Pictures and streams are not JSON. */
const isPlain = (value: object) =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null
