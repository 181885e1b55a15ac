import {
  add,
  advance,
  assemble,
  type Code,
  constant,
  fourOf,
  get,
  isLess,
  load,
  loadEach,
  multiply,
  multiplyAdd,
  type Routine,
  repeat,
  set,
  store,
  sumOf,
  TYPE,
} from '../../../../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../../../../domain/picture/wasm/web-assembly.ts'

/** The inner loops of the halftone in WebAssembly, four numbers at a time. Addresses are in bytes. */
interface HalftoneKernel {
  memory: WasmMemory
  /** Two rows of the square become their sum and difference, the second one turned by an angle first. */
  turnRows(one: number, other: number, cosine: number, sine: number): void
  /**
   * The strength of each grating in each cell of a row of cells: the fine detail of the green pixels (four times a pixel less
   * its four neighbours) times a wave. `from` is the green byte above and to the left of the first cell.
   */
  addCells(
    from: number,
    stride: number,
    columns: number,
    waves: number,
    gratings: number,
    /** For each grating a row of real parts and a row of imaginary parts, one number a cell. */
    to: number,
  ): void
}

/** Numbers in a row of the square, and rows in it. */
export const TILE = 128
/** Bytes from the real to the imaginary part of a number of the square. */
export const IMAGINARY = 4 * TILE * TILE
/** Pixels of a cell's side. */
export const CELL = 8
/** Bytes of a wave: cosines and sines of eight pixels down, then of eight across. */
export const WAVE = 4 * 4 * CELL

const PAGE = 65_536

let kernel: HalftoneKernel | undefined

/** As many bytes as are asked for at the least; earlier views of the memory do not outlive a call. */
export function withRoom(bytes: number): HalftoneKernel {
  kernel ??= openKernel()
  const missing = bytes - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE))
  return kernel
}

function openKernel(): HalftoneKernel {
  const memory = new wasm.Memory({ initial: 4, maximum: 1024 })
  const code = new wasm.Module(assemble([turnRows(), addCells()]))
  const { exports } = new wasm.Instance(code, { page: { memory } })
  return { ...(exports as Omit<HalftoneKernel, 'memory'>), memory }
}

const instruction = (number: number, ...rest: number[]) => [
  0xfd,
  ...(number < 0x80 ? [number] : [(number & 0x7f) | 0x80, number >> 7]),
  ...rest,
]
const differenceOf = (one: Code, other: Code): Code => [...one, ...other, ...instruction(0xe5)]
const productOf = (one: Code, other: Code): Code => [...one, ...other, ...instruction(0xe6)]

function turnRows(): Routine {
  const [one, other, cosine, sine, end, cosines, sines, re, im, x, y] = Array.from(
    { length: 11 },
    (_, i) => i,
  ) as Eleven
  const { i32, f32, v128 } = TYPE
  return {
    name: 'turnRows',
    parameters: [i32, i32, f32, f32],
    locals: [i32, ...new Array(6).fill(v128)],
    body: [
      ...set(cosines, fourOf(get(cosine))),
      ...set(sines, fourOf(get(sine))),
      ...set(end, add(get(one), constant(4 * TILE))),
      ...repeat(
        [
          ...set(re, load(get(other))),
          ...set(im, load(get(other), IMAGINARY)),
          ...set(x, differenceOf(productOf(get(re), get(cosines)), productOf(get(im), get(sines)))),
          ...set(y, sumOf(productOf(get(re), get(sines)), productOf(get(im), get(cosines)))),
          ...set(re, load(get(one))),
          ...set(im, load(get(one), IMAGINARY)),
          ...store(get(other), differenceOf(get(re), get(x))),
          ...store(get(other), differenceOf(get(im), get(y)), IMAGINARY),
          ...store(get(one), sumOf(get(re), get(x))),
          ...store(get(one), sumOf(get(im), get(y)), IMAGINARY),
          ...advance(one, constant(16)),
          ...advance(other, constant(16)),
        ],
        isLess(get(one), get(end)),
      ),
    ],
  }
}

type Eleven = [number, number, number, number, number, number, number, number, number, number, number]

