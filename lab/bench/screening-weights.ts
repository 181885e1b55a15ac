import { parseArgs } from 'node:util'
import { type ListEntry, tidyEntry } from '../../src/domain/screening/list-entry.ts'
import { findCandidates } from '../../src/screening/match/find-candidates.ts'
import { memorySource } from '../../src/screening/match/memory-source.ts'
import { type PreparedPerson, preparePerson, scoreEntry, type WordCounts } from '../../src/screening/match/score.ts'
import { type MatchWeights, WEIGHTS } from '../../src/screening/match/weights.ts'
import { numbersFrom } from '../screening/draw-people.ts'
import { CHOOSING, drawList, drawStrangers } from '../screening/drawn-list.ts'
import { unrelated, VARIATIONS, varied } from '../screening/variations.ts'
import type { Measurement } from './support/bench.ts'

const SIZE = 10_000
/** Of a stranger the entries that could become a hit under other weights. */
const LOOSE = 0.75
const KEPT = 6
/** Shares of strangers with a hit at which the share of people found is looked at; the middle one counts twice. */
const RATES = [0.0005, 0.001, 0.0015] as const

/** Where each weight is looked for. The countries' are set by hand: drawn entries always have the right one. */
const GRID: Partial<Record<keyof MatchWeights, readonly number[]>> = {
  shorter: [0.75, 0.8, 0.85, 0.9, 0.95],
  initial: [0.8, 0.85, 0.9, 0.95],
  sound: [0.4, 0.6, 0.7, 0.8, 0.9],
  consonants: [0.7, 0.8, 0.9, 1],
  leastAlike: [0.5, 0.6, 0.65, 0.7, 0.75, 0.8],
  weakAlias: [0.7, 0.85],
  sameDay: [0.15, 0.2, 0.25, 0.3, 0.35, 0.4],
  nearDay: [0, 0.03, 0.06, 0.1, 0.14],
  sameYear: [0, 0.03, 0.07, 0.1],
  otherDay: [-0.06, -0.12, -0.2],
  otherYear: [-0.2, -0.35],
  commonName: [-0.1, -0.15, -0.2, -0.3, -0.4],
  neighbours: [0, 0.02, 0.05, 0.1, 0.3],
  sameCountry: [0, 0.02, 0.04],
}

interface Compared {
  prepared: PreparedPerson
  counts: WordCounts
  entries: ListEntry[]
}

/**
 * npm run bench -- screening-weights [--people 200] [--strangers 6000]: looks for better weights of the comparison, one
 * after the other, on a drawn list that nothing is reported on and without the kinds of variation that are left out.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '200' }, strangers: { type: 'string', default: '6000' } },
  })
  const { people, strangers } = await compareAll(Number(values.people), Number(values.strangers))
  const worthOf = (weights: MatchWeights) => judge(people, strangers, weights)
  let weights: MatchWeights = { ...WEIGHTS }
  let best = worthOf(weights)
  console.log('as they are', best)
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

async function compareAll(count: number, strangerCount: number) {
  const list = [...drawList(SIZE, CHOOSING)].flatMap(({ person, entry }) => {
    const tidy = tidyEntry(entry)
    return tidy ? [{ person, entry: tidy }] : []
  })
  const source = memorySource(list.map(({ entry }) => ({ entry, hash: '' })))
  const draw = numbersFrom(CHOOSING.list)
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
  for (const person of drawStrangers(strangerCount, CHOOSING)) {
    const prepared = preparePerson(unrelated(person))
    const { numbers, counts } = await findCandidates(prepared, source)
    const entries = numbers
      .flatMap((number) => list[number]?.entry ?? [])
      .map((entry) => ({ entry, score: scoreEntry(prepared, entry, counts).score }))
      .filter(({ score }) => score >= LOOSE)
      .sort((a, b) => b.score - a.score)
      .slice(0, KEPT)
    strangers.push({ prepared, counts, entries: entries.map(({ entry }) => entry) })
  }
  return { people, strangers }
}

function judge(people: readonly Compared[], strangers: readonly Compared[], weights: MatchWeights) {
  const bestOf = ({ prepared, counts, entries }: Compared) =>
    entries.reduce((most, entry) => Math.max(most, scoreEntry(prepared, entry, counts, weights).score), 0)
  const wrong = strangers.map(bestOf).sort((a, b) => b - a)
  const right = people.map(bestOf)
  const [low, middle, high] = RATES.map((rate) => {
    const threshold = wrong[Math.floor(wrong.length * rate)] ?? 1
    return { threshold, found: right.filter((score) => score > threshold).length / right.length }
  })
  const worth = ((low?.found ?? 0) + 2 * (middle?.found ?? 0) + (high?.found ?? 0)) / 4
  return { worth, threshold: middle?.threshold, found: middle?.found }
}
