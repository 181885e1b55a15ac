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
  type Routine,
  repeat,
  set,
  simd,
  store,
  subtract,
  sumOf,
  TYPE,
  when,
} from '../../../../domain/picture/wasm/assemble.ts'
import { type WasmMemory, wasm } from '../../../../domain/picture/wasm/web-assembly.ts'

/**
 * The loops of the lattice finder in WebAssembly. A place of a cut or of its spectrum is a vector of four numbers, one for each
 * tone and one unused, so that all tones are computed at once. Addresses, steps and pitches are in bytes.
 */
interface LatticeKernel {
  memory: WasmMemory
  /** The sums of 2 · reach + 1 places around each of a line, times `scale`; beyond its ends their values go on. */
  slide(from: number, to: number, count: number, step: number, reach: number, scale: number): void
  /** The mean of five places around each. Nothing is taken off a sum again: a strong wave would leave more behind than a faint one has. */
  meanOfFive(from: number, to: number, count: number, step: number): void
  /** How far the tones of a row stand out of their means, as a share of the light, times the window; `to` is every second vector. */
  standOut(tones: number, means: number, to: number, window: number, row: number): void
  /** The first part of a Fourier transform of 192 complex places, in thirds. */
  thirds(from: number, step: number, to: number, turns: number): void
  /** A further part, in quarters: `groups` of `size` places each. */
  quarters(from: number, to: number, groups: number, size: number, turns: number): void
  /** The last part, one group, where nothing is turned. */
  lastQuarters(from: number, to: number): void
  /** What was transformed as real and imaginary part of one row, as two rows of 97 places, twice as large. */
  separate(from: number, one: number, other: number): void
  /** A quarter of the squares' sum, for 96 places. */
  power(from: number, to: number, step: number): void
  /** The natural logarithm of so many places, in the same place. */
  logarithm(from: number, count: number): void
  /** The most that a level exceeds its surroundings and what is left out, for each tone. */
  most(levels: number, means: number, leftOut: number, count: number, to: number): void
}

/** Places across and down a cut, and across its spectrum, of which the other half says the same. */
export const SIDE = 192
export const HALF = SIDE / 2 + 1
/** Bytes of a place, and of a complex one. */
export const PLACE = 16
export const COMPLEX = 2 * PLACE

export function openLatticeKernel(pages: number): LatticeKernel {
  const memory = new wasm.Memory({ initial: pages, maximum: pages })
  const routines = [
    slide(),
    meanOfFive(),
    standOut(),
    thirds(),
    quarters(),
    lastQuarters(),
    separate(),
    power(),
    logarithm(),
    most(),
  ]
  const { exports } = new wasm.Instance(new wasm.Module(assemble(routines)), { page: { memory } })
  return { ...(exports as Omit<LatticeKernel, 'memory'>), memory }
}

const { i32, f32, v128 } = TYPE

const [times, minus, over, smallerOf] = [simd(0xe6), simd(0xe5), simd(0xe7), simd(0xe8)]
const whole = { minus: simd(0xb1), left: simd(0xab), right: simd(0xac), toNumber: simd(0xfa) }
const single = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)]
const four = (value: number): Code => fourOf(single(value))
const fourWhole = (value: number): Code => simd(0x11)(constant(value))
const each = (...values: [number, number, number, number]): Code =>
  simd(0x0c, ...new Uint8Array(Float32Array.from(values).buffer))()
/** The first number of a vector, four times. */
const firstOf = (vector: Code): Code => simd(0x0d, ...[0, 0, 0, 0].flatMap(() => [0, 1, 2, 3]))(vector, vector)
const isNotLess = (one: Code, other: Code): Code => [...one, ...other, 0x4f]

type Named<Name extends string, Type> = { [each in Name]: Type }

/**
 * Parameters and locals are known by their names. What is held is computed once, before the rest: constants that are written
 * within a loop would be made again in every round.
 */
