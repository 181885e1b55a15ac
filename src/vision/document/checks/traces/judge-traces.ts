import { thresholdOf } from '../../../nets/net-list.ts'
import type { Nets } from '../../../nets/runtime.ts'
import { OPERATING_POINT } from '../../../operating-point.ts'
import { type Box, boundsOf, shareOf } from '../../../picture/box.ts'
import { type Component, findComponents } from '../../../picture/components.ts'
import { isCrushed } from '../../../picture/compression.ts'
import { sumsOf } from '../../../picture/greys.ts'
import { applyHomography } from '../../../picture/matrix.ts'
import { distance, type Point } from '../../../picture/picture.ts'
import { longSideOf, mapQuad, type Quad, quadOf } from '../../../picture/quad.ts'
import { photoMap } from '../../../picture/sheet.ts'
import type { HeatMap } from '../../draw-heat-map.ts'
import { type PagePlace, pagePlace } from '../../page-place.ts'
import type { EditsUnjudged, Trace, TracePlace } from '../../page-reading.ts'
import type { Turns } from '../../turn-upright.ts'
import type { LocatedPhoto, PageCheck } from '../check.ts'
import { portraitApart, seeHalftone, valueApart } from './halftone/compare-places.ts'
import { ALONE, DECIDING, LEAST_SIDE, LONGEST_LINE, REPEATED, WITH_HALFTONE } from './limits.ts'
import { lookAtTraces, type TraceMap } from './look-at-traces.ts'
import { findRepeat, type Repeat } from './repeats/find-repeat.ts'

interface Traces {
  /** Undefined when the picture cannot show it, and for a drawing, which has no history for a part to differ from. */
  edits?: Trace
  /** Why the picture cannot show it; absent for a drawing. */
  editsUnjudged?: EditsUnjudged
  camera: Trace
  /** Where the picture looks changed; undefined when it does not. */
  heat?: HeatMap
  /** The evidence for edits from each part, where edits were looked for. */
  odds?: EditOdds
}

/** The evidence for edits from each part, as log odds beyond its limit; a part that could not be judged is absent. */
export interface EditOdds {
  net: number
  /** Whether the dots of the print are visible. */
  isPrintSeen: boolean
  portrait?: number | undefined
  value?: number | undefined
  copied?: number | undefined
}

/** A group of fewer adjacent cells than this is a speck. */
const LEAST_CELLS = 6
/** More places than this would only say that the change is all over the page. */
const MOST_PLACES = 5
/** Cells of the heat map across the page: about as many as the net distinguishes on a card. */
const HEAT_WIDTH = 120

/** What is already known about the page. */
interface Known {
  /** The output of the net, if it has already run. */
  map?: TraceMap | undefined
  /** The face of the printed portrait, in shares of the straightened page. */
  face?: Box | undefined
  /** Lines of text in the photo, if places copied within the picture should be looked for. */
  lines?: readonly Quad[] | undefined
  /** The picture is compressed so strongly that no edit would show. */
  isCrushed?: boolean
}

