import { UsageError } from './usage.ts'

export const SESSION = { description: 'the id of the session' } as const
export const TENANT = { type: 'string', value: 'ID', default: 'default', description: 'whose session it is' } as const

export const unknownSession = (tenant: string, session: string): UsageError =>
  new UsageError(`the tenant '${tenant}' has no session ${session}: it may have been erased`)
