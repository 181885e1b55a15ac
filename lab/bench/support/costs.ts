import type { StepTime } from '../../../src/vision/read-engine.ts'
import { median } from '../../evaluate/measure/overlap.ts'
import type { PageCostFigures } from '../../evaluate/report/tables/service.ts'

/** The cost of the pages of a period, in CPU-ms, and of each of their steps. */
interface Costs {
  pages: number[]
  steps: Map<string, number[]>
}

export const noCosts = (): Costs => ({ pages: [], steps: new Map() })

export function add(costs: Costs, page: number, times: readonly StepTime[]): void {
  costs.pages.push(page)
  const steps = new Map<string, number>()
  for (const { step, cpuMs } of times) steps.set(step, (steps.get(step) ?? 0) + cpuMs)
  for (const [step, cpuMs] of steps) costs.steps.set(step, [...(costs.steps.get(step) ?? []), cpuMs])
}

/** Each step's share of all processor time; a step that a page did not need counts as 0. */
export function sharesOf({ pages, steps }: Costs): PageCostFigures['steps'] {
  const all = sumOf(pages)
  const named = [...steps].map(([step, values]) => {
    const none = new Array<number>(pages.length - values.length).fill(0)
    const sum = sumOf(values)
    const p50 = Math.round(median([...values, ...none]))
    return { step, pages: values.length, p50, mean: Math.round(sum / pages.length), share: sum / all, sum }
  })
  const rest = all - sumOf(named.map(({ sum }) => sum))
  const between = { pages: pages.length, p50: null, mean: Math.round(rest / pages.length), share: rest / all }
  return [
    ...named.toSorted((a, b) => b.sum - a.sum).map(({ sum: _, ...row }) => row),
    { step: '(between steps)', ...between },
  ]
}

export const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