/** Was the picture changed after it was taken, and was it taken by a camera? `turns` brought the document upright. */
export async function judgeTraces(
  nets: Nets,
  { photo, quad, turns }: LocatedPhoto & { turns: Turns },
  { map: seen, face, lines, isCrushed: crushed = false }: Known = {},
): Promise<Traces> {
  const map = seen ?? (await lookAtTraces(nets, photo, quad))
  const { entry } = await nets.get('traces')
  const camera = { score: scoreOf(map.drawn - thresholdOf(entry, 'drawn')) }
  if (camera.score <= OPERATING_POINT) return { camera }
  if (crushed) return { camera, editsUnjudged: 'STRONG_COMPRESSION' }
  const odds = longSideOf(quad) >= LEAST_SIDE ? oddsOfEdit(map) : undefined
  if (odds === undefined) return { camera, editsUnjudged: 'FEW_PIXELS' }
  const page = pagePlace(quad, turns)
  const beyond = odds - thresholdOf(entry, 'edited')
  const halftone = face || !isSettled(beyond) ? seeHalftone(photo, quad) : undefined
  const repeat = lines && findRepeat(photo, lines.filter(isValue(quad)), longSideOf(quad))
  const found: EditOdds = {
    net: beyond,
    isPrintSeen: halftone !== undefined,
    portrait: halftone && face && portraitApart(halftone, inPhoto(portraitIn(face), page)),
    value: halftone && valueApart(halftone, mostChanged(map)),
    copied: repeat && repeat.strength - REPEATED,
  }
  const score = scoreOf(oddsTogether(found))
  if (score > OPERATING_POINT) return { edits: { score }, camera, odds: found }
  const { portrait = -NOTHING_FOUND, copied: repeated = -NOTHING_FOUND } = found
  const places = netWithPrint(found) >= 0 ? placesOf(map, page) : []
  const replaced = portrait >= 0 && face ? [{ ...onPageOnly(portraitIn(face)), about: 'portrait' }] : []
  const copied = repeat && repeated >= 0 ? copiesOf(repeat, page) : []
  return {
    edits: { score, places: [...replaced, ...copied, ...places].slice(0, MOST_PLACES) },
    camera,
    heat: heatOf(map, page, copied),
    odds: found,
  }
}

/** The highest of the parts' log odds. */
export const oddsTogether = (odds: EditOdds): number =>
  Math.max(netWithPrint(odds), odds.portrait ?? -NOTHING_FOUND, odds.copied ?? -NOTHING_FOUND)

const netWithPrint = ({ net, isPrintSeen, value }: EditOdds): number => (isPrintSeen ? withPrint(net, value) : net)

/** Log odds that stand for “nothing found”. */
const NOTHING_FOUND = 10

const withPrint = (beyond: number, value = -NOTHING_FOUND): number =>
  Math.max(beyond - ALONE, Math.min(beyond + WITH_HALFTONE, value))

/** Whether the score is the same and raises no doubt, whatever the halftone of the place shows. */
function isSettled(beyond: number): boolean {
  const [least, most] = [scoreOf(beyond + WITH_HALFTONE), scoreOf(beyond - ALONE)]
  return least === most && least > OPERATING_POINT
}

const isValue =
  (document: Quad) =>
  ([a, b]: Quad): boolean =>
    distance(a, b) < LONGEST_LINE * longSideOf(document)

/** Both places: the pixels do not show which of them is the copy. */
const copiesOf = ({ places }: Repeat, page: PagePlace): TracePlace[] =>
  places.map((place) => ({ ...placeOf(place, page), about: 'repeated text' }))

/** The area around the face that was certainly printed with it: hair and shoulders, not the page. */
const portraitIn = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.1 * width,
  y: y - 0.3 * height,
  width: 1.2 * width,
  height: 1.6 * height,
})

/** A place of the page in the photo. */
const inPhoto = (share: Box, page: PagePlace): Box => boundsOf(quadOf(share).map((corner) => page.inPhoto(corner)))

/** The size of a printed value, in cells. */
const VALUE = { columns: 20, rows: 5 }

/** The place in the photo where a printed value would look most like a change. */
function mostChanged({ columns, rows, changed, seams, onDocument, box }: TraceMap): Box {
  const odds = changed.map((cell, i) => (onDocument[i] ? cell + (seams[i] as number) : OFF_DOCUMENT))
  const oddsIn = sumsOf(odds, { width: columns, height: rows })
  let best = { column: 0, row: 0, sum: Number.NEGATIVE_INFINITY }
  for (let row = 0; row + VALUE.rows <= rows; row++) {
    for (let column = 0; column + VALUE.columns <= columns; column++) {
      const sum = oddsIn(column, row, column + VALUE.columns, row + VALUE.rows)
      if (sum > best.sum) best = { column, row, sum }
    }
  }
  return placeInPhoto({ columns, rows, box }, { x: best.column, y: best.row, width: VALUE.columns, height: VALUE.rows })
}

