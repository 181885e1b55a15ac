import { VARIATIONS } from '../../../screening/variations.ts'
import { type Table, thousands } from '../../measure/table.ts'

export interface ScreeningSize {
  size: number
  importSeconds: number
  fileBytes: number
  medianMs: number
  p95Ms: number
  cpuMs: number
  cpuP95Ms: number
  threshold: number
  found: number
  tried: number
  strangers: number
  falseHits: number
  kinds: { kind: string; leftOut: boolean; tried: number; found: number }[]
}

export interface ScreeningFigures {
  people: number
  strangers: number
  sizes: ScreeningSize[]
}

const share = (found: number, tried: number): string =>
  tried ? `${((found / tried) * 100).toFixed(1)} % (${thousands(found)} of ${thousands(tried)})` : '–'

/** What was found and what it cost, by the size of the list. */
export function screeningBySize({ sizes }: ScreeningFigures): Table {
  return {
    title: 'People found on a drawn list, and unrelated people with a hit',
    head: [
      'persons on the list',
      'threshold',
      'found',
      'unrelated persons with a hit',
      'CPU-ms a person, median and 95th',
      'import, CPU-s',
    ],
    rows: sizes.map((each) => [
      thousands(each.size),
      each.threshold.toFixed(2),
      share(each.found, each.tried),
      `${each.falseHits} of ${thousands(each.strangers)}`,
      `${each.cpuMs.toFixed(1)}, ${each.cpuP95Ms.toFixed(1)}`,
      each.importSeconds.toFixed(0),
    ]),
  }
}

/** What was found of each kind of variation. */
export function screeningByKind({ sizes }: ScreeningFigures): Table {
  return {
    title: 'Found, by kind of variation',
    head: ['variation', 'what it does', ...sizes.map(({ size }) => `found, list of ${thousands(size)}`)],
    rows: VARIATIONS.map(({ kind, says, leftOut }) => [
      leftOut ? `${kind} (left out)` : kind,
      says,
      ...sizes.map(({ kinds }) => {
        const found = kinds.find((each) => each.kind === kind)
        return share(found?.found ?? 0, found?.tried ?? 0)
      }),
    ]),
  }
}
