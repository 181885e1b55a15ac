import {
  add,
  advance,
  assemble,
  constant,
  countBits,
  exclusiveOr,
  get,
  isLess,
  laneOf,
  load,
  repeat,
  set,
  storeShort,
  sumOfBytes,
  sumsOfFour,
  TYPE,
} from '../../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../../domain/picture/wasm/web-assembly.ts'

/** How many bits of each row differ from the wanted one, as 16-bit numbers; addresses in bytes, at least one row. */
type Scan = (wanted: number, rows: number, end: number, distances: number) => void

const LANE = 16
/** More would overflow the bytes that the counts are summed in. */
const WIDEST = 31

/** The kernel for rows of so many times 16 bytes, its loop over them unrolled. */
export function makeScan(memory: WasmMemory, width: number): Scan {
  if (width < 1 || width > WIDEST) throw new Error(`rows of ${width} times 16 bytes cannot be scanned`)
  const [wanted, row, end, distance] = [0, 1, 2, 3] as const
  const sums = 4
  const lanes = Array.from({ length: width }, (_, at) => at)
  const wantedLane = (at: number) => sums + 1 + at
  const counted = lanes
    .map((at) => countBits(exclusiveOr(load(get(row), at * LANE), get(wantedLane(at)))))
    .reduce(sumOfBytes)
  const body = [
    ...lanes.flatMap((at) => set(wantedLane(at), load(get(wanted), at * LANE))),
    ...repeat(
      [
        ...set(sums, sumsOfFour(counted)),
        ...storeShort(
          get(distance),
          add(add(laneOf(get(sums), 0), laneOf(get(sums), 1)), add(laneOf(get(sums), 2), laneOf(get(sums), 3))),
        ),
        ...advance(distance, constant(2)),
        ...advance(row, constant(width * LANE)),
      ],
      isLess(get(row), get(end)),
    ),
  ]
  const parameters = [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32]
  const locals = [TYPE.v128, ...lanes.map(() => TYPE.v128)]
  const module = new wasm.Module(assemble([{ name: 'scan', parameters, locals, body }]))
  return (new wasm.Instance(module, { page: { memory } }).exports as { scan: Scan }).scan
}
