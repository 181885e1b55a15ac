import { readdirSync, readFileSync } from 'node:fs'

/** CPU milliseconds so far of a process and its children (Linux). */
export function processorMs(pid: number): number {
  const known = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const family = new Set([pid])
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const each of known) if (family.has(each.parent)) family.add(each.pid)
  }
  return known.filter((each) => family.has(each.pid)).reduce((sum, { ms }) => sum + ms, 0)
}

/** Undefined for a process that has just ended. */
function statOf(pid: number): { pid: number; parent: number; ms: number }[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [{ pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * 10 }] // ticks of 10 ms
  } catch {
    return []
  }
}
