import { type WasmMemory, wasm } from '../../../vision/picture/web-assembly.ts'
import { BLOCK, BLOCKS, type Kernel, openKernel, scanModule } from './scan-blocks.ts'
import type { RowLayout } from './sign-rows.ts'

/**
 * Memory for blocks of rows, which the shards of all tenants take and give back. The runtime reserves 8 GB of addresses
 * for each WebAssembly memory, whatever its size, so that shards share few of them.
 */
export interface Arena {
  /** The number of a block of zeros. Throws when the system gives no more memory. */
  take(): number
  /** Erases the block: another shard may get it. */
  give(block: number): void
  /** Its rows, followed by their rests. */
  wordsOf(block: number): Uint32Array
  memories(): readonly ScannedMemory[]
  /** The number of blocks in each memory but the last. */
  perMemory: number
  blockBytes: number
}

interface ScannedMemory {
  memory: WasmMemory
  kernel: Kernel
}

const PAGE = 65_536
/** A gigabyte: 12 million faces of 704 numbers. An address has 32 bits, so that four times as much would be possible. */
const MOST_PAGES = 16_384

export function openArena({ rowBytes, restBytes }: RowLayout, mostPages = MOST_PAGES): Arena {
  const blockBytes = BLOCK * (rowBytes + restBytes)
  const perMemory = Math.floor((mostPages * PAGE - BLOCKS) / blockBytes)
  if (perMemory < 1) throw new Error(`no block of ${blockBytes} bytes has room in ${mostPages} pages`)
  const memories: ScannedMemory[] = []
  const free: number[] = []
  let taken = 0

  const offsetOf = (block: number) => BLOCKS + (block % perMemory) * blockBytes

  function wordsOf(block: number): Uint32Array {
    const { memory } = memories[Math.floor(block / perMemory)] as ScannedMemory
    return new Uint32Array(memory.buffer, offsetOf(block), blockBytes / 4)
  }

  function reserve(block: number): void {
    const end = offsetOf(block) + blockBytes
    const there = memories[Math.floor(block / perMemory)]
    if (!there) {
      const memory = new wasm.Memory({ initial: Math.ceil(end / PAGE), maximum: mostPages, shared: true })
      memories.push({ memory, kernel: openKernel(scanModule(), memory) })
      return
    }
    const { memory } = there
    const missing = end - memory.buffer.byteLength
    if (missing <= 0) return
    // Grows by an eighth at a time: few calls, and little unused memory.
    const pages = Math.max(Math.ceil(missing / PAGE), Math.ceil(memory.buffer.byteLength / PAGE / 8))
    memory.grow(Math.min(pages, mostPages - memory.buffer.byteLength / PAGE))
  }

  return {
    take() {
      const used = free.pop()
      if (used !== undefined) return used
      reserve(taken)
      taken += 1
      return taken - 1
    },
    give(block) {
      wordsOf(block).fill(0)
      free.push(block)
    },
    wordsOf,
    memories: () => memories,
    perMemory,
    blockBytes,
  }
}

const arenas = new Map<number, Arena>()

/** The arena that all shards of a process share whose rows have this size. */
export function arenaOf(layout: RowLayout): Arena {
  const size = layout.rowBytes + layout.restBytes
  const arena = arenas.get(size) ?? openArena(layout)
  arenas.set(size, arena)
  return arena
}
