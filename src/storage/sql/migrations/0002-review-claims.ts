import type { Migration } from './migration.ts'

export const reviewClaims: Migration = () => [
  `create table review_claim (
    session_id text primary key references session (id), reviewer text not null, until bigint not null)`,
  `create index session_waiting on session (completed_at, id)
    where status = 'WAITING_FOR_MANUAL_APPROVE' and erased_at is null`,
]