/** Cells of the map, in the photo. */
function placeInPhoto({ columns, rows, box }: Pick<TraceMap, 'columns' | 'rows' | 'box'>, cells: Box): Box {
  const [across, down] = [box.width / columns, box.height / rows]
  return {
    x: box.x + cells.x * across,
    y: box.y + cells.y * down,
    width: cells.width * across,
    height: cells.height * down,
  }
}

/** A cell off the document counts as one that looks untouched. */
const OFF_DOCUMENT = -8

/** The evidence for an edit: the highest cells, both of those that look changed and of those that look like a seam. */
function oddsOfEdit({ changed, seams, onDocument }: TraceMap): number | undefined {
  if (onDocument.reduce((sum, on) => sum + on, 0) < DECIDING) return undefined
  return meanOfHighest(changed, onDocument) + meanOfHighest(seams, onDocument)
}

/**
 * The mean of the highest cells on the document, kept in order: sorting all cells to find sixty takes ten times as
 * long.
 */
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

/** Groups of connected cells that are more likely changed than not, the strongest first. */
function placesOf(map: TraceMap, page: PagePlace): TracePlace[] {
  const { columns, rows, changed, onDocument } = map
  const hot = changed.map((odds, i) => (onDocument[i] && odds > 0 ? 1 : 0))
  const weight = ({ cells }: Component) => cells.reduce((sum, cell) => sum + (changed[cell] as number), 0)
  return findComponents(hot, { width: columns, height: rows }, 'corners')
    .filter(({ cells }) => cells.length >= LEAST_CELLS)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MOST_PLACES)
    .map(({ box }) => placeOf(placeInPhoto(map, box), page))
}

/** A place of the photo on the page. */
const placeOf = (place: Box, page: PagePlace): TracePlace =>
  onPageOnly(boundsOf(quadOf(place).map((corner) => page.onPage(corner))))

function onPageOnly({ x, y, width, height }: Box): TracePlace {
  const [left, top] = [within(x), within(y)]
  return { x: left, y: top, width: within(x + width) - left, height: within(y + height) - top }
}

const within = (share: number): number => Math.round(1000 * Math.max(0, Math.min(1, share))) / 1000

/** The cells mapped onto the straightened page. */
function heatOf(
  { columns, rows, changed, onDocument, box }: TraceMap,
  page: PagePlace,
  copied: readonly TracePlace[],
): HeatMap {
  const height = Math.max(1, Math.round((HEAT_WIDTH * rows) / columns))
  const values = Float32Array.from({ length: HEAT_WIDTH * height }, (_, i) => {
    const share = { x: ((i % HEAT_WIDTH) + 0.5) / HEAT_WIDTH, y: (Math.floor(i / HEAT_WIDTH) + 0.5) / height }
    if (copied.some((place) => isIn(place, share))) return 1
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

const isIn = ({ x, y, width, height }: Box, point: Point): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height

/** The check for edits. */
export const traces: PageCheck<TraceMap> = {
  name: 'traces',
  nets: ['traces'],
  lookEarly: ({ nets }, { photo, quad }) => lookAtTraces(nets, photo, quad),
  async judgePage({ nets }, { bytes, photo, quad, turns, document, boxes, portrait, taught }, map) {
    const inPhoto = photoMap(document, quad, turns)
    const known = {
      map,
      face: portrait && shareOf(portrait.face, document),
      // Only a taught document may be approved by its look, so only then does it matter whether its values were copied.
      lines: taught && boxes.map((box) => mapQuad(box.quad, (corner) => applyHomography(inPhoto, corner))),
      isCrushed: isCrushed(bytes),
    }
    const { edits, editsUnjudged, camera, heat } = await judgeTraces(nets, { photo, quad, turns }, known)
    return {
      authenticity: { ...(edits && { edits }), ...(editsUnjudged && { editsUnjudged }), camera },
      ...(edits && heat && { heat: { map: heat, score: edits.score } }),
    }
  },
}
