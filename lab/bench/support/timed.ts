import type { Timed } from '../../evaluate/report/tables/storage.ts'

/** Repeats the same query, and returns the median and the slowest time. */
export async function timed<Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<unknown>,
): Promise<Pick<Timed, 'medianMs' | 'slowestMs' | 'cpuMs'>> {
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (const value of values) {
    const start = performance.now()
    await act(value)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  return {
    medianMs: round(times[Math.floor(times.length / 2)]),
    slowestMs: round(times.at(-1)),
    cpuMs: round((user + system) / 1000 / times.length),
  }
}

const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10
