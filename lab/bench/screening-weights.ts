import { parseArgs } from 'node:util'
import { type ListEntry, tidyEntry } from '../../src/features/screening/domain/list-entry.ts'
import { WEIGHTS } from '../../src/features/screening/match/compare-names.ts'
import { findCandidates } from '../../src/features/screening/match/find-candidates.ts'
import {
  type PreparedPerson,
  preparePerson,
  scoreEntry,
  scoreFrom,
  type WordCounts,
} from '../../src/features/screening/match/score.ts'
import { memorySource } from '../../src/features/screening/open-screening.ts'
import { numbersFrom } from '../screening/draw-people.ts'
import { CHOOSING, type DrawSeeds, drawList, drawStrangers } from '../screening/drawn-list.ts'
import { unrelated, VARIATIONS, varied } from '../screening/variations.ts'
import type { Measurement } from './support/bench.ts'

const SIZE = 10_000
type MatchWeights = typeof WEIGHTS

/** For a stranger, the entries that these weights would turn into a hit. */
const LOOSE: MatchWeights = {
  ...WEIGHTS,
  sameDay: 0.2,
  nearDay: 0.1,
  sameYear: 0.1,
  nearYear: -0.03,
  commonName: -0.03,
}
const LEAST = 0.9
const KEPT = 4
/** Rates of strangers with a hit at which the rate of found people is measured; the middle one counts twice. */
const RATES = [0.0005, 0.001, 0.0015] as const

/** The search range of each weight. The countries' are set by hand: drawn entries always have the right one. */
const GRID: Partial<Record<keyof MatchWeights, readonly number[]>> = {
  leastAlike: [0.5, 0.55, 0.6, 0.65, 0.7],
  sameDay: [0.08, 0.1, 0.12, 0.15, 0.18],
  slip: [0.6, 0.7, 0.8],
  sound: [0.8, 0.85, 0.9],
  soundKnown: [0.4, 0.5, 0.6, 0.7],
  order: [0.04, 0.05, 0.06, 0.08],
  initial: [0.9, 0.92, 0.95],
  shorter: [0.88, 0.9, 0.92, 0.94],
  commonName: [-0.07, -0.08, -0.1, -0.12, -0.14],
  commonFrom: [2, 2.1, 2.2, 2.3],
  neighbours: [0, 0.02, 0.05, 0.1],
  rarest: [0.1, 0.2, 0.3, 0.5],
  nearDay: [0.03, 0.05, 0.06, 0.08],
  sameYear: [0.04, 0.05, 0.07, 0.08],
  nearYear: [-0.08, -0.05, -0.03],
  sameCountry: [0, 0.02, 0.04],
}

interface Compared {
  prepared: PreparedPerson
  counts: WordCounts
  entries: ListEntry[]
}

/**
 * npm run bench -- screening-weights [--draws 10] [--people 120] [--strangers 4000]: searches for better weights of the
 * comparison, one after the other, on drawn lists that are not used for reports and without the held-out kinds of
 * variation.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: {
      draws: { type: 'string', default: '10' },
      people: { type: 'string', default: '120' },
      strangers: { type: 'string', default: '4000' },
    },
  })
  const people: Compared[] = []
  const strangers: Compared[] = []
  const asTheyAre: MatchWeights = { ...WEIGHTS }
  Object.assign(WEIGHTS, LOOSE)
  for (const seeds of CHOOSING.slice(0, Number(values.draws))) {
    const drawn = await compareAll(seeds, Number(values.people), Number(values.strangers))
    people.push(...drawn.people)
    strangers.push(...drawn.strangers)
  }
  const worthOf = (weights: MatchWeights) => {
    Object.assign(WEIGHTS, weights)
    return judge(people, strangers)
  }
  let weights = asTheyAre
  let best = worthOf(weights)
  console.log('current', best)
  for (const [name, choices] of Object.entries(GRID))
    for (const choice of choices) {
      const tried = { ...weights, [name]: choice }
      const found = worthOf(tried)
      if (found.worth <= best.worth) continue
      weights = tried
      best = found
      console.log(name, choice, best)
    }
  console.log(weights)
  return []
}

async function compareAll(seeds: DrawSeeds, count: number, strangerCount: number) {
  const list = [...drawList(SIZE, seeds)].flatMap(({ person, entry }) => {
    const tidy = tidyEntry(entry)
    return tidy ? [{ person, entry: tidy }] : []
  })
  const source = memorySource(list.map(({ entry }) => ({ entry, hash: '' })))
  const draw = numbersFrom(seeds.list)
  const people: Compared[] = []
  for (let at = 0; at < list.length; at += Math.ceil(list.length / count))
    for (const kind of VARIATIONS.filter(({ leftOut }) => !leftOut)) {
      const there = list[at]
      const shown = there && varied(there.person, kind, draw)
      if (!there || !shown) continue
      const prepared = preparePerson(shown)
      const { numbers, counts } = await findCandidates(prepared, source)
      people.push({ prepared, counts, entries: numbers.includes(at) ? [there.entry] : [] })
    }
  const strangers: Compared[] = []
  for (const person of drawStrangers(strangerCount, seeds)) {
    const prepared = preparePerson(unrelated(person))
    const { numbers, counts } = await findCandidates(prepared, source)
    const entries = numbers
      .flatMap((number) => list[number]?.entry ?? [])
      .map((entry) => ({ entry, score: scoreFrom(LEAST, prepared, entry, counts)?.score ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, KEPT)
    strangers.push({ prepared, counts, entries: entries.map(({ entry }) => entry) })
  }
  return { people, strangers }
}

function judge(people: readonly Compared[], strangers: readonly Compared[]) {
  const bestOf = ({ prepared, counts, entries }: Compared) =>
    entries.reduce((most, entry) => Math.max(most, scoreEntry(prepared, entry, counts).score), 0)
  const wrong = strangers.map(bestOf).sort((a, b) => b - a)
  const right = people.map(bestOf)
  const [low, middle, high] = RATES.map((rate) => {
    const threshold = wrong[Math.floor(wrong.length * rate)] ?? 1
    return { threshold, found: right.filter((score) => score > threshold).length / right.length }
  })
  const worth = ((low?.found ?? 0) + 2 * (middle?.found ?? 0) + (high?.found ?? 0)) / 4
  return { worth, threshold: middle?.threshold, found: middle?.found }
}
