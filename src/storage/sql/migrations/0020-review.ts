import type { Migration } from './migration.ts'

/**
 * What the queue is sorted and narrowed by, until when a person may send a new picture, until when a verdict can be taken
 * back, and what a webhook asks for.
 */
export const review: Migration = () => [
  'alter table session add column score integer',
  'alter table session add column cause text',
  'alter table session add column risk integer',
  'alter table session add column due_at bigint',
  'alter table session add column asked_until bigint',
  'alter table session add column held_until bigint',
  'alter table session add column waits_for text',
  'alter table session add column waits_since bigint',
  'alter table session add column spoken text',
  'alter table outbox add column action text',
]
