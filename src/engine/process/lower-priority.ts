import { constants, getPriority, setPriority } from 'node:os'

/** By how much half of the workers stand back behind the others where both want the same core. It cannot be taken back. */
const STAND_BACK = 5

/** Gives a process a lower priority than this one's; false where the machine does not allow it. */
export function lowerPriority(pid: number): boolean {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + STAND_BACK))
    return true
  } catch {
    return false
  }
}
