import { setImmediate as takeTurns } from 'node:timers/promises'
import { wasm } from '../../../domain/picture/wasm/web-assembly.ts'
import { openIdRows } from './id-rows.ts'
import { makeScan } from './scan-kernel.ts'

/** Faces of one tenant, mode and model in memory: of each number its sign, and whose it is. */
export interface Shard {
  /** How many there are. */
  size(): number
  bytes(): number
  add(sessionId: string, values: ArrayLike<number>): void
  /** Nothing of it is left in memory. */
  remove(sessionId: string): boolean
  /** Those of which at most this share of the signs differ, nearest first. */
  nearest(values: ArrayLike<number>, share: number, most: number): Promise<{ sessionId: string; share: number }[]>
}

const WORD_BYTES = 8
const PAGE = 65_536
const MOST_PAGES = 65_536
/** Rows that are scanned in one call, and after how many calls others get their turn: a few milliseconds. */
const BLOCK = 16_384
const CALLS_A_TURN = 16
/** Rows that memory is taken for at a time: many tenants have few. */
const SEGMENT = 1024
const ID_BYTES = 16
const WORD_BITS = 32

/** So many signs of each face, spread over all of them, are scanned; the others are looked at where these are near. */
const SCANNED = 256
/**
 * By so much more may the scanned signs differ than all do. Of 1,664 pairs of one person of LFW that match with a score of 77
 * or more none differs in more than 93 of the 256, and 101 are let through at that score: of strangers then 12 in 1,000.
 */
const SCAN_SLACK = 0.05

/** The wanted row, where the list of what was found ended, and the list lie before the rows. */
const LAST = 512
const FOUND = 1024
const ROWS = FOUND + BLOCK * 4 + 1024

