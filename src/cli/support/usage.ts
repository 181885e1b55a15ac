import type { NoSuchTenant } from '../../actions/admin/known-tenant.ts'

/** The command was called in a way it does not know, or asks for what cannot be done; the message says so. */
export class UsageError extends Error {}

export const noSuchTenant = ({ tenant }: NoSuchTenant): UsageError => new UsageError(`there is no tenant '${tenant}'`)

/** The value after `--name`, or undefined. */
export function readOption(args: string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`)
  return at >= 0 ? args[at + 1] : undefined
}

/** The words that are neither options nor their values. */
export function readWords(args: string[]): string[] {
  return args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'))
}
