import { toJpeg } from '../../picture/decode.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import { resize } from '../../picture/resize.ts'

/** How much speaks for a change, 0…1, row by row over the straightened page. */
export interface HeatMap extends Size {
  values: ArrayLike<number>
}

/** Enough to see where on the page it is. */
const WIDTH = 900
/** Under it nothing is shown: the ground of a genuine page. */
const COOL = 0.25

/** The page in grey with what looks changed laid over it in red, for a reviewer's eye. */
export function drawHeatMap(document: Picture, heat: HeatMap): Promise<Uint8Array> {
  const height = Math.max(1, Math.round((document.height / document.width) * WIDTH))
  const page = resize(document, { width: WIDTH, height })
  const data = new Uint8Array(page.data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 3
      const [red, green, blue] = [page.data[at] ?? 0, page.data[at + 1] ?? 0, page.data[at + 2] ?? 0]
      const grey = 0.3 * red + 0.59 * green + 0.11 * blue
      const warmth = Math.max(0, (valueAt(heat, (x + 0.5) / WIDTH, (y + 0.5) / height) - COOL) / (1 - COOL))
      const cover = Math.min(0.75, warmth)
      data[at] = grey + cover * (220 - grey)
      data[at + 1] = grey * (1 - cover) + cover * 30
      data[at + 2] = grey * (1 - cover) + cover * 30
    }
  }
  return toJpeg({ width: WIDTH, height, data }, 85)
}

/** Between the four nearest cells. */
function valueAt({ width, height, values }: HeatMap, across: number, down: number): number {
  const x = Math.min(width - 1, Math.max(0, across * width - 0.5))
  const y = Math.min(height - 1, Math.max(0, down * height - 0.5))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const cell = (column: number, row: number) =>
    values[Math.min(height - 1, row) * width + Math.min(width - 1, column)] ?? 0
  const above = cell(left, top) * (1 - (x - left)) + cell(left + 1, top) * (x - left)
  const below = cell(left, top + 1) * (1 - (x - left)) + cell(left + 1, top + 1) * (x - left)
  return above * (1 - (y - top)) + below * (y - top)
}
