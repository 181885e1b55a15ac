import type { StepTime } from '../../../src/vision/read-engine.ts'
import { quantile } from './rates.ts'

/** CPU time of consecutive pieces of work, all threads, in milliseconds. */
export function cpuCost() {
  const spent: number[] = []
  return {
    async of<Value>(work: () => Promise<Value>): Promise<Value> {
      const before = process.cpuUsage()
      const value = await work()
      const { user, system } = process.cpuUsage(before)
      spent.push((user + system) / 1000)
      return value
    },
    summary: () => ({ p50: round(quantile(spent, 0.5)), p95: round(quantile(spent, 0.95)) }),
  }
}

/** The steps' mean share of the time, as recorded by the readings. */
export function stepCost() {
  const sums = new Map<string, number>()
  let readings = 0
  return {
    add(times: readonly StepTime[]): void {
      readings++
      for (const { step, cpuMs } of times) sums.set(step, (sums.get(step) ?? 0) + cpuMs)
    },
    means: () => Object.fromEntries([...sums].map(([step, sum]) => [step, round(sum / readings)])),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
