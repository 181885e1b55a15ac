import type { Migration } from './migration.ts'

/** What reviewers said of two sessions: one person or two. `low_id` and `high_id` are the two in order, for one row a pair. */
export const pairAnswers: Migration = () => [
  `create table pair_answer (
    low_id text not null, high_id text not null, session_id text not null, answer text not null,
    reviewer text not null, at bigint not null, sealed_reason text not null, primary key (low_id, high_id))`,
  'create index pair_answer_high on pair_answer (high_id)',
  'create index pair_answer_session on pair_answer (session_id)',
]
