import type { Ports } from '../ports/ports.ts'
import { openSlot } from '../slot.ts'

/** Another source of who may use the console: for a person whom it knows, it counts in place of their sign-in's groups. */
interface AccountDirectory {
  /** Undefined if it does not know the person; empty if they may not come in. */
  groupsOf(ports: Ports, subject: string): Promise<readonly string[] | undefined>
}

export const accountDirectories = openSlot<AccountDirectory>('account directories')

export async function groupsInDirectories(ports: Ports, subject: string): Promise<readonly string[] | undefined> {
  for (const directory of accountDirectories.parts()) {
    const groups = await directory.groupsOf(ports, subject)
    if (groups) return groups
  }
  return undefined
}

export type { AccountDirectory }