function routine<Parameter extends string, Local extends string>(
  name: string,
  parameters: Named<Parameter, typeof i32 | typeof f32>,
  locals: Named<Local, typeof i32 | typeof v128>,
  body: (at: Named<Parameter | Local, number>, hold: (vector: Code) => Code) => Code[],
): Routine {
  const names = [...Object.keys(parameters), ...Object.keys(locals)]
  const at = Object.fromEntries(names.map((each, i) => [each, i])) as Named<Parameter | Local, number>
  const held: Code[] = []
  const hold = (vector: Code): Code => get(names.length + held.push(vector) - 1)
  const rest = body(at, hold).flat()
  return {
    name,
    parameters: Object.values(parameters),
    locals: [...Object.values<Routine['locals'][number]>(locals), ...held.map(() => v128)],
    body: [...held.flatMap((vector, i) => set(names.length + i, vector)), ...rest],
  }
}

const slide = (): Routine =>
  routine(
    'slide',
    { from: i32, to: i32, count: i32, step: i32, reach: i32, scale: f32 },
    { i: i32, enter: i32, leave: i32, last: i32, sum: v128 },
    ({ from, to, count, step, reach, scale, i, enter, leave, last, sum }, hold) => [
      set(last, add(get(from), multiply(subtract(get(count), constant(1)), get(step)))),
      set(leave, get(from)),
      set(enter, add(get(from), get(step))),
      // As if centred as far before the line as it reaches.
      set(sum, times(load(get(from)), fourOf([...add(add(get(reach), get(reach)), constant(1)), 0xb3]))),
      set(count, add(get(count), get(reach))),
      repeat(
        [
          ...when(isNotLess(get(i), get(reach)), [
            ...store(get(to), times(get(sum), hold(fourOf(get(scale))))),
            ...advance(to, get(step)),
          ]),
          ...set(sum, sumOf(get(sum), minus(load(get(enter)), load(get(leave))))),
          ...set(enter, choose(add(get(enter), get(step)), get(enter), isLess(get(enter), get(last)))),
          ...when(isNotLess(get(i), add(get(reach), get(reach))), advance(leave, get(step))),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), get(count)),
      ),
    ],
  )

const meanOfFive = (): Routine =>
  routine(
    'meanOfFive',
    { from: i32, to: i32, count: i32, step: i32 },
    { i: i32, last: i32, a: v128, b: v128, c: v128, d: v128, e: v128 },
    ({ from, to, count, step, i, last, a, b, c, d, e }, hold) => [
      set(last, add(get(from), multiply(subtract(get(count), constant(1)), get(step)))),
      ...[a, b, c].map((place) => set(place, load(get(from)))),
      advance(from, get(step)),
      set(d, load(get(from))),
      repeat(
        [
          ...set(from, choose(add(get(from), get(step)), get(from), isLess(get(from), get(last)))),
          ...set(e, load(get(from))),
          ...store(
            get(to),
            times(sumOf(sumOf(sumOf(get(a), get(b)), sumOf(get(d), get(e))), get(c)), hold(four(1 / 5))),
          ),
          ...[a, b, c, d].flatMap((place, at) => set(place, get([b, c, d, e][at] as number))),
          ...advance(to, get(step)),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), get(count)),
      ),
    ],
  )

/** Tones come as sums and differences of bytes. */
const [LIGHT, COLOUR] = [1 / (3 * 255), 1 / 255]
/** Darkness has no share of the light. */
const DARKEST = 0.06
/** What stands out further is an edge of something. */
const FURTHEST = 2

