import type { Plane } from './arena.ts'

export interface Places {
  /** x and y in shares of the picture, a little outside perhaps, clockwise. */
  corners: [x: number, y: number][]
  /** The share of each corner's heat that lies at its peak. */
  sharpness: number[]
}

/** By how much the heat's field is wider than the picture, on every side. */
const EDGE = 0.1
/** Cells around a peak that belong to it. */
const WINDOW = 3

/** The mean place around each map's peak, as the net was trained. */
export function placesIn({ width: cells, channels, data }: Plane): Places {
  const corners: [number, number][] = []
  const sharpness: number[] = []
  for (let map = 0; map < channels; map += 1) {
    let peak = 0
    const heatAt = (cell: number) => data[cell * channels + map] as number
    for (let cell = 1; cell < cells * cells; cell += 1) if (heatAt(cell) > heatAt(peak)) peak = cell
    const [peakX, peakY] = [peak % cells, Math.floor(peak / cells)]
    let [all, near, sumX, sumY] = [0, 0, 0, 0]
    for (let cell = 0; cell < cells * cells; cell += 1) {
      const mass = Math.exp(heatAt(cell) - heatAt(peak))
      all += mass
      const [x, y] = [cell % cells, Math.floor(cell / cells)]
      if (Math.abs(x - peakX) > WINDOW || Math.abs(y - peakY) > WINDOW) continue
      near += mass
      sumX += mass * x
      sumY += mass * y
    }
    const place = (sum: number) => ((sum / near + 0.5) / cells) * (1 + 2 * EDGE) - EDGE
    corners.push([place(sumX), place(sumY)])
    sharpness.push(near / all)
  }
  return { corners, sharpness }
}
