import type { Greys } from '../greys.ts'
import { type Channels, SHRUNK } from './channels.ts'
import type { ComparedCells } from './compare-cells.ts'
import { median } from './fit.ts'
import { CELL } from './measure-print.ts'
import type { OpenReference } from './reference.ts'

/** Grain, in squared levels: a channel that shows less has no forms of its own. */
const GRAIN = 1
const SIDE = CELL / SHRUNK

/**
 * By how much more or less than green, against the reference, red or blue shows the forms of the background: an ink that is
 * missing, too strong or another one. The larger of the two, as a logarithm. Light and sharpness change all channels alike.
 */
export function inkDifference(
  reference: Pick<OpenReference, 'channels' | 'masks'>,
  page: Channels,
  compared: ComparedCells,
  background: readonly number[],
): number {
  const levels = background.map((cell) => levelsAt(reference, page, compared, cell))
  return Math.max(...[0, 2].map((channel) => Math.abs(median(levels.map((level) => against(level, channel))))))
}

const against = (levels: readonly number[], channel: number): number =>
  (levels[channel] as number) - (levels[1] as number)

/** How strongly a cell shows its forms against the reference, by channel, as logarithms. */
function levelsAt(
  { channels, masks }: Pick<OpenReference, 'channels' | 'masks'>,
  page: Channels,
  { columns, shiftX, shiftY }: ComparedCells,
  cell: number,
): number[] {
  const { width, height } = channels[0]
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
        shown[c] = (shown[c] as number) + ((page[c] as Greys).values[at + dy * width + dx] as number) ** 2
      }
    }
  }
  const grain = GRAIN * Math.max(1, count)
  return own.map((value, c) => Math.log(((shown[c] as number) + grain) / (value + grain)) / 2)
}
