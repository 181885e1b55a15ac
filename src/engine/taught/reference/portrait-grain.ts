import type { Place } from '../../../domain/document/place.ts'
import { quantile } from './fit.ts'
import { BLOCK, CELL, cellGrid, type MeasuredPrint } from './measure-print.ts'

/** The middle of the portrait, in shares of its zone: its sides vary with the holder. */
const MIDDLE = { from: 0.2, to: 0.8 }
/** Grain of a camera, in squared grey levels. */
const GRAIN = 0.05
/** Fewer blocks do not say how a portrait is printed. */
const LEAST_BLOCKS = 12
/** Of a cell every fourth pixel is looked at; so many white ones, and the light covers the portrait. */
const MOST_WHITE = (0.15 * CELL * CELL) / 4

/**
 * How strongly the finest forms show in the portrait, as a logarithm: the dots and the grain that a printer lays, whoever is
 * on it. The middle of all blocks, since hair and edges are in few. Undefined where the light covers it.
 */
export function portraitGrain(page: MeasuredPrint, zone: Place): number | undefined {
  const { width, height, values } = page.bands[0]
  const across = (share: number) => Math.round((zone.x + share * zone.width) * width)
  const down = (share: number) => Math.round((zone.y + share * zone.height) * height)
  const [left, right] = [Math.max(0, across(MIDDLE.from)), Math.min(width, across(MIDDLE.to))]
  const [top, bottom] = [Math.max(0, down(MIDDLE.from)), Math.min(height, down(MIDDLE.to))]
  const { columns } = cellGrid(page)
  const powers: number[] = []
  for (let y = top; y + BLOCK <= bottom; y += BLOCK) {
    for (let x = left; x + BLOCK <= right; x += BLOCK) {
      if ((page.white[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] ?? 0) > MOST_WHITE) continue
      let sum = 0
      for (let v = y; v < y + BLOCK; v++) {
        for (let u = x; u < x + BLOCK; u++) sum += (values[v * width + u] as number) ** 2
      }
      powers.push(sum / BLOCK ** 2)
    }
  }
  return powers.length < LEAST_BLOCKS ? undefined : Math.log(quantile(powers, 0.5) + GRAIN) / 2
}
