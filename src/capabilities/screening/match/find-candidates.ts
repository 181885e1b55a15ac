import type { Match } from '../domain/evidence.ts'
import type { KeptEntry } from '../ports/watchlists.ts'
import { birthKey, identifierKey, type KeyKind, soundKey, soundKeys, wordKey, wordsOf } from './index-keys.ts'
import { soundOf } from './name-tokens.ts'
import { SEGMENT, unpackNumbers } from './postings.ts'
import { type PreparedPerson, scoreFrom, type WordCounts } from './score.ts'
import type { MatchWeights } from './weights.ts'

/** Where the entries of a list are found by keys. */
interface CandidateSource {
  /** How many entries it has. */
  size: number
  /** How many entries each key has, by part of the index. */
  counts(keys: readonly number[]): Promise<{ key: number; count: number }[]>
  /** The entries of each key, by part of the index. */
  postings(keys: readonly number[]): Promise<{ key: number; segment: number; numbers: string }[]>
}

/** So many are compared in full. */
export const MOST_CANDIDATES = 150

/** What a shared key says, of what a shared word says. */
const SAYS: Record<KeyKind, number> = { word: 1, sound: 0.6, near: 0.4 }

/** So many entries of keys are read, those of the rarest keys first: what a million share tells nobody apart. */
const MOST_READ = 60_000

interface Asked {
  key: number
  says: number
}

/** By part of the index: the entries of each key that was read. */
type Postings = Map<number, Map<number, string>>

/**
 * The entries that share the rarest words and sounds with the person. Each of the person's words counts once for an
 * entry, by the surest of the keys that they share.
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
  const postings: Postings = new Map()
  for (const { key, segment, numbers } of await source.postings([...read])) {
    const part = postings.get(segment) ?? new Map<number, string>()
    postings.set(segment, part.set(key, numbers))
  }
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

/** Those with the most points, part by part. */
function rankEntries(
  person: PreparedPerson['person'],
  asked: readonly Asked[][],
  postings: Postings,
  rarity: (key: number) => number,
): number[] {
  const best = new BestNumbers(MOST_CANDIDATES)
  const { points, touched, ofWord, writtenFor, unpacked } = work()
  writtenFor.fill(0)
  let turn = 0
  for (const [segment, part] of postings) {
    let count = 0
    const addTo = (number: number, worth: number) => {
      const before = points[number] as number
      if (before === 0) {
        touched[count] = number
        count += 1
      }
      points[number] = before + worth
    }
    for (const keys of asked) {
      turn += 1
      for (const { key, says } of keys) {
        const numbers = part.get(key)
        if (!numbers) continue
        const worth = says * rarity(key)
        const length = unpackNumbers(numbers, unpacked)
        for (let index = 0; index < length; index++) {
          const number = unpacked[index] as number
          const before = writtenFor[number] === turn ? (ofWord[number] as number) : 0
          if (before >= worth) continue
          writtenFor[number] = turn
          ofWord[number] = worth
          addTo(number, worth - before)
        }
      }
    }
    const raise = (key: number, worth: number, onlyFound: boolean) => {
      const numbers = part.get(key)
      const length = numbers ? unpackNumbers(numbers, unpacked) : 0
      for (const number of unpacked.subarray(0, length))
        if (!onlyFound || (points[number] as number) > 0) addTo(number, worth)
    }
    // A birth date helps those who share a part of the name; a number is enough by itself.
    for (const birth of person.births) raise(birthKey(birth), rarity(birthKey(birth)) / 2, true)
    for (const number of person.identifiers) raise(identifierKey(number), 1_000, false)
    for (const number of touched.subarray(0, count)) {
      best.take(segment * SEGMENT + number, points[number] as number)
      points[number] = 0
    }
  }
  return best.numbers()
}

interface Work {
  /** All 0 between two parts. */
  points: Float32Array
  /** Which numbers have points: to look at all of them would take longer than all else. */
  touched: Uint32Array
  ofWord: Float32Array
  /** For which word and part `ofWord` was written last: it is never emptied. */
  writtenFor: Uint32Array
  unpacked: Uint32Array
}

let made: Work | undefined

/** Made once: a search uses it without giving way to another. */
function work(): Work {
  made ??= {
    points: new Float32Array(SEGMENT),
    touched: new Uint32Array(SEGMENT),
    ofWord: new Float32Array(SEGMENT),
    writtenFor: new Uint32Array(SEGMENT),
    unpacked: new Uint32Array(SEGMENT),
  }
  return made
}

/** Those that the list has, the rarest first, as many as may be read, and at least one. */
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

/** Keeps the numbers with the most points. */
class BestNumbers {
  readonly #most: number
  #kept: { number: number; points: number }[] = []
  #least = 0

  constructor(most: number) {
    this.#most = most
  }

  take(number: number, points: number): void {
    if (points <= this.#least) return
    this.#kept.push({ number, points })
    if (this.#kept.length >= this.#most * 8) this.#cut()
  }

  numbers(): number[] {
    this.#cut()
    return this.#kept.map(({ number }) => number)
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.points - a.points || a.number - b.number)
    this.#kept.length = Math.min(this.#kept.length, this.#most)
    if (this.#kept.length === this.#most) this.#least = this.#kept.at(-1)?.points ?? 0
  }
}

export interface EntrySource extends CandidateSource {
  entries(numbers: readonly number[]): Promise<KeptEntry[]>
}

interface FoundEntry extends KeptEntry {
  match: Match
}

/** The entries that score at least `threshold`, best first: candidates by the index, then each of them in full. */
export async function searchEntries(
  prepared: PreparedPerson,
  source: EntrySource,
  threshold: number,
  weights?: MatchWeights,
): Promise<FoundEntry[]> {
  const { numbers, counts } = await findCandidates(prepared, source)
  const candidates = await source.entries(numbers)
  return candidates
    .flatMap((candidate) => {
      const match = scoreFrom(threshold, prepared, candidate.entry, counts, weights)
      return match ? [{ ...candidate, match }] : []
    })
    .sort((a, b) => b.match.score - a.match.score || a.number - b.number)
}
