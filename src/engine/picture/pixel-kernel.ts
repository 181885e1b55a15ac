import {
  add,
  advance,
  assemble,
  type Code,
  choose,
  constant,
  get,
  isLess,
  loadWord,
  multiply,
  type Routine,
  repeat,
  set,
  simd,
  storeWord,
  subtract,
  TYPE,
} from '../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../domain/picture/wasm/web-assembly.ts'

/**
 * Loops over the pixels of a picture in WebAssembly, in the same double precision as in JavaScript, so that results are equal
 * bit by bit. Addresses are in bytes.
 */
interface PixelKernel {
  memory: WasmMemory
  /** Four pixels at a time, in three planes of numbers: pixel · factor − shift. `planes` is the length of a plane in bytes. */
  spread(from: number, fours: number, to: number, planes: number, ...channels: Spread): void
  /** Each row becomes `width` pixels of three numbers, each the sum of `count` pixels by their weights. */
  across(from: number, stride: number, rows: number, taps: number, count: number, width: number, to: number): void
  /** Rows of numbers become rows of bytes, each the sum of `count` rows by their weights; `fours` of four numbers each. */
  down(from: number, stride: number, rows: number, taps: number, count: number, fours: number, to: number): void
  /**
   * Adds to the counts of a row's cells, eight pixels each, those whose neighbours across or down differ by more than `least`
   * in green. Cells are looked at in pairs; the row's first pixel never counts, of the last pair those in `last`, a bit a pixel.
   */
  edges(from: number, stride: number, pairs: number, least: number, last: number, counts: number): void
}

/** For each channel its byte, its factor and its shift. */
type Spread = [factor0: number, shift0: number, factor1: number, shift1: number, factor2: number, shift2: number]

const PAGE = 65_536
/** More than this is left to JavaScript: 16 megapixels as numbers would stay in memory. */
export const MOST_BYTES = 48_000_000

/** As many bytes as are asked for at the least; earlier views of the memory do not outlive a call. */
export function reserve({ memory }: PixelKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}

export function openPixelKernel(): PixelKernel {
  const memory = new wasm.Memory({ initial: 1, maximum: 1024 })
  const code = new wasm.Module(assemble([spread(), across(), down(), edges()]))
  const { exports } = new wasm.Instance(code, { page: { memory } })
  return { ...(exports as Omit<PixelKernel, 'memory'>), memory }
}

const loadVector = simd(0x00, 0, 0)
const loadFourBytes = simd(0x5c, 0, 0)
/** A double, twice. */
const loadDouble = simd(0x0a, 0, 0)
const storeVector = simd(0x0b, 0, 0)
const storeFourBytes = simd(0x5a, 0, 0, 0)
const twoOf = simd(0x14)
const fourOf = simd(0x13)
const [plus, minus, times] = [simd(0xf0), simd(0xf1), simd(0xf2)]
const wholeToDoubles = simd(0xff)
const toDoubles = simd(0x5f)
const toSingles = simd(0x5e)
const bytesToShorts = simd(0x89)
const shortsToWhole = simd(0xa9)
const toWhole = simd(0xf9)
const wholeToShorts = simd(0x86)
const shortsToBytes = simd(0x66)
const nothing = simd(0x0c, ...new Array<number>(16).fill(0))
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
/** The upper half of a vector, in both halves. */
const upperOf = (vector: Code) => simd(0x0d, ...numbers(8, 8), ...numbers(8, 8))(vector, vector)
/** The lower halves of two vectors. */
const lowerOf = simd(0x0d, ...numbers(0, 8), ...numbers(16, 8))
/** One byte of each of four pixels, as four whole numbers. */
const channelOf = (channel: number) => simd(0x0d, ...[0, 3, 6, 9].flatMap((at) => [at + channel, 16, 16, 16]))
const single = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)]

const { i32, f64, v128 } = TYPE
const local = (from: number, count: number) => numbers(from, count) as [number, ...number[]]

function spread(): Routine {
  const [from, fours, to, planes, ...channels] = local(0, 10) as [number, number, number, number, ...number[]]
  const [pixels, whole, done] = [10, 11, 12]
  const plane = (channel: number): Code => {
    const [factor, shift] = [channels[2 * channel] as number, channels[2 * channel + 1] as number]
    const numberOf = (half: Code) =>
      toSingles(minus(times(wholeToDoubles(half), twoOf(get(factor))), twoOf(get(shift))))
    return [
      ...set(whole, channelOf(channel)(get(pixels), nothing())),
      ...storeVector(
        [...get(to), ...multiply(get(planes), constant(channel)), 0x6a],
        lowerOf(numberOf(get(whole)), numberOf(upperOf(get(whole)))),
      ),
    ]
  }
  return {
    name: 'spread',
    parameters: [i32, i32, i32, i32, f64, f64, f64, f64, f64, f64],
    locals: [v128, v128, i32],
    body: repeat(
      [
        ...set(pixels, loadVector(get(from))),
        ...[0, 1, 2].flatMap(plane),
        ...advance(from, constant(12)),
        ...advance(to, constant(16)),
        ...advance(done, constant(1)),
      ],
      isLess(get(done), get(fours)),
    ),
  }
}

