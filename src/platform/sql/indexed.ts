import { sql } from 'kysely'

/** As the index of session_by_delay spells them. */
export const REVIEWED = `case when status in ('MANUAL_APPROVED', 'MANUAL_REJECTED') then 1 else 0 end`
export const TOOK = `settled_at - case when status in ('MANUAL_APPROVED', 'MANUAL_REJECTED')
  then completed_at else created_at end`

/** 1 if a reviewer decided, 0 if the rules did. */
export const reviewed = sql<number>`${sql.raw(`(${REVIEWED})`)}`

/** Milliseconds: from the creation if the rules decided, from the referral if a reviewer did. */
export const took = sql<number>`${sql.raw(`(${TOOK})`)}`

/**
 * The fields that searches narrow by, in one text, the tenant last because its id may contain any character. The index
 * and the queries have to spell it in the same way. A part that a session does not have yet is empty.
 */
export const FACET = [
  'mode',
  'status',
  `coalesce(document_type, '')`,
  `coalesce(country, '')`,
  `coalesce(reached, '')`,
  'tenant',
].join(` || '|' || `)
