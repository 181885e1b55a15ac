import { REVIEWED, TOOK } from '../counts/time-to-decide.ts'
import { FACET } from '../sessions/facet-expression.ts'
import type { Migration } from './migration.ts'

/**
 * Sessions by all that a search narrows by, newest first, so that what is rare is found without walking over everything;
 * by who decided them and how fast; and the verdicts of a reviewer. Those who came so far and no further are found by the
 * first as well.
 */
export const sessionFacets: Migration = () => [
  `create index session_by_facet on session ((${FACET}), created_at, id) where erased_at is null`,
  `create index session_by_delay on session (mode, (${REVIEWED}), (${TOOK}), settled_at)
    where settled_at is not null and completed_at is not null and erased_at is null`,
  `create index review_by_reviewer on review (reviewer, session_id)`,
  'drop index session_reached',
]
