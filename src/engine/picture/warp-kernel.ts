import {
  assemble,
  type Code,
  constant,
  get,
  type Routine,
  repeat,
  set,
  TYPE,
} from '../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../domain/picture/wasm/web-assembly.ts'

/**
 * Rows of a warped picture in WebAssembly, four times as fast as the same whole numbers in JavaScript and equal to them bit
 * by bit. Where a row begins in the source is given as in homogeneous coordinates (x, y, d), the step from pixel to pixel too.
 */
interface WarpKernel {
  memory: WasmMemory
  /** One sample a pixel. Addresses are in bytes; each pixel is four bytes of `to`, of which the next one covers the last. */
  plain(...row: [...Start, ...Row]): void
  /** The mean of four, two by two. */
  fourfold(...row: [...Start, ...Start, ...Start, ...Start, ...Row]): void
}

type Start = [x: number, y: number, d: number]
type Row = [
  stepX: number,
  stepY: number,
  stepD: number,
  /** The last place that still has a neighbour to the right and below. */
  mostX: number,
  mostY: number,
  /** Where the source's first pixel lies, or would lie: only a part of it is there. */
  from: number,
  stride: number,
  to: number,
  pixels: number,
  /** A byte a pixel: 1 where the source has no such place, and its edge was taken. The count of them stands before it. */
  outside: number,
]

/** 64 kB each. */
const PAGE = 65_536

/** Undefined where there is no such instruction set. */
export function openWarpKernel(): WarpKernel | undefined {
  const bytes = assemble([routineOf('plain', 1), routineOf('fourfold', 4)])
  if (!wasm.validate(bytes)) return undefined
  const memory = new wasm.Memory({ initial: 1, maximum: 1024 })
  const instance = new wasm.Instance(new wasm.Module(bytes), { page: { memory } })
  return { ...(instance.exports as Omit<WarpKernel, 'memory'>), memory }
}

/** Makes the memory large enough; what was looked at through earlier views of it is gone. */
export function reserve({ memory }: WarpKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}

/** Bits of a fraction, as in warp.ts. */
const FRACTION = 11

/** An instruction behind what it takes. */
const make =
  (...bytes: number[]) =>
  (...taken: Code[]): Code => [...taken.flat(), ...bytes]
/** One of those for vectors of 128 bits. */
const simd = (number: number, ...rest: number[]) =>
  make(0xfd, ...(number < 0x80 ? [number] : [(number & 0x7f) | 0x80, number >> 7]), ...rest)

const i32 = {
  add: make(0x6a),
  multiply: make(0x6c),
  and: make(0x71),
  or: make(0x72),
  left: make(0x74),
  right: make(0x75),
}
const isLess = make(0x48)
const storeByte = make(0x3a, 0, 0)
const storeWord = make(0x36, 2, 0)
const [addDouble, divide] = [make(0xa0), make(0xa3)]
const twoOf = simd(0x14)
const withSecond = simd(0x22, 1)
const twos = { add: simd(0xf0), multiply: simd(0xf2), least: simd(0xf6), most: simd(0xf7), differ: simd(0x48) }
const anyTrue = simd(0x53)
const either = simd(0x50)
const toWhole = simd(0xfc)
const laneOf = (lane: number) => simd(0x1b, lane)
const fourOf = simd(0x11)
const fours = { add: simd(0xae), subtract: simd(0xb1), multiply: simd(0xb5), left: simd(0xab), right: simd(0xac) }
/** Products of neighbours in 16 bits, added up in pairs. */
const pairs = simd(0xba)
const loadEight = simd(0x5d, 0, 0)
const storeFirst = simd(0x5a, 0, 0, 0)
const toShorts = simd(0x86)
const toBytes = simd(0x66)
const double = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)]
const nothing = simd(0x0c, ...new Array<number>(16).fill(0))

/** Of two pixels side by side, red with red, green with green, blue with blue, each in 16 bits. */
const sideBySide = simd(0x0d, ...[0, 16, 3, 16, 1, 16, 4, 16, 2, 16, 5, 16, 16, 16, 16, 16])

