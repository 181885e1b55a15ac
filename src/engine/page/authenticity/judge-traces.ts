import { OPERATING_POINT } from '../../../domain/decision/rule.ts'
import type { Trace, TracePlace } from '../../../domain/document/document.ts'
import { thresholdOf } from '../../nets/net-list.ts'
import type { Nets } from '../../nets/runtime.ts'
import { boundsOf } from '../../picture/box.ts'
import { type Component, findComponents } from '../../picture/components.ts'
import type { Picture } from '../../picture/picture.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import type { Turns } from '../orientation/find-turns.ts'
import type { HeatMap } from './draw-heat-map.ts'
import { lookAtTraces, type TraceMap } from './look-at-traces.ts'
import { type PagePlace, pagePlace } from './page-place.ts'

export interface Traces {
  /** Undefined when the page is too small to be judged, and of a drawing: it has no history from which a part could differ. */
  edits?: Trace
  camera: Trace
  /** Where it looks changed; undefined when it does not. */
  heat?: HeatMap
}

/** So many cells decide, those that look most like it: about a printed value, or a side of a portrait. */
const DECIDING = 60
/** Fewer cells than this next to each other are a speck. */
const LEAST_CELLS = 6
/** More places say no more than that it is all over the page. */
const MOST_PLACES = 5
/** Cells of the heat map across the page: about as many as the net tells of a card. */
const HEAT_WIDTH = 120

/** Was the picture changed after it was taken, and did a camera take it? Undefined when there is no net for it. */
export async function judgeTraces(
  nets: Nets,
  photo: Picture,
  quad: Quad,
  turns: Turns,
  seen?: TraceMap,
): Promise<Traces | undefined> {
  const map = seen ?? (await lookAtTraces(nets, photo, quad))
  if (!map) return undefined
  const { entry } = await nets.get('traces')
  const camera = { score: scoreOf(map.drawn - thresholdOf(entry, 'drawn')) }
  const odds = camera.score > OPERATING_POINT ? oddsOfEdit(map) : undefined
  if (odds === undefined) return { camera }
  const score = scoreOf(odds - thresholdOf(entry, 'edited'))
  if (score > OPERATING_POINT) return { edits: { score }, camera }
  const page = pagePlace(quad, turns)
  return { edits: { score, places: placesOf(map, page) }, camera, heat: heatOf(map, page) }
}

/** What supports an edit: the highest cells, of those that look changed and of those that look like a seam. */
function oddsOfEdit({ changed, seams, onDocument }: TraceMap): number | undefined {
  if (onDocument.reduce((sum, on) => sum + on, 0) < DECIDING) return undefined
  return meanOfHighest(changed, onDocument) + meanOfHighest(seams, onDocument)
}

/** The mean of the highest cells on the document, by keeping them in order: to sort all for sixty takes ten times as long. */
function meanOfHighest(cells: Float32Array, onDocument: Uint8Array): number {
  const highest = new Float32Array(DECIDING).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < cells.length; i++) {
    const odds = cells[i] as number
    if (!onDocument[i] || odds <= (highest[0] as number)) continue
    let at = 1
    while (at < DECIDING && (highest[at] as number) < odds) {
      highest[at - 1] = highest[at] as number
      at++
    }
    highest[at - 1] = odds
  }
  return highest.reduce((sum, odds) => sum + odds, 0) / DECIDING
}

/** Log odds beyond the limit → 0…100, 50 at the limit and less beyond it. */
const scoreOf = (beyond: number): number => Math.round(100 / (1 + Math.exp(beyond)))

/** Cells that hang together and look changed rather than not, the most telling first. */
function placesOf(map: TraceMap, page: PagePlace): TracePlace[] {
  const { columns, rows, changed, onDocument } = map
  const hot = changed.map((odds, i) => (onDocument[i] && odds > 0 ? 1 : 0))
  const weight = ({ cells }: Component) => cells.reduce((sum, cell) => sum + (changed[cell] as number), 0)
  return findComponents(hot, { width: columns, height: rows }, 'corners')
    .filter(({ cells }) => cells.length >= LEAST_CELLS)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MOST_PLACES)
    .map(({ box }) => placeOf(map, page, box))
}

function placeOf({ columns, rows, box }: TraceMap, page: PagePlace, cells: Component['box']): TracePlace {
  const [across, down] = [box.width / columns, box.height / rows]
  const corners = quadOf({
    x: box.x + cells.x * across,
    y: box.y + cells.y * down,
    width: cells.width * across,
    height: cells.height * down,
  })
  const { x, y, width, height } = boundsOf(corners.map((corner) => page.onPage(corner)))
  const [left, top] = [within(x), within(y)]
  return { x: left, y: top, width: within(x + width) - left, height: within(y + height) - top }
}

const within = (share: number): number => Math.round(1000 * Math.max(0, Math.min(1, share))) / 1000

/** The cells as they lie on the straightened page. */
function heatOf({ columns, rows, changed, onDocument, box }: TraceMap, page: PagePlace): HeatMap {
  const height = Math.max(1, Math.round((HEAT_WIDTH * rows) / columns))
  const values = Float32Array.from({ length: HEAT_WIDTH * height }, (_, i) => {
    const share = { x: ((i % HEAT_WIDTH) + 0.5) / HEAT_WIDTH, y: (Math.floor(i / HEAT_WIDTH) + 0.5) / height }
    const { x, y } = page.inPhoto(share)
    const [column, row] = [
      Math.floor(((x - box.x) / box.width) * columns),
      Math.floor(((y - box.y) / box.height) * rows),
    ]
    const cell = row * columns + column
    if (column < 0 || row < 0 || column >= columns || !onDocument[cell]) return 0
    return 1 / (1 + Math.exp(-(changed[cell] as number)))
  })
  return { width: HEAT_WIDTH, height, values }
}