/** The green bytes of four pixels, from the given one of six on, as whole numbers. */
const greens = (bytes: Code, first: number): Code => {
  const lanes = [0, 1, 2, 3].flatMap((pixel) => [3 * (first + pixel), 16, 16, 16])
  return [...bytes, ...instruction(0x0c, ...new Array(16).fill(0)), ...instruction(0x0d, ...lanes)]
}
const fourTimes = (value: Code): Code => [...value, ...constant(2), ...instruction(0xab)]
const lessWhole = (one: Code, other: Code): Code => [...one, ...other, ...instruction(0xb1)]
const toFloats = (value: Code): Code => [...value, ...instruction(0xfa)]
/** Adds the four numbers up, in each of the four places. */
const across = (local: number): Code => {
  const swapped = (by: number): Code => [
    ...get(local),
    ...get(local),
    ...instruction(0x0d, ...Array.from({ length: 16 }, (_, i) => (i + by) % 16)),
  ]
  return [...set(local, sumOf(get(local), swapped(8))), ...set(local, sumOf(get(local), swapped(4)))]
}
const storeOne = (address: Code, value: Code): Code => [...address, ...value, ...instruction(0x1f, 0), 0x38, 2, 0]

function addCells(): Routine {
  const [from, stride, columns, waves, gratings, to] = [0, 1, 2, 3, 4, 5]
  const [end, wave, lastWave, at, row] = [6, 7, 8, 9, 10]
  const [bytes, above, here, below] = [11, 12, 13, 14]
  const detail = (half: number, y: number) => 15 + half * CELL + y
  const [re, im, cosines, sines] = [31, 32, 33, 34]
  const { i32, v128 } = TYPE

  /** The detail of four pixels in each of the eight rows, from the top down: every row is read once. */
  const half = (which: number): Code => [
    ...set(row, add(get(from), constant(12 * which))),
    ...set(above, greens(load(get(row)), 1)),
    ...advance(row, get(stride)),
    ...set(bytes, load(get(row))),
    ...set(here, greens(get(bytes), 1)),
    ...Array.from(
      { length: CELL },
      (_, y): Code => [
        ...set(detail(which, y), lessWhole(fourTimes(get(here)), greens(get(bytes), 0))),
        ...set(detail(which, y), lessWhole(get(detail(which, y)), greens(get(bytes), 2))),
        ...advance(row, get(stride)),
        ...set(bytes, load(get(row))),
        ...set(below, greens(get(bytes), 1)),
        ...set(detail(which, y), lessWhole(lessWhole(get(detail(which, y)), get(above)), get(below))),
        ...set(detail(which, y), toFloats(get(detail(which, y)))),
        ...set(above, get(here)),
        ...set(here, get(below)),
      ],
    ).flat(),
  ]
  /** Eight rows times the wave down, then four columns times the wave across. */
  const grating = (which: number): Code => [
    ...set(cosines, productOf(get(detail(which, 0)), loadEach(get(wave)))),
    ...set(sines, productOf(get(detail(which, 0)), loadEach(get(wave), 4 * CELL))),
    ...Array.from({ length: CELL - 1 }, (_, i): Code => {
      const value = get(detail(which, i + 1))
      return [
        ...set(cosines, multiplyAdd(value, loadEach(get(wave), 4 * (i + 1)), get(cosines), false)),
        ...set(sines, multiplyAdd(value, loadEach(get(wave), 4 * (CELL + i + 1)), get(sines), false)),
      ]
    }).flat(),
    ...turned(load(get(wave), 4 * (2 * CELL) + 16 * which), load(get(wave), 4 * (3 * CELL) + 16 * which), which === 0),
  ]
  const turned = (cosine: Code, sine: Code, isFirst: boolean): Code => {
    const real = differenceOf(productOf(get(cosines), cosine), productOf(get(sines), sine))
    const imaginary = sumOf(productOf(get(cosines), sine), productOf(get(sines), cosine))
    return [
      ...set(re, isFirst ? real : sumOf(get(re), real)),
      ...set(im, isFirst ? imaginary : sumOf(get(im), imaginary)),
    ]
  }
  const body: Code = [
    ...set(end, add(get(from), multiply(get(columns), constant(3 * CELL)))),
    ...set(lastWave, add(get(waves), multiply(get(gratings), constant(WAVE)))),
    ...repeat(
      [
        ...half(0),
        ...half(1),
        ...set(wave, get(waves)),
        ...set(at, get(to)),
        ...repeat(
          [
            ...grating(0),
            ...grating(1),
            ...across(re),
            ...across(im),
            ...storeOne(get(at), get(re)),
            ...advance(at, multiply(get(columns), constant(4))),
            ...storeOne(get(at), get(im)),
            ...advance(at, multiply(get(columns), constant(4))),
            ...advance(wave, constant(WAVE)),
          ],
          isLess(get(wave), get(lastWave)),
        ),
        ...advance(to, constant(4)),
        ...advance(from, constant(3 * CELL)),
      ],
      isLess(get(from), get(end)),
    ),
  ]
  return {
    name: 'addCells',
    parameters: new Array(6).fill(i32),
    locals: [...new Array(5).fill(i32), ...new Array(4 + 2 * CELL + 4).fill(v128)],
    body,
  }
}