function across(): Routine {
  const [from, stride, rows, taps, count, width, to] = local(0, 7) as Seven
  const [row, x, at, tap, source] = local(7, 5) as Five
  const [pixel, weight, redGreen, blue] = local(12, 4) as Four
  const addTo = (sum: number, half: Code) => set(sum, plus(get(sum), times(wholeToDoubles(half), get(weight))))
  const eachTap = [
    ...set(pixel, shortsToWhole(bytesToShorts(loadFourBytes(get(source))))),
    ...set(weight, loadDouble(get(at))),
    ...addTo(redGreen, get(pixel)),
    ...addTo(blue, upperOf(get(pixel))),
    ...advance(source, constant(3)),
    ...advance(at, constant(8)),
    ...advance(tap, constant(1)),
  ]
  const eachPixel = [
    ...set(source, [...get(from), ...loadWord(get(at)), 0x6a]),
    ...advance(at, constant(8)),
    ...set(redGreen, nothing()),
    ...set(blue, nothing()),
    ...set(tap, constant(0)),
    ...repeat(eachTap, isLess(get(tap), get(count))),
    ...storeVector(get(to), lowerOf(toSingles(get(redGreen)), toSingles(get(blue)))),
    ...advance(to, constant(12)),
    ...advance(x, constant(1)),
  ]
  return {
    name: 'across',
    parameters: new Array(7).fill(i32),
    locals: [...new Array(5).fill(i32), ...new Array(4).fill(v128)],
    body: repeat(
      [
        ...set(at, get(taps)),
        ...set(x, constant(0)),
        ...repeat(eachPixel, isLess(get(x), get(width))),
        ...advance(from, get(stride)),
        ...advance(row, constant(1)),
      ],
      isLess(get(row), get(rows)),
    ),
  }
}

function down(): Routine {
  const [from, stride, rows, taps, count, fours, to] = local(0, 7) as Seven
  const [row, four, at, tap, source, first] = local(7, 6) as Six
  const [values, weight, sum] = local(13, 3) as Three
  const added = (sums: Code, half: Code) => toSingles(plus(toDoubles(sums), times(toDoubles(half), get(weight))))
  const eachTap = [
    ...set(values, loadVector(get(source))),
    ...set(weight, loadDouble(get(at))),
    ...set(sum, lowerOf(added(get(sum), get(values)), added(upperOf(get(sum)), upperOf(get(values))))),
    ...advance(source, get(stride)),
    ...advance(at, constant(8)),
    ...advance(tap, constant(1)),
  ]
  const eachFour = [
    ...set(source, [...get(first), ...multiply(get(four), constant(16)), 0x6a]),
    ...set(at, [...get(taps), ...constant(8), 0x6a]),
    ...set(sum, fourOf(single(0.5))),
    ...set(tap, constant(0)),
    ...repeat(eachTap, isLess(get(tap), get(count))),
    ...set(sum, toWhole(get(sum))),
    ...set(sum, wholeToShorts(get(sum), get(sum))),
    ...storeFourBytes(get(to), shortsToBytes(get(sum), get(sum))),
    ...advance(to, constant(4)),
    ...advance(four, constant(1)),
  ]
  return {
    name: 'down',
    parameters: new Array(7).fill(i32),
    locals: [...new Array(6).fill(i32), ...new Array(3).fill(v128)],
    body: repeat(
      [
        ...set(first, [...get(from), ...loadWord(get(taps)), 0x6a]),
        ...set(four, constant(0)),
        ...repeat(eachFour, isLess(get(four), get(fours))),
        ...set(taps, get(at)),
        ...advance(row, constant(1)),
      ],
      isLess(get(row), get(rows)),
    ),
  }
}

/** Of 16 pixels one byte each. */
const everyThird = (address: Code): Code => {
  const at = (offset: number) => simd(0x00, 0, offset)(address)
  const eleven = simd(0x0d, ...numbers(0, 11).map((i) => 3 * i), 0, 0, 0, 0, 0)(at(0), at(16))
  return simd(0x0d, ...numbers(0, 11), ...[17, 20, 23, 26, 29])(eleven, at(32))
}
const bytes = { less: simd(0x73), most: simd(0x79), isMore: simd(0x28), of: simd(0x0f), toBits: simd(0x64) }
const and = (one: Code, other: Code): Code => [...one, ...other, 0x71]
const countBits = (value: Code): Code => [...value, 0x69]

function edges(): Routine {
  const [from, stride, pairs, least, last, counts] = local(0, 6) as Six
  const [pair, bits, one, other, differs] = local(6, 5) as Five
  const differenceOf = (first: Code, second: Code): Code => [
    ...set(one, everyThird(first)),
    ...set(other, everyThird(second)),
    ...bytes.most(bytes.less(get(one), get(other)), bytes.less(get(other), get(one))),
  ]
  const count = (offset: number, part: Code) =>
    storeWord(get(counts), add([...get(counts), 0x28, 0x02, offset], countBits(part)), offset)
  return {
    name: 'edges',
    parameters: new Array(6).fill(i32),
    locals: [i32, i32, v128, v128, v128],
    body: repeat(
      [
        ...set(differs, differenceOf(add(get(from), constant(3)), subtract(get(from), constant(3)))),
        ...set(
          differs,
          bytes.most(get(differs), differenceOf(add(get(from), get(stride)), subtract(get(from), get(stride)))),
        ),
        ...set(bits, bytes.toBits(bytes.isMore(get(differs), bytes.of(get(least))))),
        ...set(bits, and(get(bits), choose(constant(-1), constant(-2), get(pair)))),
        ...advance(pair, constant(1)),
        ...set(bits, and(get(bits), choose(constant(-1), get(last), isLess(get(pair), get(pairs))))),
        ...count(0, and(get(bits), constant(0xff))),
        ...count(4, and(get(bits), constant(0xff00))),
        ...advance(from, constant(48)),
        ...advance(counts, constant(8)),
      ],
      isLess(get(pair), get(pairs)),
    ),
  }
}

type Seven = [number, number, number, number, number, number, number]
type Six = [number, number, number, number, number, number]
type Five = [number, number, number, number, number]
type Four = [number, number, number, number]
type Three = [number, number, number]
