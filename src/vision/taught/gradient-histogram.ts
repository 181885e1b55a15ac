import type { Greys } from '../picture/greys.ts'

/** The grid of cells over the page at low resolution. */
export const GRID = { columns: 16, rows: 10 } as const
const BINS = 8
/** The directions, and the amount of print. */
const CHANNELS = BINS + 1
export const GRID_CELLS = GRID.columns * GRID.rows
export const HISTOGRAM_LENGTH = GRID_CELLS * CHANNELS

/** The width to which a page is scaled: small enough that print is a texture. */
export const HISTOGRAM_WIDTH = 256

/** A histogram of oriented gradients for each cell of the page. */
export type GradientHistogram = Float32Array

/** The mean gradient from noise only, in square roots of grey levels. */
const FAINT = 0.35
/** The weight of the amount of print: about as much as its directions. */
const AMOUNT = 0.35

/**
 * The directions and the amount of the print in each cell, independently of contrast, colour and light; only from the
 * document's own pixels.
 */
export function gradientHistogram(greys: Greys, own?: Uint8Array): GradientHistogram {
  const { bins, areas } = directions(greys, own)
  const look = new Float32Array(HISTOGRAM_LENGTH)
  for (let cell = 0; cell < GRID_CELLS; cell++) {
    const area = areas[cell] as number
    if (!area) continue
    const part = bins.subarray(cell * BINS, (cell + 1) * BINS).map((value) => value / area)
    let [sum, squares] = [0, 0]
    for (const value of part) {
      sum += value
      squares += value * value
    }
    // In a cell without print, the direction is only noise: the amount limits its weight.
    const length = Math.sqrt(squares) + FAINT
    for (let bin = 0; bin < BINS; bin++) look[cell * CHANNELS + bin] = ((part[bin] as number) - sum / BINS) / length
    look[cell * CHANNELS + BINS] = AMOUNT * Math.log(FAINT + sum)
  }
  return look
}

function directions({ width, height, values }: Greys, own?: Uint8Array): { bins: Float32Array; areas: Float32Array } {
  const bins = new Float32Array(GRID_CELLS * BINS)
  const areas = new Float32Array(GRID_CELLS)
  for (let y = 1; y < height - 1; y++) {
    const down = ((y + 0.5) / height) * GRID.rows - 0.5
    const row = Math.floor(down)
    const below = down - row
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      if (own && !own[at]) continue
      const dx = (values[at + 1] as number) - (values[at - 1] as number)
      const dy = (values[at + width] as number) - (values[at - width] as number)
      const size = Math.sqrt(dx * dx + dy * dy)
      const isFaint = size < LEAST_GRADIENT
      const turn = isFaint ? 0 : ((Math.atan2(dy, dx) / Math.PI + 1) * BINS) % BINS
      const across = ((x + 0.5) / width) * GRID.columns - 0.5
      const column = Math.floor(across)
      const right = across - column
      const strength = isFaint ? 0 : Math.sqrt(size)
      add(column, row, turn, strength, (1 - right) * (1 - below))
      add(column + 1, row, turn, strength, right * (1 - below))
      add(column, row + 1, turn, strength, (1 - right) * below)
      add(column + 1, row + 1, turn, strength, right * below)
    }
  }
  return { bins, areas }

  function add(column: number, row: number, turn: number, strength: number, weight: number): void {
    if (column < 0 || row < 0 || column >= GRID.columns || row >= GRID.rows) return
    const cell = row * GRID.columns + column
    areas[cell] = (areas[cell] as number) + weight
    if (!strength) return
    const bin = Math.floor(turn)
    const one = cell * BINS + bin
    const other = cell * BINS + ((bin + 1) % BINS)
    bins[one] = (bins[one] as number) + strength * weight * (1 - turn + bin)
    bins[other] = (bins[other] as number) + strength * weight * (turn - bin)
  }
}

const LEAST_GRADIENT = 6

/** A model's histogram prepared for comparison with many pages: what is independent of the page is precomputed. */
interface WeighedHistogram {
  /** Each value times the weight of its cell; the mean is subtracted from the amounts. */
  values: Float32Array
  weights: Float32Array
  /** The sum of the weights. */
  total: number
  /** The total power of the weighted values. */
  power: number
}

export function weigh(model: GradientHistogram, weights: Float32Array): WeighedHistogram {
  let [total, sum] = [1e-9, 0]
  for (let cell = 0; cell < GRID_CELLS; cell++) {
    total += weights[cell] as number
    sum += (weights[cell] as number) * (model[cell * CHANNELS + BINS] as number)
  }
  const mean = sum / total
  const values = new Float32Array(HISTOGRAM_LENGTH)
  let power = 0
  for (let i = 0; i < HISTOGRAM_LENGTH; i++) {
    const weight = weights[Math.floor(i / CHANNELS)] as number
    const value = (model[i] as number) - (i % CHANNELS === BINS ? mean : 0)
    values[i] = weight * value
    power += weight * value * value
  }
  return { values, weights, total, power }
}

/** A page's histogram with the squared directions of each cell. */
interface SeenHistogram {
  values: GradientHistogram
  squares: Float32Array
}

export function seen(look: GradientHistogram): SeenHistogram {
  const squares = new Float32Array(GRID_CELLS)
  for (let i = 0; i < HISTOGRAM_LENGTH; i++) {
    const cell = Math.floor(i / CHANNELS)
    if (i % CHANNELS !== BINS) squares[cell] = (squares[cell] as number) + (look[i] as number) ** 2
  }
  return { values: look, squares }
}

/** −1…1 over the cells that have a weight. */
export function likenessOf({ values: model, weights, total, power }: WeighedHistogram, page: SeenHistogram): number {
  const { values, squares } = page
  let dot = 0
  for (let i = 0; i < HISTOGRAM_LENGTH; i++) dot += (model[i] as number) * (values[i] as number)
  let [own, amounts, amountSquares] = [0, 0, 0]
  for (let cell = 0, i = BINS; cell < GRID_CELLS; cell++, i += CHANNELS) {
    const weighed = (weights[cell] as number) * (values[i] as number)
    own += (weights[cell] as number) * (squares[cell] as number)
    amounts += weighed
    amountSquares += weighed * (values[i] as number)
  }
  own += amountSquares - (amounts * amounts) / total
  return dot / Math.sqrt(own * power + 1e-9)
}

/** The histogram of the same page upside down: the directions are unchanged, the cells are in reverse order. */
export function headDown(look: GradientHistogram): GradientHistogram {
  const turned = new Float32Array(look.length)
  for (let cell = 0; cell < GRID_CELLS; cell++) {
    const from = (GRID_CELLS - 1 - cell) * CHANNELS
    turned.set(look.subarray(from, from + CHANNELS), cell * CHANNELS)
  }
  return turned
}
