import { VISUAL_FIELDS } from '../../../domain/vocabulary.ts'
import type { Candidate, Span } from './candidate.ts'
import { runsOf } from './roles/runs.ts'
import type { PageRoles } from './roles/say-roles.ts'
import { asValue, type Reading } from './value.ts'

/** Less than this is no ground to consider a field at all. */
const MIN_ROLE = 0.03

/** Values by what the net says of each word: whatever stretch of a line it takes for one thing, as each field it may be. */
export function byRole(spans: readonly Span[], roles: PageRoles, reading: Reading): Candidate[] {
  return spans.flatMap((span) => {
    const runs = runsOf(span, roles).map((run) => run.span)
    return (runs.length > 1 ? [...runs, span] : [span]).flatMap((stretch) => fieldsOf(stretch, roles, reading))
  })
}

function fieldsOf(span: Span, roles: PageRoles, reading: Reading): Candidate[] {
  const said = roles.rolesOf(span.line, span.start, span.start + span.text.length)
  return VISUAL_FIELDS.filter((name) => (said.get(name) ?? 0) > MIN_ROLE).flatMap(
    (name) => asValue(name, span, 0, 'place', reading) ?? [],
  )
}
