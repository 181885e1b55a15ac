import type { Verdict } from '../../src/web/guidance/judge-frame.ts'

/** Counts what was said to frames of each label, how often it was right, and what it cost. */
export class Tally<Label extends string> {
  readonly #said: Record<string, Record<string, number>>
  readonly #right: Record<Label, Verdict[]>
  readonly #times: number[] = []

  constructor(labels: readonly Label[], right: Record<Label, Verdict[]>) {
    this.#said = Object.fromEntries(labels.map((label) => [label, {}]))
    this.#right = right
  }

  /** Judges one frame by the clock of the processor. */
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

  /** `good` names the label to which anything but `ready` is a false alarm. */
  print(good: Label): void {
    console.table(this.#said)
    const labels = Object.keys(this.#said) as Label[]
    for (const label of labels) console.log(`${label}: ${percent(this.#rightOf(label), this.#countOf(label))} right`)
    const right = labels.reduce((sum, label) => sum + this.#rightOf(label), 0)
    const all = labels.reduce((sum, label) => sum + this.#countOf(label), 0)
    console.log(`all: ${percent(right, all)} right`)
    const alarms = this.#countOf(good) - (this.#said[good]?.ready ?? 0)
    console.log(`false alarms on ${good} frames: ${percent(alarms, this.#countOf(good))}`)
    const times = this.#times.toSorted((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
    console.log(`CPU time a frame: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`)
  }

  #countOf(label: Label): number {
    return Object.values(this.#said[label] ?? {}).reduce((sum, count) => sum + count, 0)
  }

  #rightOf(label: Label): number {
    return this.#right[label].reduce((sum, verdict) => sum + (this.#said[label]?.[verdict] ?? 0), 0)
  }
}

const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} % (${part} of ${all})`
