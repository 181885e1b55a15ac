import { setImmediate as takeTurns } from 'node:timers/promises'
import { type Arena, arenaOf } from './arena.ts'
import { type IdRows, openIdRows } from './id-rows.ts'
import { BLOCK, type Search, scanModule, scanNextRun } from './scan-blocks.ts'
import { helpScan, WORTH_A_THREAD } from './second-thread.ts'
import { layoutOf, type RowLayout } from './sign-rows.ts'

/** Faces of one tenant, mode and model in memory: the sign of each number, and the session. */
export interface Shard {
  layout: RowLayout
  /** How many there are. */
  size(): number
  bytes(): number
  add(sessionId: string, values: ArrayLike<number>): void
  /** The same of a face whose signs are arranged already, with the number of its print. */
  addRow(id: Uint8Array, row: Uint32Array, sequence: number): void
  /** Whether this session's face is there with these signs. */
  holds(id: Uint8Array, row: Uint32Array): boolean
  /** Removes it completely from memory. */
  remove(sessionId: string): boolean
  /** Those that differ in at most this share of the signs, nearest first. */
  nearest(values: ArrayLike<number>, share: number, most: number): Promise<{ sessionId: string; share: number }[]>
  /** Gives its memory back, erased. */
  clear(): void
  /** Its parts, the oldest first. Only the last one takes new rows, unless it came from a snapshot. */
  segments(): readonly SegmentView[]
  /** The ids and signs of a part, as `restore` takes them. */
  contentOf(segment: SegmentView): Buffer
  /** Adds a part as `content` gave it; the file is where that lies. */
  restore(content: Uint8Array, of: { least: number; most: number; file: string }): Promise<void>
}

/** Rows that came one after the other. */
export interface SegmentView {
  /** The numbers of the prints in it lie between these. */
  least: number
  most: number
  /** It takes no new rows. */
  isClosed: boolean
  /** When a row of it was removed last, as of performance.now(). */
  changedAt: number
  /** The file of a snapshot that holds exactly these rows. */
  file: string | undefined
}

interface ShardOptions {
  /** From this many rows on a second thread helps. */
  worthAThread?: number
  arena?: Arena
  /** The number of rows in a segment. */
  segmentRows?: number
  /** Called with the file of a segment that no longer holds what is in memory. */
  outdated?: (file: string) => void
}

export const ID_BYTES = 16
/**
 * The unit of looking up and giving back. An index over the ids of one is extended in a few milliseconds; over those of
 * ten million faces it would take a second.
 */
const SEGMENT_ROWS = 32 * BLOCK
/** Rows of a snapshot that are taken at once: between them other requests get their turn. */
const RESTORED = 4096
/**
 * The extra margin for the scanned signs compared with all. Of 1,664 pairs of one person of LFW that match with a score
 * of 77 or more none differs in more than 93 of the 256, and 101 are accepted at that score: then 12 in 1,000 strangers
 * pass.
 */
const SCAN_SLACK = 0.05

interface Segment extends SegmentView {
  blocks: number[]
  /** The ids of each block. */
  ids: Buffer[]
  rows: number
  holes: number[]
  places: IdRows
}

