import {
  advance,
  assemble,
  constant,
  countBits,
  exclusiveOr,
  get,
  isLess,
  loadLong,
  lowerHalf,
  multiply,
  repeat,
  set,
  storeWord,
  sumOfLongs,
  TYPE,
} from '../../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../../domain/picture/wasm/web-assembly.ts'

/**
 * The addresses of the rows of which fewer bits than the limit differ from the wanted one, and the address at which that
 * list ended at `last`. Addresses in bytes, at least one row.
 */
type Scan = (wanted: number, rows: number, end: number, limit: number, found: number, last: number) => void

const WORD = 8

/**
 * The kernel for rows of so many times eight bytes, its loop over them unrolled. Bits are counted eight bytes at a time: x64
 * has an instruction for that, and none for sixteen bytes.
 */
export function makeScan(memory: WasmMemory, width: number): Scan {
  const [wanted, row, end, limit, found, last] = [0, 1, 2, 3, 4, 5] as const
  const words = Array.from({ length: width }, (_, at) => at)
  const wantedWord = (at: number) => last + 1 + at
  const distance = words
    .map((at) => countBits(exclusiveOr(loadLong(get(row), at * WORD), get(wantedWord(at)))))
    .reduce(sumOfLongs)
  const body = [
    ...words.flatMap((at) => set(wantedWord(at), loadLong(get(wanted), at * WORD))),
    ...repeat(
      [
        // Written each time and kept only where it is near: nothing to branch on.
        ...storeWord(get(found), get(row)),
        ...advance(found, multiply(isLess(lowerHalf(distance), get(limit)), constant(4))),
        ...advance(row, constant(width * WORD)),
      ],
      isLess(get(row), get(end)),
    ),
    ...storeWord(get(last), get(found)),
  ]
  const parameters = [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32]
  const locals = words.map(() => TYPE.i64)
  const module = new wasm.Module(assemble([{ name: 'scan', parameters, locals, body }]))
  return (new wasm.Instance(module, { page: { memory } }).exports as { scan: Scan }).scan
}
