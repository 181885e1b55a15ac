import type { Migration } from './migration.ts'

/**
 * Rows that turn a decision carry a MAC as well: taught documents, lists and their entries, dismissals, answers about
 * pairs, and the operator's own list. The start that makes this step signs the existing ones (rights/rights.ts).
 */
export const version11: Migration = {
  schema: 40,
  statements: () => [
    ...[
      'document_model',
      'watchlist',
      'watchlist_version',
      'watchlist_entry',
      'watchlist_dismissal',
      'list_source',
      'block_entry',
      'pair_answer',
    ].map((table) => `alter table ${table} add column mac text`),
    // Failed logins, which all nodes count together: names and addresses as keyed hashes.
    `create table login_failure (
      key_hash text primary key, failures integer not null, last_at bigint not null)`,
    'create index login_failure_last on login_failure (last_at)',
    // Signed hashes over the rows of a table in which none may be missing.
    'create table signed_set (name text primary key, digest text not null, mac text)',
  ],
}
