import type { Migration } from './migration.ts'

export const version11: Migration = {
  schema: 40,
  statements: () => [
    // Failed logins, which all nodes count together: names and addresses as keyed hashes.
    `create table login_failure (
      key_hash text primary key, failures integer not null, last_at bigint not null)`,
    'create index login_failure_last on login_failure (last_at)',
  ],
}
