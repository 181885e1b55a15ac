import type { ListEntry } from '../domain/list-entry.ts'
import { makeToken, type NameToken, spellingsOf, tokensOf } from './name-tokens.ts'

/** How a key was made, which decides how much a shared key means. */
export type KeyKind = 'word' | 'sound' | 'near'

/** The key under which candidates are looked up. 32 bits are enough, since a hash collision only adds a candidate. */
export function hashKey(kind: string, text: string): number {
  let hash = 0x811c9dc5
  const whole = `${kind}:${text}`
  for (let index = 0; index < whole.length; index++) {
    hash ^= whole.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** The least length from which a sound is also found if one letter differs. */
const LEAST_SOUND = 3

/**
 * The sound itself, and the sound without each one of its letters: two sounds that differ in one letter share one of
 * these.
 */
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

/**
 * The words of a name to look up: its parts, adjacent parts joined (ABDUL RAHMAN is also ABDULRAHMAN), and all parts
 * joined.
 */
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

/** The most parts that are written as one word. */
const MOST_JOINED = 4

/** All keys under which an entry is found. */
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

/**
 * Entries in one part of an index. A part is built in memory and written at once, so its size limits the memory of an
 * import.
 */
export const SEGMENT = 250_000
/** A key of 32 bits and a number below this fit into a 53-bit integer. */
const NUMBERS = 2 ** 18

/** Packs ascending numbers as differences, in bytes of seven bits, as Base64: the databases and backups hold text. */
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

/** Appends the unpacked numbers, each shifted by the start of its part. */
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

/** Builds one part of an index: pairs of key and number, eight bytes each, sorted at the end. */
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

  /** Rows in the order of the keys, which is also the order of the table. */
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
