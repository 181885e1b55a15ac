import { readFileSync } from 'node:fs'
import { resource } from '../../../platform/resources.ts'
import { type WasmMemory, wasm } from '../../../vision/picture/web-assembly.ts'

/** The number of rows in a block, the unit of allocation and scanning: many tenants have few. */
export const BLOCK = 1024
/**
 * The number of blocks in a run, which one thread takes at a time, and after which other requests get their turn: a
 * millisecond or two.
 */
const RUN = 256

/** The area of a thread: the wanted row and its rest, the end of a list, the list, and what is left of it. */
const LAST = 1024
const LIST = LAST + 8
const PAIRS = LIST + (BLOCK + 1) * 4
const AREA = PAIRS + (BLOCK + 1) * 8
/** Two threads have an area each; the blocks follow. */
const THREADS = 2
export const BLOCKS = THREADS * AREA

/** A search, as both threads receive it. */
export interface Search {
  /** In bytes: the scanned part of a row, and the rest. The rows of a block are contiguous, followed by their rests. */
  rowBytes: number
  restBytes: number
  /** The signs of the row, then those of its rest. */
  wanted: Uint32Array<ArrayBuffer>
  /** The numbers of the blocks, and how many there are in each memory. */
  blocks: Uint32Array<ArrayBuffer>
  perMemory: number
  /** How many signs may differ, of the scanned ones and of all. */
  scanLimit: number
  limit: number
  /** The number of the next run; each thread increments it when it takes one. */
  next: Int32Array<SharedArrayBuffer>
}

/**
 * The next run of blocks that no thread has taken: near rows and their distances, alternating. Rows are numbered in the
 * order of the search's blocks. Undefined when all are taken.
 */
export function scanNextRun(
  memories: readonly { memory: WasmMemory; kernel: Kernel }[],
  thread: 0 | 1,
  search: Search,
): number[] | undefined {
  const from = Atomics.add(search.next, 0, 1) * RUN
  const to = Math.min(from + RUN, search.blocks.length)
  if (from >= to) return undefined
  const near: number[] = []
  let prepared = -1
  for (let at = from; at < to; at += 1) {
    const block = search.blocks[at] as number
    const number = Math.floor(block / search.perMemory)
    const { memory, kernel } = memories[number] as { memory: WasmMemory; kernel: Kernel }
    // Another search of this thread may have overwritten it since the last run.
    if (number !== prepared) new Uint32Array(memory.buffer, thread * AREA, search.wanted.length).set(search.wanted)
    prepared = number
    const first = BLOCKS + (block % search.perMemory) * BLOCK * (search.rowBytes + search.restBytes)
    scanBlock(kernel, memory, thread * AREA, { first, place: at * BLOCK }, search, near)
  }
  return near
}

function scanBlock(
  kernel: Kernel,
  memory: WasmMemory,
  area: number,
  { first, place }: { first: number; place: number },
  { rowBytes, restBytes, scanLimit, limit }: Search,
  near: number[],
): void {
  const rests = first + BLOCK * rowBytes
  const last = new Uint32Array(memory.buffer, area + LAST, 1)
  kernel.scan(area, first, rests, scanLimit + 1, area + LIST, area + LAST)
  const listEnd = last[0] as number
  if (listEnd === area + LIST) return
  kernel.refine(area, first, rests, restBytes / WORD_BYTES, area + LIST, listEnd, limit + 1, area + PAIRS, area + LAST)
  const pairs = new Uint32Array(memory.buffer, area + PAIRS, ((last[0] as number) - area - PAIRS) / 4)
  for (let at = 0; at < pairs.length; at += 2)
    near.push(place + ((pairs[at] as number) - first) / rowBytes, pairs[at + 1] as number)
}

/** scan-kernel.c. Addresses are in bytes. There is room for one more address than are listed, and for one more pair. */
export interface Kernel {
  /**
   * The addresses of the rows that differ from the wanted one in fewer bits than the limit; the end of the list is
   * written to `last`.
   */
  scan(wanted: number, rows: number, end: number, limit: number, list: number, last: number): void
  /**
   * The listed rows that differ, including the rest of each, in fewer bits than the limit: pairs of address and
   * distance. The rest of the wanted one follows it; the end of the pairs is written to `last`.
   */
  refine(
    wanted: number,
    rows: number,
    rests: number,
    restWords: number,
    list: number,
    listEnd: number,
    limit: number,
    pairs: number,
    last: number,
  ): void
}

/** Rows and rests consist of units of eight bytes. */
export const WORD_BYTES = 8
/** Words of every row: if fewer signs are scanned, the last ones are zero. */
export const ROW_WORDS = 4

let code: object | undefined

/** Compiled once for all shards. */
export function scanModule(): object {
  code ??= new wasm.Module(readFileSync(resource('src/features/duplicates/faces/scan-kernel.wasm')))
  return code
}

export const openKernel = (module: object, memory: WasmMemory): Kernel =>
  new wasm.Instance(module, { env: { memory } }).exports as Kernel
