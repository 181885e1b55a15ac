import { setImmediate as takeTurns } from 'node:timers/promises'
import { wasm } from '../../../domain/picture/wasm/web-assembly.ts'
import { makeScan } from './scan-kernel.ts'

/** Faces of one tenant, mode and model in memory: of each number its sign, and whose it is. */
export interface Shard {
  /** How many there are. */
  size(): number
  bytes(): number
  add(sessionId: string, values: readonly number[]): void
  /** Nothing of it is left in memory. */
  remove(sessionId: string): boolean
  /** Those of which at most this share of the signs differ, nearest first. */
  nearest(values: readonly number[], share: number, most: number): Promise<{ sessionId: string; share: number }[]>
}

const LANE = 16
const PAGE = 65_536
const MOST_PAGES = 65_536
/** Rows for which distances are reckoned in one call, and after how many calls others get their turn: some milliseconds. */
const BLOCK = 16_384
const CALLS_A_TURN = 8
const ID_BYTES = 16

/** The wanted row and the distances of a block lie before the rows. */
const DISTANCES = 1024
const ROWS = PAGE

export function openShard(length: number): Shard {
  const width = Math.ceil(length / (LANE * 8))
  const rowBytes = width * LANE
  const memory = new wasm.Memory({ initial: 2, maximum: MOST_PAGES })
  const scan = makeScan(memory, width)
  let ids = Buffer.alloc(BLOCK * ID_BYTES)
  let rows = 0
  const holes: number[] = []

  function grow(): void {
    const missing = ROWS + (rows + 1) * rowBytes - memory.buffer.byteLength
    if (missing > 0) {
      // A quarter at a time: few calls, and little that is not used.
      const pages = Math.max(Math.ceil(missing / PAGE), Math.ceil(memory.buffer.byteLength / PAGE / 4))
      memory.grow(Math.min(pages, MOST_PAGES - memory.buffer.byteLength / PAGE))
    }
    if ((rows + 1) * ID_BYTES <= ids.length) return
    const longer = Buffer.alloc(Math.ceil(ids.length * 1.25))
    ids.copy(longer)
    ids.fill(0)
    ids = longer.subarray(0, longer.length - (longer.length % ID_BYTES))
  }

  function rowOf(id: Buffer): number {
    for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + 1)) {
      if (at % ID_BYTES === 0 && at < rows * ID_BYTES) return at / ID_BYTES
    }
    return -1
  }

  const idOf = (row: number) => ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES)
  const isHole = (row: number) => idOf(row).every((byte) => byte === 0)

  return {
    size: () => rows - holes.length,
    bytes: () => memory.buffer.byteLength + ids.length,
    add(sessionId, values) {
      if (values.length !== length) throw new Error(`a face of ${values.length} numbers among those of ${length}`)
      const hole = holes.pop()
      if (hole === undefined) grow()
      const row = hole ?? rows
      new Uint8Array(memory.buffer, ROWS + row * rowBytes, rowBytes).set(signsOf(values, rowBytes))
      idBytes(sessionId).copy(ids, row * ID_BYTES)
      if (hole === undefined) rows += 1
    },
    remove(sessionId) {
      const row = rowOf(idBytes(sessionId))
      if (row < 0) return false
      new Uint8Array(memory.buffer, ROWS + row * rowBytes, rowBytes).fill(0)
      idOf(row).fill(0)
      holes.push(row)
      return true
    },
    async nearest(values, share, most) {
      if (values.length !== length) return []
      const signs = signsOf(values, rowBytes)
      const limit = Math.floor(share * length)
      let found: { row: number; distance: number; id: string }[] = []
      // Whatever comes while it scans has a later number, and is looked at when the session is written.
      const end = rows
      for (let first = 0, calls = 1; first < end; first += BLOCK, calls += 1) {
        const count = Math.min(BLOCK, end - first)
        new Uint8Array(memory.buffer, 0, rowBytes).set(signs)
        scan(0, ROWS + first * rowBytes, ROWS + (first + count) * rowBytes, DISTANCES)
        const distances = new Uint16Array(memory.buffer, DISTANCES, count)
        for (let at = 0; at < count; at += 1) {
          const distance = distances[at] as number
          if (distance > limit || isHole(first + at)) continue
          found.push({ row: first + at, distance, id: uuidOf(idOf(first + at)) })
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

/** One bit a number: is it above zero? */
function signsOf(values: readonly number[], bytes: number): Uint8Array {
  const signs = new Uint8Array(bytes)
  for (const [at, value] of values.entries())
    if (value > 0) signs[at >> 3] = (signs[at >> 3] as number) | (1 << (at & 7))
  return signs
}

const idBytes = (sessionId: string): Buffer => Buffer.from(sessionId.replaceAll('-', ''), 'hex')

function uuidOf(id: Buffer): string {
  const hex = id.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
