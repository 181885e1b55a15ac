import { GivenConsent } from '../../contract/enrolment/consent.ts'
import { ApplicantForm, InitializeRequest } from '../../contract/enrolment/session.ts'
import { nearestName } from '../../domain/text/nearest.ts'

export const WARNING_HEADER = 'x-limen-warning'

/** Properties of `initialize`, and of the objects in it. */
const KNOWN: Record<string, readonly string[]> = {
  '': Object.keys(InitializeRequest.properties),
  applicantForm: Object.keys(ApplicantForm.properties),
  consent: Object.keys(GivenConsent.properties),
}
const MOST_NAMED = 5
const LONGEST_NAME = 64

/**
 * Names what the caller sent and nobody will read: most often a property that is misspelt. A warning and not a refusal:
 * a client of an earlier or later version may send more than we know.
 */
export function warnOfUnknown(body: object): string | undefined {
  const unknown = Object.entries(KNOWN).flatMap(([path, known]) => {
    const sent: unknown = path ? (body as Record<string, unknown>)[path] : body
    if (!sent || typeof sent !== 'object') return []
    return Object.keys(sent)
      .filter((name) => !known.includes(name))
      .map((name) => describe(path, name, known))
  })
  if (!unknown.length) return undefined
  const more = unknown.length - MOST_NAMED
  return [...unknown.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function describe(path: string, name: string, known: readonly string[]): string {
  const near = nearestName(name.slice(0, LONGEST_NAME), known)
  return `${path ? `${path}/` : ''}${plain(name)} is not known and was ignored${near ? `, did you mean ${near}?` : ''}`
}

/** A header holds printable ASCII alone, and the name is the caller's. */
const plain = (name: string): string => name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, '?')
