import type { Migration } from './migration.ts'

/** What people call a credential, and what it may do (words with commas between; null is everything). */
export const credentialRights: Migration = () => [
  'alter table credential add column label text',
  'alter table credential add column rights text',
]
