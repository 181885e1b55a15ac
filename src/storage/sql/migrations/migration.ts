import type { Database } from '../database/context.ts'

/** One numbered change of the schema, in statements both databases take unless it asks for the kind. */
export type Migration = (kind: Database['kind']) => string[]
