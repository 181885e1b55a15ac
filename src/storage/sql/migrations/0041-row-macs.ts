import { refuse } from './append-only.ts'
import type { Migration } from './migration.ts'

/** Rows that give a right carry a MAC: see rights/. What is there already is signed by the start that adds the columns. */
export const rowMacs: Migration = (kind) => [
  ...TABLES.map((table) => `alter table ${table} add column mac text`),
  ...(kind === 'sqlite'
    ? ['drop trigger policy_use_refuse_update']
    : ['drop trigger policy_use_refuse_update on policy_use', 'drop function policy_use_refuse_update()']),
  ...refuse(kind, 'policy_use', 'update', `(${contentOf('old')}) <> (${contentOf('new')})`),
]

const TABLES = [
  'tenant',
  'credential',
  'reviewer',
  'sign_in',
  'policy',
  'policy_use',
  'trusted_item',
  'hand_over',
  'credential_offer',
  'outbox',
]

/** Everything but the MAC, which a row of an earlier version gets. */
const contentOf = (row: 'old' | 'new') =>
  ['id', 'tenant', 'sha256', 'since', 'actor'].map((column) => `${row}.${column}`).join(', ')
