import type { NoSuchTenant } from '../../actions/admin/known-tenant.ts'

/** The command was called in a way it does not know, or asks for what cannot be done; the message says so. */
export class UsageError extends Error {}

export const noSuchTenant = ({ tenant }: NoSuchTenant): UsageError => new UsageError(`there is no tenant '${tenant}'`)
