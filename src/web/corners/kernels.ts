import {
  add,
  advance,
  assemble,
  type Code,
  choose,
  constant,
  fourOf,
  get,
  isLess,
  largerOf,
  load,
  loadEach,
  multiply,
  multiplyAdd,
  type Routine,
  repeat,
  set,
  store,
  subtract,
  sumOf,
  TYPE,
  when,
} from '../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../domain/picture/wasm/web-assembly.ts'

/** Numbers of the memory, all 32-bit floats; every address is in bytes. */
export interface Kernels {
  /**
   * Each of `pixels` (at least 4) rows of `inputs` (a multiple of 4) times the weights, plus the bias, at least `floor`.
   * The weights lie in blocks of 8 outputs, the last one of 4 perhaps: of each block, for each input its outputs.
   */
  mix(call: MixCall): void
  /** A row of a 3 × 3 or 5 × 5 convolution of each channel by itself: `rows` is where the addresses of its input rows lie. */
  spread3(...row: SpreadRow): void
  spread5(...row: SpreadRow): void
  /** `to` += `from`, so many numbers (a multiple of 4). */
  plus(to: number, from: number, count: number): void
}

interface MixCall {
  input: number
  pixels: number
  inputs: number
  weights: number
  bias: number
  outputs: number
  output: number
  floor: number
}

type SpreadRow = [
  rows: number,
  step: number,
  width: number,
  channels: number,
  weights: number,
  bias: number,
  output: number,
]

/** As the module exports them: WebAssembly takes numbers alone, in order. */
interface Exports extends Omit<Kernels, 'mix'> {
  mix(...numbers: number[]): void
}

/** Opens the kernels over a memory, with the fused multiplication where the browser has it. Throws where it has no SIMD. */
export function openKernels(memory: WasmMemory): Kernels {
  const fused = moduleOf(true)
  const module = new wasm.Module(wasm.validate(fused) ? fused : moduleOf(false))
  const { mix, ...others } = new wasm.Instance(module, { page: { memory } }).exports as unknown as Exports
  return {
    ...others,
    mix: ({ input, pixels, inputs, weights, bias, outputs, output, floor }) =>
      mix(input, pixels, inputs, weights, bias, outputs, output, floor),
  }
}

const moduleOf = (fused: boolean) => assemble([mix(fused), spread(3, fused), spread(5, fused), plus()])

const BYTES = 4
const VECTOR = 16
const PIXELS = 4

/** Four pixels and eight outputs at once, so that what is read is used often; the last four pixels may be looked at again. */
function mix(fused: boolean): Routine {
  const { i32, f32, v128 } = TYPE
  const [input, pixels, inputs, weights, bias, outputs, output, floor] = [0, 1, 2, 3, 4, 5, 6, 7]
  const [pixel, row, left, weight, end] = [8, 9, 10, 11, 12]
  const at = [13, 14, 15, 16]
  const [first, second, lowest, next] = [17, 18, 19, 20]
  const sums = [21, 22, 23, 24, 25, 26, 27, 28]
  const weightsHere = [first, second]

  const block = (vectors: 1 | 2): Code => {
    const sum = (each: number, vector: number) => sums[each * 2 + vector] as number
    const step = (unrolled: number): Code => [
      ...weightsHere
        .slice(0, vectors)
        .flatMap((local, vector) => set(local, load(get(weight), (unrolled * vectors + vector) * VECTOR))),
      ...at.flatMap((address, each) => [
        ...set(next, loadEach(get(address), unrolled * BYTES)),
        ...weightsHere
          .slice(0, vectors)
          .flatMap((local, vector) =>
            set(sum(each, vector), multiplyAdd(get(next), get(local), get(sum(each, vector)), fused)),
          ),
      ]),
    ]
    const four: Code = [
      ...set(at[0] as number, add(get(input), multiply(get(pixel), get(row)))),
      ...[1, 2, 3].flatMap((each) => set(at[each] as number, add(get(at[each - 1] as number), get(row)))),
      ...set(end, add(get(at[0] as number), get(row))),
      ...set(weight, get(weights)),
      ...at.flatMap((_, each) =>
        Array.from({ length: vectors }, (_, vector) => set(sum(each, vector), load(get(bias), vector * VECTOR))).flat(),
      ),
      ...repeat(
        [
          ...[0, 1, 2, 3].flatMap(step),
          ...at.flatMap((address) => advance(address, constant(4 * BYTES))),
          ...advance(weight, constant(4 * vectors * VECTOR)),
        ],
        isLess(get(at[0] as number), get(end)),
      ),
      ...at.flatMap((_, each) => [
        ...set(
          end,
          add(get(output), multiply(add(get(pixel), constant(each)), multiply(get(outputs), constant(BYTES)))),
        ),
        ...Array.from({ length: vectors }, (_, vector) =>
          store(get(end), largerOf(get(sum(each, vector)), get(lowest)), vector * VECTOR),
        ).flat(),
      ]),
    ]
    return [
      ...set(pixel, constant(0)),
      ...repeat(
        [
          ...four,
          // The next four, or the last four where fewer are left; beyond them it ends.
          ...advance(pixel, constant(PIXELS)),
          ...when(
            isLess(get(pixel), get(pixels)),
            set(
              pixel,
              choose(
                get(pixel),
                subtract(get(pixels), constant(PIXELS)),
                isLess(get(pixel), subtract(get(pixels), constant(PIXELS - 1))),
              ),
            ),
          ),
        ],
        isLess(get(pixel), get(pixels)),
      ),
      ...set(weights, get(weight)),
      ...advance(bias, constant(vectors * VECTOR)),
      ...advance(output, constant(vectors * VECTOR)),
      ...set(left, subtract(get(left), constant(vectors * 4))),
    ]
  }

  return {
    name: 'mix',
    parameters: [i32, i32, i32, i32, i32, i32, i32, f32],
    locals: [i32, i32, i32, i32, i32, i32, i32, i32, i32, v128, v128, v128, v128, ...sums.map(() => v128)],
    body: [
      ...set(lowest, fourOf(get(floor))),
      ...set(row, multiply(get(inputs), constant(BYTES))),
      ...set(left, get(outputs)),
      ...when(isLess(constant(7), get(left)), repeat(block(2), isLess(constant(7), get(left)))),
      ...when(get(left), block(1)),
    ],
  }
}

