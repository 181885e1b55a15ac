import {
  advance,
  assemble,
  type Code,
  constant,
  countBits,
  divide,
  exclusiveOr,
  get,
  isLess,
  loadLong,
  loadWord,
  lowerHalf,
  multiply,
  repeat,
  set,
  storeWord,
  subtract,
  sumOfLongs,
  TYPE,
} from '../../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../../domain/picture/wasm/web-assembly.ts'

/** Addresses are in bytes. There is at least one row, and at least one address in the list. */
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
    list: number,
    listEnd: number,
    limit: number,
    pairs: number,
    last: number,
  ): void
}

const WORD = 8

/**
 * Rows of `width` times eight bytes and rests of `restWidth` times eight, with the loops over them unrolled. Bits are
 * counted eight bytes at a time: x64 has an instruction for that, and none for sixteen bytes.
 */
export const makeModule = (width: number, restWidth: number): object =>
  new wasm.Module(assemble([scanRoutine(width), refineRoutine(width, restWidth)], true))

export const openKernel = (module: object, memory: WasmMemory): Kernel =>
  new wasm.Instance(module, { page: { memory } }).exports as Kernel

/** Which bits of the words at an address differ from the wanted ones, which are locals from `first` on. */
const differing = (address: Code, words: readonly number[], first: number): Code[] =>
  words.map((at) => countBits(exclusiveOr(loadLong(address, at * WORD), get(first + at))))

const placesOf = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

function scanRoutine(width: number) {
  const [wanted, row, end, limit, list, last] = [0, 1, 2, 3, 4, 5] as const
  const first = last + 1
  const words = placesOf(width)
  const distance = lowerHalf(differing(get(row), words, first).reduce(sumOfLongs))
  const body = [
    ...words.flatMap((at) => set(first + at, loadLong(get(wanted), at * WORD))),
    ...repeat(
      [
        // Written each time and kept only where it is near: nothing to branch on.
        ...storeWord(get(list), get(row)),
        ...advance(list, multiply(isLess(distance, get(limit)), constant(4))),
        ...advance(row, constant(width * WORD)),
      ],
      isLess(get(row), get(end)),
    ),
    ...storeWord(get(last), get(list)),
  ]
  const parameters = placesOf(first).map(() => TYPE.i32)
  return { name: 'scan', parameters, locals: words.map(() => TYPE.i64), body }
}

function refineRoutine(width: number, restWidth: number) {
  const [wanted, rows, rests, list, listEnd, limit, pairs, last] = [0, 1, 2, 3, 4, 5, 6, 7] as const
  const [row, rest, distance] = [last + 1, last + 2, last + 3] as const
  const first = distance + 1
  const words = placesOf(width + restWidth)
  const rowNumber = divide(subtract(get(row), get(rows)), constant(width * WORD))
  const bits = [
    ...differing(get(row), placesOf(width), first),
    ...differing(get(rest), placesOf(restWidth), first + width),
  ]
  const body = [
    ...words.flatMap((at) => set(first + at, loadLong(get(wanted), at * WORD))),
    ...repeat(
      [
        ...set(row, loadWord(get(list))),
        ...set(rest, get(rests)),
        ...advance(rest, multiply(rowNumber, constant(restWidth * WORD))),
        ...set(distance, lowerHalf(bits.reduce(sumOfLongs))),
        ...storeWord(get(pairs), get(row)),
        ...storeWord(get(pairs), get(distance), 4),
        ...advance(pairs, multiply(isLess(get(distance), get(limit)), constant(8))),
        ...advance(list, constant(4)),
      ],
      isLess(get(list), get(listEnd)),
    ),
    ...storeWord(get(last), get(pairs)),
  ]
  const parameters = placesOf(last + 1).map(() => TYPE.i32)
  const locals = [TYPE.i32, TYPE.i32, TYPE.i32, ...words.map(() => TYPE.i64)]
  return { name: 'refine', parameters, locals, body }
}