const standOut = (): Routine =>
  routine(
    'standOut',
    { tones: i32, means: i32, to: i32, window: i32, row: f32 },
    { last: i32, mean: v128, share: v128 },
    ({ tones, means, to, window, row, last, mean, share }, hold) => [
      set(last, add(get(tones), constant(PLACE * SIDE))),
      repeat(
        [
          ...set(mean, load(get(means))),
          ...set(
            share,
            over(
              times(minus(load(get(tones)), get(mean)), hold(each(LIGHT, COLOUR, COLOUR, 0))),
              sumOf(times(firstOf(get(mean)), hold(four(LIGHT))), hold(four(DARKEST))),
            ),
          ),
          ...set(share, smallerOf(largerOf(get(share), hold(four(-FURTHEST))), hold(four(FURTHEST)))),
          ...store(get(to), times(get(share), times(loadEach(get(window)), hold(fourOf(get(row)))))),
          ...advance(tones, constant(PLACE)),
          ...advance(means, constant(PLACE)),
          ...advance(to, constant(COMPLEX)),
          ...advance(window, constant(4)),
        ],
        isLess(get(tones), get(last)),
      ),
    ],
  )

/** Real and imaginary part of a complex place, as code. */
type Complex = readonly [re: Code, im: Code]
const loadComplex = (address: Code, offset = 0): Complex => [load(address, offset), load(address, offset + PLACE)]
const plus = (a: Complex, b: Complex): Complex => [sumOf(a[0], b[0]), sumOf(a[1], b[1])]
const less = (a: Complex, b: Complex): Complex => [minus(a[0], b[0]), minus(a[1], b[1])]
/** Less i times the other. */
const lessTurned = (a: Complex, b: Complex): Complex => [sumOf(a[0], b[1]), minus(a[1], b[0])]
const plusTurned = (a: Complex, b: Complex): Complex => [minus(a[0], b[1]), sumOf(a[1], b[0])]
const product = (a: Complex, b: Complex): Complex => [
  minus(times(a[0], b[0]), times(a[1], b[1])),
  sumOf(times(a[0], b[1]), times(a[1], b[0])),
]
const scaled = (a: Complex, by: Code): Complex => [times(a[0], by), times(a[1], by)]
/** Puts a complex place into two locals, one behind the other. */
const keep = (local: number, [re, im]: Complex): Code => [...re, ...set(local + 1, im), 0x21, local]
const kept = (local: number): Complex => [get(local), get(local + 1)]
const storeComplex = (address: Code, [re, im]: Complex): Code => [...store(address, re), ...store(address, im, PLACE)]
const turnAt = (turns: number, which: number): Complex => [
  loadEach(get(turns), 8 * which),
  loadEach(get(turns), 8 * which + 4),
]

const thirds = (): Routine =>
  routine(
    'thirds',
    { from: i32, step: i32, to: i32, turns: i32 },
    { i: i32, far: i32, a: v128, _a: v128, b: v128, _b: v128, c: v128, _c: v128, w: v128, _w: v128 },
    ({ from, step, to, turns, i, far, a, b, c, w }, hold) => [
      set(far, multiply(get(step), constant(SIDE / 3))),
      repeat(
        [
          ...keep(a, loadComplex(get(from))),
          ...keep(b, loadComplex(add(get(from), get(far)))),
          ...keep(c, loadComplex(add(get(from), add(get(far), get(far))))),
          ...keep(w, plus(kept(b), kept(c))),
          ...keep(b, less(kept(b), kept(c))),
          ...keep(b, scaled(kept(b), hold(four(Math.sqrt(3) / 2)))),
          ...storeComplex(get(to), plus(kept(a), kept(w))),
          ...keep(a, less(kept(a), scaled(kept(w), hold(four(0.5))))),
          ...keep(c, lessTurned(kept(a), kept(b))),
          ...keep(w, turnAt(turns, 0)),
          ...storeComplex(add(get(to), constant(COMPLEX)), product(kept(c), kept(w))),
          ...keep(c, plusTurned(kept(a), kept(b))),
          ...keep(w, turnAt(turns, 1)),
          ...storeComplex(add(get(to), constant(2 * COMPLEX)), product(kept(c), kept(w))),
          ...advance(from, get(step)),
          ...advance(to, constant(3 * COMPLEX)),
          ...advance(turns, constant(16)),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), constant(SIDE / 3)),
      ),
    ],
  )

