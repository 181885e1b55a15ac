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