export function openShard(length: number, options: ShardOptions = {}): Shard {
  const layout = layoutOf(length)
  const { worthAThread = WORTH_A_THREAD, arena = arenaOf(layout), segmentRows = SEGMENT_ROWS } = options
  const { rowBytes, restBytes } = layout
  const [rowWords, restWords] = [rowBytes / 4, restBytes / 4]
  let segments: Segment[] = []
  /** Rows were moved or given back: a scan that was going on has to begin again. */
  let moves = 0

  const idOf = ({ ids }: Segment, row: number) => {
    const start = (row % BLOCK) * ID_BYTES
    return (ids[Math.floor(row / BLOCK)] as Buffer).subarray(start, start + ID_BYTES)
  }
  const isHole = (segment: Segment, row: number) => idOf(segment, row).every((byte) => byte === 0)

  /** Where the parts of a row lie among the words of its block. */
  const placesOf = (row: number) => ({
    first: (row % BLOCK) * rowWords,
    rest: BLOCK * rowWords + (row % BLOCK) * restWords,
  })
  const wordsOf = ({ blocks }: Segment, row: number) => arena.wordsOf(blocks[Math.floor(row / BLOCK)] as number)

  function write(segment: Segment, row: number, words: Uint32Array): void {
    const block = wordsOf(segment, row)
    const { first, rest } = placesOf(row)
    block.set(words.subarray(0, rowWords), first)
    block.set(words.subarray(rowWords), rest)
  }

  function read(segment: Segment, row: number): Uint32Array {
    const block = wordsOf(segment, row)
    const { first, rest } = placesOf(row)
    const words = new Uint32Array(rowWords + restWords)
    words.set(block.subarray(first, first + rowWords))
    words.set(block.subarray(rest, rest + restWords), rowWords)
    return words
  }

  function openSegment(): Segment {
    const segment: Segment = {
      blocks: [],
      ids: [],
      rows: 0,
      holes: [],
      places: openIdRows(
        (row, id) => idOf(segment, row).equals(id),
        (row) => idOf(segment, row),
      ),
      least: Number.POSITIVE_INFINITY,
      most: Number.NEGATIVE_INFINITY,
      isClosed: false,
      changedAt: 0,
      file: undefined,
    }
    const last = segments.at(-1)
    if (last) last.isClosed = true
    segments.push(segment)
    return segment
  }

  /** A segment with room for one more. */
  function openForOne(): Segment {
    const last = segments.at(-1)
    return last && !last.isClosed && (last.holes.length > 0 || last.rows < segmentRows) ? last : openSegment()
  }

  const put = (id: Uint8Array, words: Uint32Array, least: number, most: number): void =>
    putInto(openForOne(), id, words, least, most)

  function putInto(segment: Segment, id: Uint8Array, words: Uint32Array, least: number, most: number): void {
    const hole = segment.holes.pop()
    const row = hole ?? segment.rows
    if (row === segment.blocks.length * BLOCK) {
      segment.blocks.push(arena.take())
      segment.ids.push(Buffer.alloc(BLOCK * ID_BYTES))
    }
    if (hole === undefined) segment.rows += 1
    write(segment, row, words)
    const own = idOf(segment, row)
    own.set(id)
    segment.places.add(own, row)
    segment.least = Math.min(segment.least, least)
    segment.most = Math.max(segment.most, most)
  }

  function changed(segment: Segment): void {
    segment.changedAt = performance.now()
    if (segment.file !== undefined) options.outdated?.(segment.file)
    segment.file = undefined
  }

  function giveBack(segment: Segment): void {
    moves += 1
    for (const block of segment.blocks) arena.give(block)
    for (const ids of segment.ids) ids.fill(0)
  }

  /** A full segment that has become half empty: its rows move to the last one, and its memory is free. */
  function dissolve(segment: Segment): void {
    segments = segments.filter((each) => each !== segment)
    for (let row = 0; row < segment.rows; row += 1)
      if (!isHole(segment, row)) put(idOf(segment, row), read(segment, row), segment.least, segment.most)
    giveBack(segment)
  }

  const size = () => segments.reduce((sum, { rows, holes }) => sum + rows - holes.length, 0)

  /** Near rows and their distances, alternating: what this thread finds, and the second one if it helps. */
  async function scan(search: Search, isAlone: boolean): Promise<number[]> {
    search.next[0] = 0
    const memories = arena.memories()
    const job = { module: scanModule(), memories: memories.map(({ memory }) => memory), search }
    const helped = isAlone ? undefined : helpScan(job)
    const found: number[] = []
    for (let near = scanNextRun(memories, 0, search); near; near = scanNextRun(memories, 0, search)) {
      for (const value of near) found.push(value)
      await takeTurns()
    }
    if (!helped) return found
    const others = await helped
    return others ? found.concat(others) : scan(search, true)
  }

  return {
    layout,
    size,
    bytes: () =>
      segments.reduce(
        (sum, { blocks, places }) => sum + blocks.length * (arena.blockBytes + BLOCK * ID_BYTES) + places.bytes(),
        0,
      ),
    add(sessionId, values) {
      if (values.length !== length) throw new Error(`a face of ${values.length} numbers among those of ${length}`)
      const words = new Uint32Array(rowWords + restWords)
      layout.fromValues(values, words)
      put(idBytes(sessionId), words, 0, 0)
    },
    addRow: (id, row, sequence) => put(id, row, sequence, sequence),
    holds(id, row) {
      const own = Buffer.from(id)
      return segments.some((segment) => {
        const at = segment.places.find(own)
        return at !== undefined && read(segment, at).every((word, index) => word === row[index])
      })
    },
    remove(sessionId) {
      const id = idBytes(sessionId)
      for (let at = segments.length - 1; at >= 0; at -= 1) {
        const segment = segments[at] as Segment
        const row = segment.places.find(id)
        if (row === undefined) continue
        segment.places.remove(id)
        write(segment, row, new Uint32Array(rowWords + restWords))
        idOf(segment, row).fill(0)
        segment.holes.push(row)
        changed(segment)
        if (segment.isClosed && segment.holes.length * 2 > segment.rows) dissolve(segment)
        return true
      }
      return false
    },
    async nearest(values, share, most) {
      if (values.length !== length) return []
      const wanted = new Uint32Array(rowWords + restWords)
      layout.fromValues(values, wanted)
      const limit = Math.floor(share * length)
      const scanLimit = layout.scanned < length ? Math.floor((share + SCAN_SLACK) * layout.scanned) : limit
      for (;;) {
        const [scanned, before] = [[...segments], moves]
        const places = scanned.flatMap((segment) => segment.blocks.map((_, block) => ({ segment, block })))
        const search = {
          rowBytes,
          restBytes,
          wanted,
          // Faces that come during the scan have a later number, and are compared when the session is written.
          blocks: Uint32Array.from(scanned.flatMap(({ blocks }) => blocks)),
          perMemory: arena.perMemory,
          scanLimit,
          limit,
          next: new Int32Array(new SharedArrayBuffer(4)),
        }
        const near = await scan(search, size() < worthAThread)
        if (moves !== before) continue
        const found: { place: number; id: Buffer; distance: number }[] = []
        for (let at = 0; at < near.length; at += 2) {
          const place = near[at] as number
          const { segment, block } = places[Math.floor(place / BLOCK)] as { segment: Segment; block: number }
          const row = block * BLOCK + (place % BLOCK)
          if (!isHole(segment, row)) found.push({ place, id: idOf(segment, row), distance: near[at + 1] as number })
        }
        return found
          .sort((a, b) => a.distance - b.distance || a.place - b.place)
          .slice(0, most)
          .map(({ id, distance }) => ({ sessionId: uuidOf(id), share: distance / length }))
      }
    },
    clear() {
      for (const segment of segments) giveBack(segment)
      segments = []
    },
    segments: () => segments,
    async restore(content, { least, most, file }) {
      const rows = rowsIn(content, layout)
      const segment = openSegment()
      const ids = content.subarray(0, rows * ID_BYTES)
      const words = new Uint32Array(new Uint8Array(content.subarray(rows * ID_BYTES)).buffer)
      for (let row = 0; row < rows; row += 1) {
        const signs = words.subarray(row * (rowWords + restWords), (row + 1) * (rowWords + restWords))
        putInto(segment, ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES), signs, least, most)
        if (row % RESTORED === RESTORED - 1) await takeTurns()
      }
      segment.isClosed = true
      // Somebody may have been erased meanwhile.
      if (segment.changedAt === 0) segment.file = file
      else options.outdated?.(file)
    },
    contentOf(view) {
      const segment = view as Segment
      const live = Array.from({ length: segment.rows }, (_, row) => row).filter((row) => !isHole(segment, row))
      const content = Buffer.alloc(live.length * (ID_BYTES + rowBytes + restBytes))
      for (const [at, row] of live.entries()) {
        content.set(idOf(segment, row), at * ID_BYTES)
        const { buffer } = read(segment, row)
        content.set(new Uint8Array(buffer), live.length * ID_BYTES + at * (rowBytes + restBytes))
      }
      return content
    },
  }
}

/** How many rows a part of a snapshot has. Throws if it is not a whole number of them. */
function rowsIn(content: Uint8Array, { rowBytes, restBytes }: RowLayout): number {
  const rows = content.length / (ID_BYTES + rowBytes + restBytes)
  if (!Number.isInteger(rows)) throw new Error(`${content.length} bytes are no rows`)
  return rows
}

export const idBytes = (sessionId: string): Buffer => Buffer.from(sessionId.replaceAll('-', ''), 'hex')

export function uuidOf(id: Buffer): string {
  const hex = id.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
