import type { ListEntry } from '../domain/list-entry.ts'
import { makeToken, type NameToken, spellingsOf, tokensOf } from './name-tokens.ts'

/** How a key was made: how much it says that two names share it. */
export type KeyKind = 'word' | 'sound' | 'near'

/** Where candidates are looked up: 32 bits, since two different keys of one number only add a candidate. */
export function hashKey(kind: string, text: string): number {
  let hash = 0x811c9dc5
  const whole = `${kind}:${text}`
  for (let index = 0; index < whole.length; index++) {
    hash ^= whole.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** From this length on a sound is also found when one letter of it differs. */
const LEAST_SOUND = 3

/** The sound itself and what is left of it without one letter: two sounds that differ in one letter share one of them. */
export function soundKeys(sound: string): { key: number; kind: KeyKind }[] {
  const keys = [{ key: soundKey(sound), kind: 'sound' as KeyKind }]
  if (sound.length < LEAST_SOUND) return keys
  const near = new Set(Array.from(sound, (_, index) => sound.slice(0, index) + sound.slice(index + 1)))
  near.delete(sound)
  for (const shorter of near) keys.push({ key: soundKey(shorter), kind: 'near' })
  return keys
}

export const soundKey = (sound: string): number => hashKey('s', sound)
export const wordKey = (text: string): number => hashKey('w', text)
export const identifierKey = (number: string): number => hashKey('i', number)
export const birthKey = (date: string): number => hashKey('b', date)

/** Names as words to look up: the parts, neighbours as one word, since ABDUL RAHMAN is also ABDULRAHMAN, and all as one. */
export function wordsOf(tokens: readonly NameToken[]): NameToken[] {
  const pairs = tokens.slice(1).map((token, index) => `${tokens[index]?.text}${token.text}`)
  const whole = tokens.map(({ text }) => text).join('')
  const words = tokens.filter(({ text }) => text.length > 1)
  return [
    ...words,
    ...pairs.map(makeToken),
    ...(tokens.length > 2 && tokens.length <= MOST_JOINED ? [makeToken(whole)] : []),
  ]
}

/** Nobody writes more words as one. */
const MOST_JOINED = 4

/** Every key under which an entry is found. */
export function keysOfEntry(entry: ListEntry): Set<number> {
  const keys = new Set<number>()
  const seen = new Set<string>()
  for (const { text } of entry.names)
    for (const spelling of spellingsOf(text))
      for (const token of wordsOf(tokensOf(spelling))) {
        if (seen.has(token.text)) continue
        seen.add(token.text)
        keys.add(wordKey(token.text))
        if (token.weight === 1) for (const { key } of soundKeys(token.sound)) keys.add(key)
      }
  for (const number of entry.identifiers) keys.add(identifierKey(number))
  for (const birth of entry.births) if (birth.length === 10) keys.add(birthKey(birth))
  return keys
}

/** Entries in one part of an index. A part is built in memory and written whole: its size bounds what an import needs. */
export const SEGMENT = 250_000
/** A key of 32 bits and a number below this fit into the 53 bits of a number. */
const NUMBERS = 2 ** 18

/** Ascending numbers as the gaps between them, seven bits a byte, in Base64: the databases and backups hold text. */
export function packNumbers(numbers: readonly number[]): string {
  const bytes: number[] = []
  let before = -1
  for (const number of numbers) {
    let gap = number - before - 1
    before = number
    while (gap > 0x7f) {
      bytes.push((gap & 0x7f) | 0x80)
      gap >>>= 7
    }
    bytes.push(gap)
  }
  return Buffer.from(bytes).toString('base64')
}

/** Puts the numbers behind those that are there, each moved by where its part begins. */
export function unpackNumbers(packed: string, start: number, into: number[]): void {
  let [number, gap, shift] = [start - 1, 0, 0]
  for (const byte of Buffer.from(packed, 'base64')) {
    gap |= (byte & 0x7f) << shift
    if (byte > 0x7f) shift += 7
    else {
      number += gap + 1
      into.push(number)
      gap = 0
      shift = 0
    }
  }
}

/** One part of an index on its way to where it is kept: pairs of key and number, eight bytes each, sorted at the end. */
export class SegmentBuilder {
  #pairs = new Float64Array(1 << 16)
  #count = 0

  add(number: number, keys: Iterable<number>): void {
    for (const key of keys) {
      if (this.#count === this.#pairs.length) {
        const larger = new Float64Array(this.#count * 2)
        larger.set(this.#pairs)
        this.#pairs = larger
      }
      this.#pairs[this.#count] = key * NUMBERS + number
      this.#count += 1
    }
  }

  /** In the order of the keys, which is the order in which the table keeps them. */
  *rows(): Generator<{ key: number; count: number; numbers: string }> {
    const pairs = this.#pairs.subarray(0, this.#count).sort()
    for (let from = 0; from < pairs.length; ) {
      const key = Math.floor((pairs[from] as number) / NUMBERS)
      const numbers: number[] = []
      for (; from < pairs.length; from++) {
        const number = (pairs[from] as number) - key * NUMBERS
        if (number >= NUMBERS) break
        numbers.push(number)
      }
      yield { key, count: numbers.length, numbers: packNumbers(numbers) }
    }
  }
}
