import type { Greys } from './greys.ts'

/** Cells of the page, seen from afar. */
export const LOOK = { columns: 16, rows: 10 } as const
const BINS = 8
/** Directions, and how much print there is. */
const CHANNELS = BINS + 1
export const LOOK_CELLS = LOOK.columns * LOOK.rows
export const LOOK_LENGTH = LOOK_CELLS * CHANNELS

/** The width at which a page is looked at: small enough that print is a texture. */
export const LOOK_WIDTH = 256

/** What a page looks like, cell by cell. */
export type Look = Float32Array

/** Gradients a pixel, in square roots of grey levels, that grain alone gives. */
const FAINT = 0.35
/** The amount of print counts about as much as its directions do. */
const AMOUNT = 0.35

/**
 * The directions of the print in each cell and its amount, whatever its contrast, colour and light; of the pixels that are
 * the document's own alone.
 */
export function lookOf(greys: Greys, own?: Uint8Array): Look {
  const { bins, areas } = directions(greys, own)
  const look = new Float32Array(LOOK_LENGTH)
  for (let cell = 0; cell < LOOK_CELLS; cell++) {
    const area = areas[cell] as number
    if (!area) continue
    const part = bins.subarray(cell * BINS, (cell + 1) * BINS).map((value) => value / area)
    let [sum, squares] = [0, 0]
    for (const value of part) {
      sum += value
      squares += value * value
    }
    // A cell without print has a direction of nothing but grain: it counts by what there is in it.
    const length = Math.sqrt(squares) + FAINT
    for (let bin = 0; bin < BINS; bin++) look[cell * CHANNELS + bin] = ((part[bin] as number) - sum / BINS) / length
    look[cell * CHANNELS + BINS] = AMOUNT * Math.log(FAINT + sum)
  }
  return look
}

function directions({ width, height, values }: Greys, own?: Uint8Array): { bins: Float32Array; areas: Float32Array } {
  const bins = new Float32Array(LOOK_CELLS * BINS)
  const areas = new Float32Array(LOOK_CELLS)
  for (let y = 1; y < height - 1; y++) {
    const down = ((y + 0.5) / height) * LOOK.rows - 0.5
    const row = Math.floor(down)
    const below = down - row
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      if (own && !own[at]) continue
      const dx = (values[at + 1] as number) - (values[at - 1] as number)
      const dy = (values[at + width] as number) - (values[at - width] as number)
      const size = Math.hypot(dx, dy)
      const turn = ((Math.atan2(dy, dx) / Math.PI + 1) * BINS) % BINS
      const across = ((x + 0.5) / width) * LOOK.columns - 0.5
      const column = Math.floor(across)
      const right = across - column
      const strength = size < LEAST_GRADIENT ? 0 : Math.sqrt(size)
      add(column, row, turn, strength, (1 - right) * (1 - below))
      add(column + 1, row, turn, strength, right * (1 - below))
      add(column, row + 1, turn, strength, (1 - right) * below)
      add(column + 1, row + 1, turn, strength, right * below)
    }
  }
  return { bins, areas }

  function add(column: number, row: number, turn: number, strength: number, weight: number): void {
    if (column < 0 || row < 0 || column >= LOOK.columns || row >= LOOK.rows) return
    const cell = row * LOOK.columns + column
    areas[cell] = (areas[cell] as number) + weight
    if (!strength) return
    const bin = Math.floor(turn)
    const [one, other] = [cell * BINS + bin, cell * BINS + ((bin + 1) % BINS)]
    bins[one] = (bins[one] as number) + strength * weight * (1 - turn + bin)
    bins[other] = (bins[other] as number) + strength * weight * (turn - bin)
  }
}

const LEAST_GRADIENT = 6

/** −1…1 over the cells that have a weight. */
export function likenessOf(model: Look, weights: ArrayLike<number>, page: Look): number {
  let [total, mean, other] = [1e-9, 0, 0]
  for (let cell = 0, i = BINS; cell < LOOK_CELLS; cell++, i += CHANNELS) {
    const weight = weights[cell] as number
    total += weight
    mean += weight * (model[i] as number)
    other += weight * (page[i] as number)
  }
  mean /= total
  other /= total
  let [dot, own, seen] = [0, 0, 0]
  for (let cell = 0; cell < LOOK_CELLS; cell++) {
    const weight = weights[cell] as number
    if (!weight) continue
    const from = cell * CHANNELS
    for (let i = from; i < from + BINS; i++) {
      const [a, b] = [model[i] as number, page[i] as number]
      dot += weight * a * b
      own += weight * a * a
      seen += weight * b * b
    }
    const [a, b] = [(model[from + BINS] as number) - mean, (page[from + BINS] as number) - other]
    dot += weight * a * b
    own += weight * a * a
    seen += weight * b * b
  }
  return dot / Math.sqrt(own * seen + 1e-9)
}

/** The look of the same page upside down: directions stay, cells change places. */
export function headDown(look: Look): Look {
  const turned = new Float32Array(look.length)
  for (let cell = 0; cell < LOOK_CELLS; cell++) {
    const from = (LOOK_CELLS - 1 - cell) * CHANNELS
    turned.set(look.subarray(from, from + CHANNELS), cell * CHANNELS)
  }
  return turned
}
