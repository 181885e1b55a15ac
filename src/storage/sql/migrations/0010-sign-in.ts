import type { Migration } from './migration.ts'

/** A reviewer's sign-in under its own name: a session is a person's. */
export const signIn: Migration = () => ['alter table console_session rename to sign_in']
