import { setImmediate as takeTurns } from 'node:timers/promises'
import { wasm } from '../../../vision/picture/web-assembly.ts'
import {
  BLOCK,
  BLOCKS,
  openKernel,
  ROW_WORDS,
  type Search,
  scanModule,
  scanNextRun,
  WORD_BYTES,
} from './scan-blocks.ts'
import { helpScan, WORTH_A_THREAD } from './second-thread.ts'

/** Faces of one tenant, mode and model in memory: the sign of each number, and the session. */
export interface Shard {
  /** How many there are. */
  size(): number
  bytes(): number
  add(sessionId: string, values: ArrayLike<number>): void
  /** Removes it completely from memory. */
  remove(sessionId: string): boolean
  /** Those that differ in at most this share of the signs, nearest first. */
  nearest(values: ArrayLike<number>, share: number, most: number): Promise<{ sessionId: string; share: number }[]>
}

const PAGE = 65_536
const MOST_PAGES = 65_536
const ID_BYTES = 16
const WORD_BITS = 32

/**
 * How many signs of each face, spread over all of them, are scanned; the others are compared only if these are near.
 */
const SCANNED = 256
/**
 * The extra margin for the scanned signs compared with all. Of 1,664 pairs of one person of LFW that match with a score
 * of 77 or more none differs in more than 93 of the 256, and 101 are accepted at that score: then 12 in 1,000 strangers
 * pass.
 */
const SCAN_SLACK = 0.05

export function openShard(length: number, worthAThread = WORTH_A_THREAD): Shard {
  const scanned = Math.min(SCANNED, length)
  const order = orderOf(length, scanned)
  const restWidth = Math.ceil((length - scanned) / (WORD_BYTES * 8))
  const [rowBytes, restBytes] = [ROW_WORDS * WORD_BYTES, restWidth * WORD_BYTES]
  const blockBytes = BLOCK * (rowBytes + restBytes)
  const initial = Math.ceil((BLOCKS + blockBytes) / PAGE)
  const memory = new wasm.Memory({ initial, maximum: MOST_PAGES, shared: true })
  const module = scanModule()
  const kernel = openKernel(module, memory)
  const ids: Buffer[] = []
  let rows = 0
  const holes: number[] = []

  const blockOf = (row: number) => BLOCKS + Math.floor(row / BLOCK) * blockBytes
  const scannedOf = (row: number) =>
    new Uint32Array(memory.buffer, blockOf(row) + (row % BLOCK) * rowBytes, rowBytes / 4)
  const restOf = (row: number) =>
    new Uint32Array(memory.buffer, blockOf(row) + BLOCK * rowBytes + (row % BLOCK) * restBytes, restBytes / 4)
  const idOf = (row: number) =>
    (ids[Math.floor(row / BLOCK)] as Buffer).subarray((row % BLOCK) * ID_BYTES, ((row % BLOCK) + 1) * ID_BYTES)
  const isHole = (row: number) => idOf(row).every((byte) => byte === 0)
  const rowsOfIds = openIdRows((row, id) => idOf(row).equals(id), idOf)

  function grow(): void {
    if (rows < ids.length * BLOCK) return
    const missing = blockOf(rows) + blockBytes - memory.buffer.byteLength
    if (missing > 0) {
      // Grows by an eighth at a time: few calls, and little unused memory.
      const pages = Math.max(Math.ceil(missing / PAGE), Math.ceil(memory.buffer.byteLength / PAGE / 8))
      memory.grow(Math.min(pages, MOST_PAGES - memory.buffer.byteLength / PAGE))
    }
    ids.push(Buffer.alloc(BLOCK * ID_BYTES))
  }

  /** Erases all of a row. */
  function clear(row: number): void {
    scannedOf(row).fill(0)
    restOf(row).fill(0)
    idOf(row).fill(0)
  }

  /** Near rows and their distances, alternating: what this thread finds, and the second one if it helps. */
  async function scan(search: Search, isAlone: boolean): Promise<number[]> {
    search.next[0] = 0
    const helped = isAlone ? undefined : helpScan({ module, memory, search })
    const found: number[] = []
    for (let near = scanNextRun(kernel, memory, 0, search); near; near = scanNextRun(kernel, memory, 0, search)) {
      for (const value of near) found.push(value)
      await takeTurns()
    }
    if (!helped) return found
    const others = await helped
    return others ? found.concat(others) : scan(search, true)
  }

  return {
    size: () => rows - holes.length,
    bytes: () => memory.buffer.byteLength + ids.length * BLOCK * ID_BYTES + rowsOfIds.bytes(),
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
      const wanted = new Uint32Array((rowBytes + restBytes) / 4)
      writeSigns(values, order, 0, scanned, wanted.subarray(0, rowBytes / 4))
      writeSigns(values, order, scanned, length, wanted.subarray(rowBytes / 4))
      const limit = Math.floor(share * length)
      const scanLimit = scanned < length ? Math.floor((share + SCAN_SLACK) * scanned) : limit
      const search = {
        rowBytes,
        restBytes,
        wanted,
        // Faces that come during the scan have a later number, and are compared when the session is written.
        end: rows,
        scanLimit,
        limit,
        next: new Int32Array(new SharedArrayBuffer(4)),
      }
      const near = await scan(search, rows < worthAThread)
      const found: { row: number; distance: number }[] = []
      for (let at = 0; at < near.length; at += 2) {
        const row = near[at] as number
        if (!isHole(row)) found.push({ row, distance: near[at + 1] as number })
      }
      return found
        .sort((a, b) => a.distance - b.distance || a.row - b.row)
        .slice(0, most)
        .map(({ row, distance }) => ({ sessionId: uuidOf(idOf(row)), share: distance / length }))
    },
  }
}

