import type { Migration } from './migration.ts'

/** What a receiver of webhooks answered to each attempt, and how long it took. */
export const deliveryAnswers: Migration = () => [
  'alter table outbox_attempt add column answered integer',
  'alter table outbox_attempt add column took_ms integer',
]
