import { readFileSync } from 'node:fs'

/** Memory of a process that is in use, as Linux tells; 0 where nobody does, or the process is gone. */
export function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** CPU time that a process has used, as Linux tells; undefined where nobody does, or the process is gone. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}
