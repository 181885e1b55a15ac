import type { Migration } from './migration.ts'

/** Changes no table: the start that makes this step seals sessions of version 0.1 again; see sessions/bind-sessions.ts. */
export const boundSessions: Migration = () => []
