import { sql } from 'kysely'

/** 1 where a reviewer decided, 0 where the rules did. */
export const reviewed = sql<number>`case when status in ('MANUAL_APPROVED', 'MANUAL_REJECTED') then 1 else 0 end`

/** Milliseconds: from the creation where the rules decided, from the referral where a reviewer did. */
export const took = sql<number>`settled_at - case when status in ('MANUAL_APPROVED', 'MANUAL_REJECTED')
  then completed_at else created_at end`
