import type { Verdict } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import type { GuidanceFigures } from '../../evaluate/report/tables/page.ts'

/** Counts the messages for frames of each label, how often they were right, and their cost. */
export class Tally<Label extends string> {
  readonly #said: Record<string, Record<string, number>>
  readonly #right: Record<Label, Verdict[]>
  readonly #times: number[] = []

  constructor(labels: readonly Label[], right: Record<Label, Verdict[]>) {
    this.#said = Object.fromEntries(labels.map((label) => [label, {}]))
    this.#right = right
  }

  /** Judges one frame and measures its CPU time. */
  time(judge: () => Verdict): Verdict {
    const before = process.cpuUsage()
    const verdict = judge()
    this.#times.push(process.cpuUsage(before).user / 1000)
    return verdict
  }

  add(label: Label, verdict: Verdict): void {
    const row = this.#said[label] ?? {}
    row[verdict] = (row[verdict] ?? 0) + 1
  }

  /** `good` is the label for which anything but `ready` is a false alarm. */
  figures(good: Label): GuidanceFigures {
    const labels = Object.entries(this.#said).map(([label, said]) => {
      const n = Object.values(said).reduce((sum, count) => sum + count, 0)
      const right = this.#right[label as Label].reduce((sum, verdict) => sum + (said[verdict] ?? 0), 0)
      return [label, { n, right, said }] as const
    })
    const times = this.#times.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round(10 * (times[Math.floor(share * (times.length - 1))] ?? 0)) / 10
    return { good, labels: Object.fromEntries(labels), cpuMs: { p50: at(0.5), p95: at(0.95) } }
  }
}
