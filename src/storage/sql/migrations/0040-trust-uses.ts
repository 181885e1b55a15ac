import type { Migration } from './migration.ts'

/** What credentials an issuer is trusted for; null in what was imported before this was kept, which stays trusted for all. */
export const trustUses: Migration = () => ['alter table trusted_item add column uses text']
