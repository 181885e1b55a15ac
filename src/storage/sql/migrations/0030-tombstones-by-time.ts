import type { Migration } from './migration.ts'

/** What was erased of late, for nodes that hold faces in memory. */
export const tombstonesByTime: Migration = () => ['create index tombstone_by_time on tombstone (erased_at)']
