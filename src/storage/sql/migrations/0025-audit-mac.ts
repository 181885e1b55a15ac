import type { Migration } from './migration.ts'

/** Null in entries of earlier versions; see audit/open-audit-key.ts. */
export const auditMac: Migration = () => ['alter table audit add column mac text']
