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
  /** The same if the person's birth date was not given. */
  undated?: number
  tried: number
  strangers: number
  falseHits: number
  /** The thresholds that tenants may set. */
  thresholds: { threshold: number; found: number; falseHits: number }[]
  kinds: { kind: string; leftOut: boolean; tried: number; found: number }[]
}

export interface ScreeningFigures {
  people: number
  strangers: number
  sizes: ScreeningSize[]
}

const share = (found: number, tried: number): string =>
  tried ? `${((found / tried) * 100).toFixed(1)} % (${thousands(found)} of ${thousands(tried)})` : '–'

/** The results and the cost, by the size of the list. */
export function screeningBySize({ sizes }: ScreeningFigures): Table {
  return {
    title: 'People found on a drawn list, and unrelated people with a hit',
    head: [
      'persons on the list',
      'threshold',
      'found',
      'found without a birth date',
      'unrelated persons with a hit',
      'CPU-ms a person, median and 95th',
      'import, CPU-s',
    ],
    rows: sizes.map((each) => [
      thousands(each.size),
      each.threshold.toFixed(2),
      share(each.found, each.tried),
      each.undated === undefined ? '–' : share(each.undated, each.tried),
      `${each.falseHits} of ${thousands(each.strangers)}`,
      `${each.cpuMs.toFixed(1)}, ${each.cpuP95Ms.toFixed(1)}`,
      each.importSeconds.toFixed(0),
    ]),
  }
}

/** The effect of other thresholds, for the first size. */
export function screeningByThreshold({ sizes: [first] }: ScreeningFigures): Table {
  return {
    title: 'Found, and unrelated people with a hit, by threshold',
    head: ['threshold', 'found', 'unrelated persons with a hit', 'of 1,000'],
    rows: (first?.thresholds ?? []).map(({ threshold, found, falseHits }) => [
      threshold.toFixed(2),
      share(found, first?.tried ?? 0),
      `${falseHits} of ${thousands(first?.strangers ?? 0)}`,
      ((falseHits / (first?.strangers ?? 1)) * 1_000).toFixed(2),
    ]),
  }
}

/** The results for each kind of variation. */
export function screeningByKind({ sizes }: ScreeningFigures): Table {
  return {
    title: 'Found, by kind of variation',
    head: ['variation', ...sizes.map(({ size }) => `found, list of ${thousands(size)}`)],
    rows: VARIATIONS.map(({ kind, leftOut }) => [
      leftOut ? `${kind} (left out)` : kind,
      ...sizes.map(({ kinds }) => {
        const found = kinds.find((each) => each.kind === kind)
        return share(found?.found ?? 0, found?.tried ?? 0)
      }),
    ]),
  }
}

/** Times of one search each; `found` counts those who are on the list. */
interface Searched {
  medianMs: number
  p95Ms: number
  /** Of the searching process, without the time of a database server. */
  cpuMs: number
  cpuP95Ms: number
  found: number
  wanted: number
}

export interface ScreeningScale extends Searched {
  database: 'sqlite' | 'postgres'
  entities: number
  importSeconds: number
  importCpuSeconds: number
  mostMegabytes: number
}

export interface IndexRow extends Searched {
  index: string
  entities: number
  buildSeconds: number
  buildCpuSeconds: number
}

export interface ScreeningScaleFigures {
  searches: number
  scales: ScreeningScale[]
  indexes: IndexRow[]
}

/** A large list on each database. */
export const screeningByScale = ({ scales }: ScreeningScaleFigures): Table => ({
  title: 'A large list: import and search',
  head: [
    'persons on the list',
    'database',
    'import, s (CPU-s)',
    'peak memory, MB',
    'search, median and 95th, ms',
    'CPU-ms, median and 95th',
    'found',
  ],
  rows: scales.map((each) => [
    thousands(each.entities),
    each.database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    `${each.importSeconds.toFixed(0)} (${each.importCpuSeconds.toFixed(0)})`,
    each.mostMegabytes.toFixed(0),
    `${each.medianMs.toFixed(0)}, ${each.p95Ms.toFixed(0)}`,
    `${each.cpuMs.toFixed(1)}, ${each.cpuP95Ms.toFixed(1)}`,
    share(each.found, each.wanted),
  ]),
})

/** Ways to find candidates, side by side. */
export const screeningByIndex = ({ indexes }: ScreeningScaleFigures): Table => ({
  title: 'Ways to find candidates',
  head: [
    'index',
    'persons',
    'built, s (CPU-s)',
    'candidates, median and 95th, ms',
    'CPU-ms, median and 95th',
    'among the candidates',
  ],
  rows: indexes.map((each) => [
    each.index,
    thousands(each.entities),
    `${each.buildSeconds.toFixed(0)} (${each.buildCpuSeconds.toFixed(0)})`,
    `${each.medianMs.toFixed(1)}, ${each.p95Ms.toFixed(1)}`,
    `${each.cpuMs.toFixed(1)}, ${each.cpuP95Ms.toFixed(1)}`,
    share(each.found, each.wanted),
  ]),
})
