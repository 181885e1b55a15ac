import type { Greys } from '../../picture/greys.ts'
import { LEAST_CELLS, LEAST_COLOUR } from '../limits.ts'
import type { ComparedCells } from './cells.ts'
import { median } from './means.ts'
import { CELL, COLOURED, type MeasuredPrint, SHRUNK } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

interface ColourDifference {
  /** The hue rotation common to all colours, in degrees; undefined if they have none in common, or are too few. */
  turned: number | undefined
  /** How much weaker or stronger than in green the background pattern is in red or blue, as a logarithm. */
  inks: number | undefined
}

/** Added to the brightness, so that the black of letters has no colour of its own. */
const BLACK = 8

export function coloursOf(
  reference: OpenReference,
  page: MeasuredPrint,
  compared: ComparedCells,
  { seen, background }: { seen: readonly number[]; background: readonly number[] },
): ColourDifference {
  return {
    turned: turnOf(reference, page, seen),
    inks: background.length >= LEAST_CELLS ? inksOf(reference, page, compared, background) : undefined,
  }
}

/** Below this, the rotation cannot be determined from the colours: the light is not the same over the page. */
const TOGETHER = 0.8

/** Treats colours as complex numbers: a phone's white balance shifts all, an ink of another colour rotates them. */
function turnOf({ colours }: OpenReference, page: MeasuredPrint, seen: readonly number[]): number | undefined {
  const own = centred(seen.map((cell) => chromaOf(colours, cell, 1)))
  const shown = centred(seen.map((cell) => chromaOf(page.colours, cell, COLOURED)))
  let [along, across, oo, ss] = [0, 0, 1e-9, 1e-9]
  for (const [i, [a, b]] of own.entries()) {
    const [p, q] = shown[i] as readonly [number, number]
    along += a * p + b * q
    across += a * q - b * p
    oo += a * a + b * b
    ss += p * p + q * q
  }
  const isTogether = Math.hypot(along, across) > TOGETHER * Math.sqrt(oo * ss)
  if (!isTogether || Math.sqrt(oo / seen.length) < LEAST_COLOUR) return undefined
  return Math.abs((Math.atan2(across, along) * 180) / Math.PI)
}

function chromaOf(colours: Float32Array, cell: number, count: number): readonly [number, number] {
  const [red, green, blue] = [0, 1, 2].map((c) => (colours[3 * cell + c] as number) / count) as [number, number, number]
  const light = (red + green + blue) / 3 + BLACK
  return [(red - green) / light, ((red + green) / 2 - blue) / light]
}

function centred(values: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const mean = [0, 1].map((k) => values.reduce((sum, value) => sum + (value[k] as number), 0) / values.length)
  return values.map(([a, b]) => [a - (mean[0] as number), b - (mean[1] as number)] as const)
}

/** Noise, in squared levels: a channel with less has no pattern of its own. */
const GRAIN = 1
const SIDE = CELL / SHRUNK

/** A missing, too strong or different ink shows in red or blue. Light and sharpness affect all channels alike. */
export function inksOf(
  { channels, masks }: Pick<OpenReference, 'channels' | 'masks'>,
  page: Pick<MeasuredPrint, 'channels'>,
  { columns, shiftX, shiftY }: ComparedCells,
  background: readonly number[],
): number {
  const { width, height } = channels[0]
  /** How strong the pattern of a cell is compared with the reference, by channel, as logarithms. */
  const levelsAt = (cell: number): number[] => {
    const [left, top] = [SIDE * (cell % columns), SIDE * Math.floor(cell / columns)]
    const [dx, dy] = [shiftX, shiftY].map((shift) => Math.round((shift[cell] as number) / SHRUNK)) as [number, number]
    const [own, shown] = [
      [0, 0, 0],
      [0, 0, 0],
    ]
    let count = 0
    for (let y = Math.max(top, -dy); y < Math.min(top + SIDE, height - dy); y++) {
      for (let x = Math.max(left, -dx); x < Math.min(left + SIDE, width - dx); x++) {
        const at = y * width + x
        if (!masks[2][at]) continue
        count++
        for (let c = 0; c < 3; c++) {
          own[c] = (own[c] as number) + ((channels[c] as Greys).values[at] as number) ** 2
          shown[c] = (shown[c] as number) + ((page.channels[c] as Greys).values[at + dy * width + dx] as number) ** 2
        }
      }
    }
    const grain = GRAIN * Math.max(1, count)
    return own.map((value, c) => Math.log(((shown[c] as number) + grain) / (value + grain)) / 2)
  }
  const levels = background.map(levelsAt)
  const against = (channel: number) =>
    Math.abs(median(levels.map((level) => (level[channel] as number) - (level[1] as number))))
  return Math.max(against(0), against(2))
}
