import type { Match } from '../domain/evidence.ts'
import type { KeptEntry } from '../ports/screening.ts'
import {
  birthKey,
  identifierKey,
  type KeyKind,
  SEGMENT,
  soundKey,
  soundKeys,
  unpackNumbers,
  wordKey,
  wordsOf,
} from './name-index.ts'
import { soundOf } from './name-tokens.ts'
import { type PreparedPerson, scoreFrom, type WordCounts } from './score.ts'

/** A source of list entries that are looked up by keys. */
interface CandidateSource {
  /** The number of entries. */
  size: number
  /** The number of entries of each key, by part of the index. */
  counts(keys: readonly number[]): Promise<{ key: number; count: number }[]>
  /** The entries of each key, by part of the index. */
  postings(keys: readonly number[]): Promise<{ key: number; segment: number; numbers: string }[]>
}

/** How many candidates are compared in full. */
export const MOST_CANDIDATES = 150

/** The weight of a shared key compared with a shared word. */
const SAYS: Record<KeyKind, number> = { word: 1, sound: 0.6, near: 0.4 }

/** How many entries are read by key, the rarest keys first. A key that a million entries share distinguishes nobody. */
const MOST_READ = 60_000

interface Asked {
  key: number
  says: number
}

/**
 * The entries that share the rarest words and sounds with the person. Each word of the person counts once per entry, by
 * the shared key that has the most weight.
 */
export async function findCandidates(
  { person, names }: PreparedPerson,
  source: CandidateSource,
  mostRead = MOST_READ,
): Promise<{ numbers: number[]; counts: WordCounts }> {
  const words = new Map(names.flatMap(({ tokens }) => wordsOf(tokens)).map((token) => [token.text, token]))
  const asked: Asked[][] = [...words.values()].map((token) => [
    { key: wordKey(token.text), says: token.weight * SAYS.word },
    ...(token.weight === 1 ? soundKeys(token.sound).map(({ key, kind }) => ({ key, says: SAYS[kind] })) : []),
  ])
  const certain = [...person.identifiers.map(identifierKey), ...person.births.map(birthKey)]
  const keys = [...new Set(asked.flat().map(({ key }) => key))]
  const frequencies = new Map<number, number>()
  for (const { key, count } of await source.counts([...keys, ...certain]))
    frequencies.set(key, (frequencies.get(key) ?? 0) + count)

  const read = new Set([...rarest(keys, frequencies, mostRead), ...certain.filter((key) => frequencies.has(key))])
  const postings = unpackAll(await source.postings([...read]))
  const rarity = (key: number) => Math.log(1 + source.size / (frequencies.get(key) ?? source.size))
  return {
    numbers: rankEntries(person, asked, postings, rarity),
    counts: {
      size: source.size,
      countOf: (word) => frequencies.get(wordKey(word)) ?? 0,
      countAlike: (word) => frequencies.get(soundKey(soundOf(word))) ?? 0,
    },
  }
}

type Postings = ReturnType<typeof unpackAll>

/** The entries of each key, and the upper limit of their numbers (exclusive). */
function unpackAll(rows: Awaited<ReturnType<CandidateSource['postings']>>) {
  const byKey = new Map<number, number[]>()
  let parts = 0
  for (const { key, segment, numbers } of rows) {
    const found = byKey.get(key) ?? []
    unpackNumbers(numbers, segment * SEGMENT, found)
    byKey.set(key, found)
    parts = Math.max(parts, segment + 1)
  }
  return { room: parts * SEGMENT, of: (key: number) => byKey.get(key) ?? [] }
}

/** The entries with the most points. */
function rankEntries(
  person: PreparedPerson['person'],
  asked: readonly Asked[][],
  postings: Postings,
  rarity: (key: number) => number,
): number[] {
  const points = new Float32Array(postings.room)
  const countedFor = new Uint16Array(postings.room)
  const found: number[] = []
  const add = (number: number, worth: number) => {
    const before = points[number] as number
    if (before === 0) found.push(number)
    points[number] = before + worth
  }
  for (const [index, keys] of asked.entries()) {
    const worths = keys.map(({ key, says }) => ({ key, worth: says * rarity(key) })).sort((a, b) => b.worth - a.worth)
    for (const { key, worth } of worths)
      for (const number of postings.of(key)) {
        if (countedFor[number] === index + 1) continue
        countedFor[number] = index + 1
        add(number, worth)
      }
  }
  // A birth date only counts for entries that share a part of the name; an identifier is enough on its own.
  for (const key of person.births.map(birthKey))
    for (const number of postings.of(key)) if ((points[number] as number) > 0) add(number, rarity(key) / 2)
  for (const key of person.identifiers.map(identifierKey)) for (const number of postings.of(key)) add(number, 1_000)
  const pointsOf = (number: number) => points[number] as number
  const least = Float32Array.from(found, pointsOf).sort().at(-MOST_CANDIDATES) ?? 0
  return found
    .filter((number) => pointsOf(number) >= least)
    .sort((a, b) => pointsOf(b) - pointsOf(a) || a - b)
    .slice(0, MOST_CANDIDATES)
}

/** The keys that the list has, the rarest first, up to the limit of entries to read, but at least one. */
function rarest(keys: readonly number[], frequencies: ReadonlyMap<number, number>, most: number): number[] {
  const known = keys.flatMap((key) => {
    const count = frequencies.get(key)
    return count === undefined ? [] : [{ key, count }]
  })
  let left = most
  const taken = known
    .sort((a, b) => a.count - b.count || a.key - b.key)
    .filter(({ count }, index) => {
      left -= count
      return left >= 0 || index === 0
    })
  return taken.map(({ key }) => key)
}

export interface EntrySource extends CandidateSource {
  entries(numbers: readonly number[]): Promise<KeptEntry[]>
}

interface FoundEntry extends KeptEntry {
  match: Match
}

/**
 * The entries that score at least `threshold`, best first. Candidates come from the index, and each is then compared in
 * full.
 */
export async function searchEntries(
  prepared: PreparedPerson,
  source: EntrySource,
  threshold: number,
): Promise<FoundEntry[]> {
  const { numbers, counts } = await findCandidates(prepared, source)
  const candidates = await source.entries(numbers)
  return candidates
    .flatMap((candidate) => {
      const match = scoreFrom(threshold, prepared, candidate.entry, counts)
      return match ? [{ ...candidate, match }] : []
    })
    .sort((a, b) => b.match.score - a.match.score || a.number - b.number)
}
