import { createHash } from 'node:crypto'
import type { Ports } from '../ports/ports.ts'

/** A device that is trusted guesses no longer than a stranger may. */
const FAILURES_OF_DEVICE = 10

/** Has somebody signed in under this name from this browser, and not failed too often since? */
export async function isKnownDevice(
  { signIns }: Pick<Ports, 'signIns'>,
  username: string,
  device: string | undefined,
): Promise<boolean> {
  if (!device) return false
  const found = await signIns.findDevice(hashDevice(device))
  return found !== undefined && found.username === username && found.failures < FAILURES_OF_DEVICE
}

/** What is kept of a browser's id. */
export const hashDevice = (device: string): string => createHash('sha256').update(device).digest('hex')
