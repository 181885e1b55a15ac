/** Numbers in a row of the square, and rows in it. */
export const TILE = 128

const turns = Array.from({ length: TILE / 2 }, (_, i) => (2 * Math.PI * i) / TILE)
const cosines = Float64Array.from(turns, (turn) => Math.cos(turn))
const sines = Float64Array.from(turns, (turn) => -Math.sin(turn))

/** Where each row goes before the rows are turned. */
const mirrored = Uint16Array.from({ length: TILE }, (_, i) =>
  Number.parseInt([...i.toString(2).padStart(Math.log2(TILE), '0')].reverse().join(''), 2),
)

/**
 * In place, for a square of TILE × TILE numbers with a real and an imaginary part, row by row; frequencies in the usual
 * order. Twice it is laid on its side and transformed down its columns, all columns at once.
 */
export function transformSquare(re: Float32Array, im: Float32Array): void {
  const real = new Float32Array(TILE * TILE)
  const imaginary = new Float32Array(TILE * TILE)
  for (let round = 0; round < 2; round++) {
    layOnSide(re, real)
    layOnSide(im, imaginary)
    for (let half = 1, turn = TILE >> 1; half < TILE; half *= 2, turn >>= 1) {
      for (let start = 0; start < TILE; start += 2 * half) {
        for (let k = 0; k < half; k++) turnRows(real, imaginary, start + k, half, k * turn)
      }
    }
    re.set(real)
    im.set(imaginary)
  }
}

/** A row and the one `apart` from it become their sum and difference, the second one turned first. */
function turnRows(re: Float32Array, im: Float32Array, row: number, apart: number, turn: number): void {
  const cosine = cosines[turn] as number
  const sine = sines[turn] as number
  for (let one = row * TILE, other = one + apart * TILE, end = one + TILE; one < end; one++, other++) {
    const a = re[other] as number
    const b = im[other] as number
    const x = a * cosine - b * sine
    const y = a * sine + b * cosine
    re[other] = (re[one] as number) - x
    im[other] = (im[one] as number) - y
    re[one] = (re[one] as number) + x
    im[one] = (im[one] as number) + y
  }
}

function layOnSide(from: Float32Array, into: Float32Array): void {
  for (let column = 0; column < TILE; column++) {
    const to = (mirrored[column] as number) * TILE
    for (let row = 0; row < TILE; row++) into[to + row] = from[row * TILE + column] as number
  }
}
