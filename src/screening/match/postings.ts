/** Entries in one part of an index. A part is built in memory and written whole: its size bounds what an import needs. */
export const SEGMENT = 100_000

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

/** Calls for each number; the callback is the inner loop of a search. */
export function eachNumber(packed: string, visit: (number: number) => void): void {
  const bytes = Buffer.from(packed, 'base64')
  let number = -1
  let gap = 0
  let shift = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number
    gap |= (byte & 0x7f) << shift
    if (byte & 0x80) {
      shift += 7
      continue
    }
    number += gap + 1
    visit(number)
    gap = 0
    shift = 0
  }
}

/** One part of an index on its way to where it is kept. */
export class SegmentBuilder {
  readonly #numbers = new Map<number, number[]>()

  add(number: number, keys: Iterable<number>): void {
    for (const key of keys) {
      const there = this.#numbers.get(key)
      if (there) there.push(number)
      else this.#numbers.set(key, [number])
    }
  }

  /** In the order of the keys, which is the order in which the table keeps them. */
  *rows(): Generator<{ key: number; count: number; numbers: string }> {
    for (const key of [...this.#numbers.keys()].sort((a, b) => a - b)) {
      const numbers = this.#numbers.get(key) ?? []
      yield { key, count: numbers.length, numbers: packNumbers(numbers) }
    }
  }
}