export function openShard(length: number): Shard {
  const scanned = Math.min(SCANNED, length)
  const order = orderOf(length, scanned)
  const width = Math.ceil(scanned / (WORD_BYTES * 8))
  const rowBytes = width * WORD_BYTES
  const restWords = Math.ceil((length - scanned) / WORD_BITS)
  const memory = new wasm.Memory({ initial: Math.ceil(ROWS / PAGE), maximum: MOST_PAGES })
  const scan = makeScan(memory, width)
  /** What is not scanned, and the ids. */
  const segments: { rest: Uint32Array; ids: Buffer }[] = []
  let rows = 0
  const holes: number[] = []

  const segmentOf = (row: number) => segments[Math.floor(row / SEGMENT)] as (typeof segments)[number]
  const partOf = <Whole extends Buffer | Uint32Array>(whole: Whole, row: number, size: number) =>
    whole.subarray((row % SEGMENT) * size, ((row % SEGMENT) + 1) * size) as Whole
  const idOf = (row: number) => partOf(segmentOf(row).ids, row, ID_BYTES)
  const restOf = (row: number) => partOf(segmentOf(row).rest, row, restWords)
  const scannedOf = (row: number) => new Uint32Array(memory.buffer, ROWS + row * rowBytes, rowBytes / 4)
  const isHole = (row: number) => idOf(row).every((byte) => byte === 0)
  const rowsOfIds = openIdRows((row, id) => idOf(row).equals(id), idOf)

  function grow(): void {
    const missing = ROWS + (rows + 1) * rowBytes - memory.buffer.byteLength
    if (missing > 0) {
      // A quarter at a time: few calls, and little that is not used.
      const pages = Math.max(Math.ceil(missing / PAGE), Math.ceil(memory.buffer.byteLength / PAGE / 4))
      memory.grow(Math.min(pages, MOST_PAGES - memory.buffer.byteLength / PAGE))
    }
    if (rows === segments.length * SEGMENT)
      segments.push({ rest: new Uint32Array(SEGMENT * restWords), ids: Buffer.alloc(SEGMENT * ID_BYTES) })
  }

  /** Nothing of a row is left. */
  function clear(row: number): void {
    scannedOf(row).fill(0)
    restOf(row).fill(0)
    idOf(row).fill(0)
  }

  return {
    size: () => rows - holes.length,
    bytes: () => memory.buffer.byteLength + segments.length * SEGMENT * (restWords * 4 + ID_BYTES) + rowsOfIds.bytes(),
    add(sessionId, values) {
      if (values.length !== length) throw new Error(`a face of ${values.length} numbers among those of ${length}`)
      const hole = holes.pop()
      if (hole === undefined) grow()
      const row = hole ?? rows
      writeSigns(values, order, 0, scanned, scannedOf(row))
      writeSigns(values, order, scanned, length, restOf(row))
      const id = idBytes(sessionId)
      id.copy(idOf(row))
      rowsOfIds.add(id, row)
      if (hole === undefined) rows += 1
    },
    remove(sessionId) {
      const id = idBytes(sessionId)
      const row = rowsOfIds.find(id)
      if (row === undefined) return false
      rowsOfIds.remove(id)
      clear(row)
      holes.push(row)
      return true
    },
    async nearest(values, share, most) {
      if (values.length !== length) return []
      const wanted = new Uint32Array(rowBytes / 4)
      const wantedRest = new Uint32Array(restWords)
      writeSigns(values, order, 0, scanned, wanted)
      writeSigns(values, order, scanned, length, wantedRest)
      const limit = Math.floor(share * length)
      const scanLimit = scanned < length ? Math.floor((share + SCAN_SLACK) * scanned) : limit
      let found: { row: number; distance: number; id: string }[] = []
      // Whatever comes while it scans has a later number, and is looked at when the session is written.
      const end = rows
      for (let first = 0, calls = 1; first < end; first += BLOCK, calls += 1) {
        const count = Math.min(BLOCK, end - first)
        new Uint32Array(memory.buffer, 0, wanted.length).set(wanted)
        scan(0, ROWS + first * rowBytes, ROWS + (first + count) * rowBytes, scanLimit + 1, FOUND, LAST)
        const [last = FOUND] = new Uint32Array(memory.buffer, LAST, 1)
        const near = new Uint32Array(memory.buffer, FOUND, (last - FOUND) / 4)
        const words = new Uint32Array(memory.buffer)
        for (const address of near) {
          const row = (address - ROWS) / rowBytes
          const { rest } = segmentOf(row)
          const distance =
            differing(words, address / 4, wanted) + differing(rest, (row % SEGMENT) * restWords, wantedRest)
          if (distance > limit || isHole(row)) continue
          found.push({ row, distance, id: uuidOf(idOf(row)) })
        }
        if (found.length > most * 4) found = best(found, most)
        if (calls % CALLS_A_TURN === 0) await takeTurns()
      }
      return best(found, most).map(({ id, distance }) => ({ sessionId: id, share: distance / length }))
    },
  }
}

const best = <Found extends { distance: number }>(found: Found[], most: number): Found[] =>
  found.toSorted((a, b) => a.distance - b.distance).slice(0, most)

/** Those that are scanned first: as many, evenly spread over all numbers, so that each recogniser has its share. */
function orderOf(length: number, scanned: number): Uint16Array {
  const spread = new Set(Array.from({ length: scanned }, (_, at) => Math.floor((at * length) / scanned)))
  const others = Array.from({ length }, (_, at) => at).filter((at) => !spread.has(at))
  return Uint16Array.from([...spread, ...others])
}

/** One bit a number: is it above zero? */
function writeSigns(values: ArrayLike<number>, order: Uint16Array, from: number, to: number, into: Uint32Array): void {
  for (let word = 0; word < into.length; word += 1) {
    const start = from + word * WORD_BITS
    const end = Math.min(start + WORD_BITS, to)
    let signs = 0
    for (let at = start; at < end; at += 1) if ((values[order[at] as number] as number) > 0) signs |= 1 << (at - start)
    into[word] = signs
  }
}

/** How many bits of the words from this place on differ from the wanted ones. */
function differing(words: Uint32Array, from: number, wanted: Uint32Array): number {
  let count = 0
  for (let at = 0; at < wanted.length; at += 1) count += bitsOf((words[from + at] as number) ^ (wanted[at] as number))
  return count
}

/** How many bits of a word are set: sums of two, four and eight bits side by side. */
function bitsOf(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555)
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const idBytes = (sessionId: string): Buffer => Buffer.from(sessionId.replaceAll('-', ''), 'hex')

function uuidOf(id: Buffer): string {
  const hex = id.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
