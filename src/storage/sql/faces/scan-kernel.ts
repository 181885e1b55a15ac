import { readFileSync } from 'node:fs'
import { type WasmMemory, wasm } from '../../../domain/picture/web-assembly.ts'
import { resource } from '../../../resources.ts'

/** scan-kernel.c. Addresses are in bytes. There is room for one address more than are listed, and for one pair more. */
export interface Kernel {
  /** The addresses of the rows of which fewer bits than the limit differ from the wanted one; where the list ends is written to `last`. */
  scan(wanted: number, rows: number, end: number, limit: number, list: number, last: number): void
  /**
   * Of the listed rows those of which, with the rest of each, fewer bits than the limit differ: pairs of address and
   * distance. The rest of the wanted one follows it; where the pairs end is written to `last`.
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

/** Bytes of eight of which rows and rests are made. */
export const WORD_BYTES = 8
/** Words of every row: where fewer signs are scanned, the last ones are zero. */
export const ROW_WORDS = 4

let code: object | undefined

/** Compiled once for all shards. */
export function scanModule(): object {
  code ??= new wasm.Module(readFileSync(resource('src/storage/sql/faces/scan-kernel.wasm')))
  return code
}

export const openKernel = (module: object, memory: WasmMemory): Kernel =>
  new wasm.Instance(module, { env: { memory } }).exports as Kernel