/** Sums and differences of four places a quarter apart, into a to d: the parts before they are turned. */
function quartersOf(from: number, a: number, b: number, c: number, d: number, e: number): Code {
  const at = (quarter: number) => loadComplex(get(from), (quarter * COMPLEX * SIDE) / 4)
  return [
    ...keep(a, plus(at(0), at(2))),
    ...keep(b, plus(at(1), at(3))),
    ...keep(c, less(at(0), at(2))),
    ...keep(d, less(at(1), at(3))),
    ...keep(e, less(kept(a), kept(b))),
    ...keep(a, plus(kept(a), kept(b))),
    ...keep(b, lessTurned(kept(c), kept(d))),
    ...keep(d, plusTurned(kept(c), kept(d))),
    ...keep(c, kept(e)),
  ]
}

const FIVE_COMPLEX = {
  a: v128,
  _a: v128,
  b: v128,
  _b: v128,
  c: v128,
  _c: v128,
  d: v128,
  _d: v128,
  e: v128,
  _e: v128,
} as const

const quarters = (): Routine =>
  routine(
    'quarters',
    { from: i32, to: i32, groups: i32, size: i32, turns: i32 },
    { group: i32, i: i32, next: i32, ...FIVE_COMPLEX, u: v128, _u: v128, v: v128, _v: v128, w: v128, _w: v128 },
    ({ from, to, groups, size, turns, group, i, next, a, b, c, d, e, u, v, w }) => [
      set(next, multiply(get(size), constant(COMPLEX))),
      repeat(
        [
          ...[u, v, w].flatMap((turn, which) => keep(turn, turnAt(turns, which))),
          ...set(i, constant(0)),
          ...repeat(
            [
              ...quartersOf(from, a, b, c, d, e),
              ...storeComplex(get(to), kept(a)),
              ...storeComplex(add(get(to), get(next)), product(kept(b), kept(u))),
              ...storeComplex(add(get(to), multiply(get(next), constant(2))), product(kept(c), kept(v))),
              ...storeComplex(add(get(to), multiply(get(next), constant(3))), product(kept(d), kept(w))),
              ...advance(from, constant(COMPLEX)),
              ...advance(to, constant(COMPLEX)),
              ...advance(i, constant(1)),
            ],
            isLess(get(i), get(size)),
          ),
          ...advance(to, multiply(get(next), constant(3))),
          ...advance(turns, constant(24)),
          ...advance(group, constant(1)),
        ],
        isLess(get(group), get(groups)),
      ),
    ],
  )

const lastQuarters = (): Routine =>
  routine('lastQuarters', { from: i32, to: i32 }, { i: i32, ...FIVE_COMPLEX }, ({ from, to, i, a, b, c, d, e }) => [
    repeat(
      [
        ...quartersOf(from, a, b, c, d, e),
        ...[a, b, c, d].flatMap((part, at) =>
          storeComplex(add(get(to), constant((at * COMPLEX * SIDE) / 4)), kept(part)),
        ),
        ...advance(from, constant(COMPLEX)),
        ...advance(to, constant(COMPLEX)),
        ...advance(i, constant(1)),
      ],
      isLess(get(i), constant(SIDE / 4)),
    ),
  ])

const separate = (): Routine =>
  routine(
    'separate',
    { from: i32, one: i32, other: i32 },
    { back: i32, i: i32, a: v128, _a: v128, b: v128, _b: v128 },
    ({ from, one, other, back, i, a, b }) => [
      // The place behind the last is the first.
      storeComplex(add(get(from), constant(COMPLEX * SIDE)), loadComplex(get(from))),
      set(back, add(get(from), constant(COMPLEX * SIDE))),
      repeat(
        [
          ...keep(a, loadComplex(get(from))),
          ...keep(b, loadComplex(get(back))),
          ...storeComplex(get(one), [sumOf(get(a), get(b)), minus(get(a + 1), get(b + 1))]),
          ...storeComplex(get(other), [sumOf(get(a + 1), get(b + 1)), minus(get(b), get(a))]),
          ...advance(from, constant(COMPLEX)),
          ...set(back, subtract(get(back), constant(COMPLEX))),
          ...advance(one, constant(COMPLEX)),
          ...advance(other, constant(COMPLEX)),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), constant(HALF)),
      ),
    ],
  )

