import { readdirSync, readFileSync } from 'node:fs'

/** CPU time so far of these processes and all their descendants, in milliseconds (Linux). */
export function cpuMsOf(roots: readonly number[]): number {
  const all = readProcesses()
  const wanted = new Set(roots)
  // A child has a larger number than its parent unless the numbers wrapped around: repeat until nothing is added.
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid)
  }
  const missing = roots.find((root) => !all.some(({ pid }) => pid === root))
  if (missing !== undefined) throw new Error(`there is no process ${missing}`)
  return all.filter(({ pid }) => wanted.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS
}

/** The running processes that were started by this one. */
export const childrenOf = (pid: number): number[] =>
  readProcesses()
    .filter(({ parent }) => parent === pid)
    .map((each) => each.pid)

/** Ticks of the kernel's clock, USER_HZ. */
const TICK_MS = 10

interface Process {
  pid: number
  parent: number
  /** Its own time and that of children that have ended. */
  ticks: number
}

const readProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(name)
      if (stat === undefined) return []
      // The name may contain spaces and brackets; after the last bracket come state, parent, …
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
    })

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined // it has ended meanwhile
    throw error
  }
}
