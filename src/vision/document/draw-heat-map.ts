import { toJpeg } from '../picture/decode.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { shrinkTo } from '../picture/resize.ts'

/** How strong the evidence for a change is, 0…1, row by row over the straightened page. */
export interface HeatMap extends Size {
  values: ArrayLike<number>
}

/** Large enough to see where on the page it is. */
const WIDTH = 900
/** Nothing is shown below this: it is the background level of a genuine page. */
const COOL = 0.25

/** The page in grey with the suspicious parts overlaid in red, for a reviewer. */
export async function drawHeatMap(document: Picture, heat: HeatMap): Promise<Uint8Array> {
  const height = Math.max(1, Math.round((document.height / document.width) * WIDTH))
  const page = await shrinkTo(document, { width: WIDTH, height })
  const data = new Uint8Array(page.data.length)
  const [columns, rows] = [placesOf(WIDTH, heat.width), placesOf(height, heat.height)]
  for (const [y, row] of rows.entries()) {
    for (let x = 0, at = y * WIDTH * 3; x < WIDTH; x++, at += 3) {
      const [red, green, blue] = [page.data[at] ?? 0, page.data[at + 1] ?? 0, page.data[at + 2] ?? 0]
      const grey = 0.3 * red + 0.59 * green + 0.11 * blue
      const warmth = Math.max(0, (valueAt(heat, columns[x] as HeatPlace, row) - COOL) / (1 - COOL))
      const cover = Math.min(0.75, warmth)
      data[at] = grey + cover * (220 - grey)
      data[at + 1] = grey * (1 - cover) + cover * 30
      data[at + 2] = grey * (1 - cover) + cover * 30
    }
  }
  return toJpeg({ width: WIDTH, height, data }, 85)
}

/** The two cells that a pixel lies between, and how far it is from the first. */
interface HeatPlace {
  first: number
  second: number
  share: number
}

/** The position of each of this number of pixels among this number of cells. */
function placesOf(pixels: number, cells: number): HeatPlace[] {
  return Array.from({ length: pixels }, (_, pixel) => {
    const at = Math.min(cells - 1, Math.max(0, ((pixel + 0.5) / pixels) * cells - 0.5))
    const first = Math.floor(at)
    return { first, second: Math.min(cells - 1, first + 1), share: at - first }
  })
}

/** Interpolates between the four nearest cells. */
function valueAt({ width, values }: HeatMap, column: HeatPlace, row: HeatPlace): number {
  const [left, right, across] = [column.first, column.second, column.share]
  const [top, bottom] = [row.first * width, row.second * width]
  const above = (values[top + left] as number) * (1 - across) + (values[top + right] as number) * across
  const below = (values[bottom + left] as number) * (1 - across) + (values[bottom + right] as number) * across
  return above * (1 - row.share) + below * row.share
}