const power = (): Routine =>
  routine(
    'power',
    { from: i32, to: i32, step: i32 },
    { i: i32, re: v128, im: v128 },
    ({ from, to, step, i, re, im }, hold) => [
      repeat(
        [
          ...keep(re, loadComplex(get(from))),
          ...store(get(to), times(sumOf(times(get(re), get(re)), times(get(im), get(im))), hold(four(1 / 4)))),
          ...advance(from, constant(COMPLEX)),
          ...advance(to, get(step)),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), constant(SIDE / 2)),
      ),
    ],
  )

/** So that nothing has a logarithm too. */
const LEAST_POWER = 1e-3
/** The root of a half, as its bits: numbers are split there into a power of two and the rest. */
const ROOT_OF_HALF = 0x3f3504f3
/** Cephes, logf: log(1 + x) = x − x² / 2 + x³ · these, from the highest power of x on. */
const SERIES = [
  7.0376836292e-2, -1.151461031e-1, 1.167699874e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
  2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
]
/** The logarithm of two, in two parts of which the first is exact. */
const LOG_2 = [0.693359375, -2.1219444e-4] as const

const logarithm = (): Routine =>
  routine(
    'logarithm',
    { from: i32, count: i32 },
    { i: i32, x: v128, powers: v128, square: v128, y: v128 },
    ({ from, count, i, x, powers, square, y }, hold) => {
      const [first, ...others] = SERIES.map((factor) => hold(four(factor))) as [Code, ...Code[]]
      return [
        repeat(
          [
            ...set(x, sumOf(load(get(from)), hold(four(LEAST_POWER)))),
            ...set(powers, whole.right([...whole.minus(get(x), hold(fourWhole(ROOT_OF_HALF))), ...constant(23)])),
            ...set(x, whole.minus(get(x), whole.left([...get(powers), ...constant(23)]))),
            ...set(x, minus(get(x), hold(four(1)))),
            ...set(powers, whole.toNumber(get(powers))),
            ...set(square, times(get(x), get(x))),
            ...set(
              y,
              others.reduce((sum, factor) => sumOf(times(sum, get(x)), factor), first),
            ),
            ...set(y, times(times(get(y), get(x)), get(square))),
            ...set(y, sumOf(get(y), times(get(powers), hold(four(LOG_2[1]))))),
            ...set(y, minus(get(y), times(get(square), hold(four(0.5))))),
            ...store(get(from), sumOf(sumOf(get(x), get(y)), times(get(powers), hold(four(LOG_2[0]))))),
            ...advance(from, constant(PLACE)),
            ...advance(i, constant(1)),
          ],
          isLess(get(i), get(count)),
        ),
      ]
    },
  )

const most = (): Routine =>
  routine(
    'most',
    { levels: i32, means: i32, leftOut: i32, count: i32, to: i32 },
    { i: i32, found: v128 },
    ({ levels, means, leftOut, count, to, i, found }) => [
      set(found, four(Number.NEGATIVE_INFINITY)),
      repeat(
        [
          ...set(found, largerOf(get(found), minus(minus(load(get(levels)), load(get(means))), load(get(leftOut))))),
          ...[levels, means, leftOut].flatMap((place) => advance(place, constant(PLACE))),
          ...advance(i, constant(1)),
        ],
        isLess(get(i), get(count)),
      ),
      store(get(to), get(found)),
    ],
  )
