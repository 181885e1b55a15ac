import type { Picture, Size } from '../../../picture/picture.ts'
import { COMPLEX, HALF, openLatticeKernel, PLACE, SIDE } from './lattice-kernel.ts'

/** The size of a cut. */
export const CUT: Size = { width: SIDE, height: SIDE }

/** How far the strongest wave stands out of its surroundings, as a logarithm of power: in light, red against green, and blue against green. */
export type Peaks = readonly [light: number, red: number, blue: number]

/** Finer than this many pixels is detail. */
const FINE = 9
/** How many places around a frequency are its surroundings; a lattice's own spreads over five, by perspective and lens. */
const AROUND = 31
/** Waves longer than this are the picture's own forms. */
const LONGEST = 22

/** Looks at the spectrum of a cut's detail, relative to its light. */
export function findLattice({ data }: Picture): Peaks {
  opened ??= open()
  const { kernel, tones, means, rows, spectrum, work, other, window, turns, leftOut, found } = opened
  const numbers = new Float32Array(kernel.memory.buffer)
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0, to = (tones + y * PITCH) / 4; x < SIDE; x++, at += 3, to += 4) {
      const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
      numbers[to] = red + green + blue
      numbers[to + 1] = red - green
      numbers[to + 2] = blue - green
    }
  }
  for (let y = 0; y < SIDE; y++) kernel.slide(tones + y * PITCH, rows + y * PITCH, SIDE, PLACE, FINE >> 1, 1)
  for (let x = 0; x < SIDE; x++)
    kernel.slide(rows + x * PLACE, means + x * PLACE, SIDE, PITCH, FINE >> 1, 1 / (FINE * FINE))

  const transform = (from: number, step: number): void => {
    kernel.thirds(from, step, other, turns[0])
    kernel.quarters(other, work, 16, 3, turns[1])
    kernel.quarters(work, other, 4, 12, turns[2])
    kernel.lastQuarters(other, work)
  }
  for (let y = 0; y < SIDE; y += 2) {
    for (const odd of [0, 1]) {
      const row = (y + odd) * PITCH
      kernel.standOut(tones + row, means + row, work + odd * PLACE, window, numbers[window / 4 + y + odd] as number)
    }
    transform(work, COMPLEX)
    kernel.separate(work, spectrum + y * HALF * COMPLEX, spectrum + (y + 1) * HALF * COMPLEX)
  }

  // From here on a place is a frequency: from the shortest wave upwards to the shortest downwards, from none across to the shortest.
  const [powers, step] = [tones, HALF * PLACE]
  for (let x = 0; x < HALF; x++) {
    transform(spectrum + x * COMPLEX, HALF * COMPLEX)
    kernel.power(work + (SIDE / 2) * COMPLEX, powers + x * PLACE, step)
    kernel.power(work, powers + x * PLACE + (SIDE / 2) * step, step)
  }
  const levels = means
  for (let y = 0; y < SIDE; y++) kernel.meanOfFive(powers + y * step, rows + y * step, HALF, PLACE)
  for (let x = 0; x < HALF; x++) kernel.meanOfFive(rows + x * PLACE, levels + x * PLACE, SIDE, step)
  kernel.logarithm(levels, SIDE * HALF)
  for (let y = 0; y < SIDE; y++) kernel.slide(levels + y * step, rows + y * step, HALF, PLACE, AROUND >> 1, 1 / AROUND)
  for (let x = 0; x < HALF; x++) kernel.slide(rows + x * PLACE, tones + x * PLACE, SIDE, step, AROUND >> 1, 1 / AROUND)
  kernel.most(levels, tones, leftOut, SIDE * HALF, found)
  return [...numbers.subarray(found / 4, found / 4 + 3)] as unknown as Peaks
}

/** Bytes of a row of a cut: one place more than it has, so that a column does not share a few lines of the cache. */
const PITCH = (SIDE + 1) * PLACE

let opened: ReturnType<typeof open> | undefined

/** The kernel, and where in its memory everything lies. */
function open() {
  let end = 0
  const take = (bytes: number): number => {
    end += bytes
    return end - bytes
  }
  const [tones, means, rows] = [take(SIDE * PITCH), take(SIDE * PITCH), take(SIDE * PITCH)]
  const spectrum = take(SIDE * HALF * COMPLEX)
  const [work, other] = [take((SIDE + 1) * COMPLEX), take(SIDE * COMPLEX)]
  const leftOut = take(SIDE * HALF * PLACE)
  const found = take(PLACE)
  const window = take(4 * SIDE)
  const turns: [number, number, number] = [take(16 * 64), take(24 * 16), take(24 * 4)]
  const kernel = openLatticeKernel(Math.ceil(end / 65_536))
  const write = (to: number, values: readonly number[]) => new Float32Array(kernel.memory.buffer, to).set(values)
  write(
    window,
    along(SIDE).map((at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / SIDE)),
  )
  write(turns[0], turnsOf(192, 3))
  write(turns[1], turnsOf(64, 4))
  write(turns[2], turnsOf(16, 4))
  write(leftOut, placesLeftOut())
  return { kernel, tones, means, rows, spectrum, work, other, window, turns, leftOut, found }
}

const along = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** By what the parts of a transform of `length` places are turned, each but the first, as cosine and sine. */
const turnsOf = (length: number, parts: number): number[] =>
  along(length / parts).flatMap((at) =>
    along(parts - 1).flatMap((part) => {
      const angle = (-2 * Math.PI * at * (part + 1)) / length
      return [Math.cos(angle), Math.sin(angle)]
    }),
  )

/** Far more than any wave stands out. */
const OUT = 100

/** For each frequency and tone what is taken off: of long waves, of the blocks of compression, and in light of whatever runs upright or level, as edges of things do. */
function placesLeftOut(): number[] {
  const step = 1.5 / SIDE
  return along(SIDE * HALF).flatMap((at) => {
    const [down, across] = [Math.abs(Math.floor(at / HALF) - SIDE / 2) / SIDE, (at % HALF) / SIDE]
    const length = Math.hypot(across, down)
    const isBlock = [1, 2, 3, 4].some(
      (k) => (Math.abs(across - k / 8) < step && down < step) || (Math.abs(down - k / 8) < step && across < step),
    )
    const isOut = length <= 1 / LONGEST || length >= 0.5 || isBlock
    const isStraight = across <= 2 / SIDE || down <= 2 / SIDE
    return [isOut || isStraight ? OUT : 0, isOut ? OUT : 0, isOut ? OUT : 0, 0]
  })
}