/**
 * The signs that are scanned first: this many, evenly spread over all numbers, so that each recogniser has its share.
 */
function orderOf(length: number, scanned: number): Uint16Array {
  const spread = new Set(Array.from({ length: scanned }, (_, at) => Math.floor((at * length) / scanned)))
  const others = Array.from({ length }, (_, at) => at).filter((at) => !spread.has(at))
  return Uint16Array.from([...spread, ...others])
}

/** One bit per number: whether it is above zero. */
function writeSigns(values: ArrayLike<number>, order: Uint16Array, from: number, to: number, into: Uint32Array): void {
  for (let word = 0; word < into.length; word += 1) {
    const start = from + word * WORD_BITS
    const end = Math.min(start + WORD_BITS, to)
    let signs = 0
    for (let at = start; at < end; at += 1) if ((values[order[at] as number] as number) > 0) signs |= 1 << (at - start)
    into[word] = signs
  }
}

const idBytes = (sessionId: string): Buffer => Buffer.from(sessionId.replaceAll('-', ''), 'hex')

function uuidOf(id: Buffer): string {
  const hex = id.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The row of a session's face, by the 16 bytes of its id. */
interface IdRows {
  find(id: Buffer): number | undefined
  add(id: Buffer, row: number): void
  remove(id: Buffer): void
  bytes(): number
}

const FREE = -1
/** Marks a removed entry (tombstone): the search for others continues past it. */
const LEFT = -2
const FIRST_SIZE = 1024
/** Above this load factor a search would probe many places. */
const FULLEST = 0.7

/**
 * A hash table of row numbers with open addressing: four bytes per place, since the ids themselves are stored with the
 * rows.
 */
function openIdRows(isOf: (row: number, id: Buffer) => boolean, idOf: (row: number) => Buffer): IdRows {
  let places = new Int32Array(FIRST_SIZE).fill(FREE)
  /** Taken places, including tombstones. */
  let used = 0

  // The end of an id is random in every version of UUIDs that sessions have.
  const startOf = (id: Buffer) => id.readUInt32LE(12) & (places.length - 1)
  const next = (place: number) => (place + 1) & (places.length - 1)

  function placeOf(id: Buffer): number | undefined {
    for (let place = startOf(id); places[place] !== FREE; place = next(place)) {
      const row = places[place] as number
      if (row !== LEFT && isOf(row, id)) return place
    }
    return undefined
  }

  function put(id: Buffer, row: number): void {
    let place = startOf(id)
    while ((places[place] as number) >= 0) place = next(place)
    if (places[place] === FREE) used += 1
    places[place] = row
  }

  function grow(): void {
    const rows = places.filter((row) => row >= 0)
    const isCrowded = rows.length > (places.length * FULLEST) / 2
    places = new Int32Array(places.length * (isCrowded ? 2 : 1)).fill(FREE)
    used = 0
    for (const row of rows) put(idOf(row), row)
  }

  return {
    find(id) {
      const place = placeOf(id)
      return place === undefined ? undefined : (places[place] as number)
    },
    add(id, row) {
      if (used >= places.length * FULLEST) grow()
      put(id, row)
    },
    remove(id) {
      const place = placeOf(id)
      if (place !== undefined) places[place] = LEFT
    },
    bytes: () => places.byteLength,
  }
}