function routineOf(name: string, samples: 1 | 4): Routine {
  const { i32: whole, f64, v128 } = TYPE
  const starts = Array.from({ length: samples }, (_, i) => ({ x: 3 * i, y: 3 * i + 1, d: 3 * i + 2 }))
  const [stepX, stepY, stepD, mostX, mostY, from, stride, to, pixels, outside] = Array.from(
    { length: 10 },
    (_, i) => 3 * samples + i,
  ) as Ten
  const own = 3 * samples + 10
  const [pixel, across, down, at, count, isOutside] = [own, own + 1, own + 2, own + 3, own + 4, own + 5]
  const [step, most, place, inside, amiss, above, below, sum] = Array.from(
    { length: 8 },
    (_, i) => own + 6 + i,
  ) as Eight
  const places = starts.map((_, i) => own + 14 + i)

  const fraction = (local: number) => i32.and(get(local), constant((1 << FRACTION) - 1))
  const cell = (local: number) => i32.right(get(local), constant(FRACTION))
  // The weights of both neighbours in one number.
  const acrossWeights = fourOf(
    i32.or(
      i32.left(fraction(across), constant(16)),
      i32.add(constant(1 << FRACTION), i32.multiply(fraction(across), constant(-1))),
    ),
  )
  const rowAt = (address: Code) => pairs(sideBySide(loadEight(address), nothing()), acrossWeights)

  /** Leaves a sample in bytes on the stack, as four whole numbers, and moves on by one pixel. */
  const sample = (d: number, where: number): Code => [
    ...set(place, twos.multiply(get(where), twoOf(divide(double(1), get(d))))),
    ...set(inside, twos.least(twos.most(get(place), nothing()), get(most))),
    ...set(amiss, either(get(amiss), twos.differ(get(place), get(inside)))),
    ...set(place, toWhole(twos.multiply(get(inside), twoOf(double(1 << FRACTION))))),
    ...set(across, laneOf(0)(get(place))),
    ...set(down, laneOf(1)(get(place))),
    ...set(
      at,
      i32.add(get(from), i32.add(i32.multiply(cell(down), get(stride)), i32.multiply(cell(across), constant(3)))),
    ),
    ...set(above, rowAt(get(at))),
    ...set(below, rowAt(i32.add(get(at), get(stride)))),
    ...set(where, twos.add(get(where), get(step))),
    ...set(d, addDouble(get(d), get(stepD))),
    ...fours.right(
      fours.add(
        fours.add(
          fours.left(get(above), constant(FRACTION)),
          fours.multiply(fours.subtract(get(below), get(above)), fourOf(fraction(down))),
        ),
        fourOf(constant(1 << (2 * FRACTION - 1))),
      ),
      constant(2 * FRACTION),
    ),
  ]

  const taken = starts.flatMap(({ d }, i) => {
    const one = sample(d, places[i] as number)
    return set(sum, samples === 1 ? one : fours.add(get(sum), one))
  })
  const body: Code = [
    ...set(step, withSecond(twoOf(get(stepX)), get(stepY))),
    ...set(most, withSecond(twoOf(get(mostX)), get(mostY))),
    ...starts.flatMap(({ x, y }, i) => set(places[i] as number, withSecond(twoOf(get(x)), get(y)))),
    ...repeat(
      [
        ...set(amiss, nothing()),
        ...(samples === 4 ? set(sum, fourOf(constant(2))) : []),
        ...taken,
        ...(samples === 4 ? set(sum, fours.right(get(sum), constant(2))) : []),
        ...storeFirst(get(to), toBytes(toShorts(get(sum), get(sum)), nothing())),
        ...set(isOutside, anyTrue(get(amiss))),
        ...storeByte(i32.add(get(outside), get(pixel)), get(isOutside)),
        ...set(count, i32.add(get(count), get(isOutside))),
        ...set(to, i32.add(get(to), constant(3))),
        ...set(pixel, i32.add(get(pixel), constant(1))),
      ],
      isLess(get(pixel), get(pixels)),
    ),
    ...storeWord(i32.add(get(outside), constant(-4)), get(count)),
  ]
  return {
    name,
    parameters: [...new Array(3 * samples + 5).fill(f64), ...new Array(5).fill(whole)],
    locals: [...new Array(6).fill(whole), ...new Array(8 + samples).fill(v128)],
    body,
  }
}

type Ten = [number, number, number, number, number, number, number, number, number, number]
type Eight = [number, number, number, number, number, number, number, number]
