import type { Migration } from './migration.ts'

/** Accounts that an OpenID provider vouches for, and from where each sign-in came. */
export const providerAccounts: Migration = () => [
  'alter table reviewer add column subject text',
  'create unique index reviewer_subject on reviewer (subject)',
  `alter table sign_in add column network text not null default ''`,
  `alter table sign_in add column agent text not null default ''`,
]
