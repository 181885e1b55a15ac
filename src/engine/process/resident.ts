import { readFileSync } from 'node:fs'

/** Memory of a process that is in use, as Linux tells; 0 where nobody does, or the process is gone. */
export function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