/** Weights and bias in blocks of four channels: of each block its bias comes apart, its taps row by row. */
function spread(side: 3 | 5, fused: boolean): Routine {
  const { i32, v128 } = TYPE
  const [rows, step, width, channels, weights, bias, output] = [0, 1, 2, 3, 4, 5, 6]
  const [weight, offset, pixel, sum, biasAt, stride] = [7, 8, 9, 10, 11, 12]
  const row = Array.from({ length: side }, (_, at) => 13 + at)
  const column = Array.from({ length: side }, (_, at) => 13 + side + at)
  const taps = row.flatMap((from, y) =>
    column.map((away, x) => ({ address: add(get(from), get(away)), weight: (y * side + x) * VECTOR })),
  )
  return {
    name: `spread${side}`,
    parameters: [i32, i32, i32, i32, i32, i32, i32],
    locals: [i32, i32, i32, v128, i32, i32, ...row.map(() => i32), ...column.map(() => i32)],
    body: [
      ...row.flatMap((local, y) => set(local, [...get(rows), 0x28, 0x02, y * BYTES])),
      ...set(stride, multiply(get(channels), constant(BYTES))),
      ...set(pixel, constant(0)),
      ...repeat(
        [
          ...set(offset, constant(0)),
          ...set(weight, get(weights)),
          ...set(biasAt, get(bias)),
          ...column.flatMap((local, x) => set(local, multiply(get(stride), constant(x)))),
          ...repeat(
            [
              ...set(sum, load(get(biasAt))),
              ...taps.flatMap((tap) =>
                set(sum, multiplyAdd(load(tap.address), load(get(weight), tap.weight), get(sum), fused)),
              ),
              ...store(get(output), largerOf(get(sum), fourOf([0x43, 0, 0, 0, 0]))),
              ...advance(weight, constant(side * side * VECTOR)),
              ...[biasAt, output, offset, ...column].flatMap((local) => advance(local, constant(VECTOR))),
            ],
            isLess(get(offset), get(stride)),
          ),
          ...row.flatMap((local) => advance(local, multiply(get(stride), get(step)))),
          ...advance(pixel, constant(1)),
        ],
        isLess(get(pixel), get(width)),
      ),
    ],
  }
}

function plus(): Routine {
  const [to, from, count, end] = [0, 1, 2, 3]
  return {
    name: 'plus',
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32],
    locals: [TYPE.i32],
    body: [
      ...set(end, add(get(to), multiply(get(count), constant(BYTES)))),
      ...repeat(
        [
          ...store(get(to), sumOf(load(get(to)), load(get(from)))),
          ...advance(to, constant(VECTOR)),
          ...advance(from, constant(VECTOR)),
        ],
        isLess(get(to), get(end)),
      ),
    ],
  }
}
