import type { Place } from '../../formats/place.ts'
import type { HeatMap } from '../document/draw-heat-map.ts'
import type { ReferenceProperties, ReferenceReading, TracePlace } from '../document/page-reading.ts'
import { OPERATING_POINT } from '../operating-point.ts'
import type { Box } from '../picture/box.ts'
import { findComponents } from '../picture/components.ts'
import { boxBlur } from '../picture/greys.ts'
import { applyHomography, type Homography, invertHomography } from '../picture/matrix.ts'
import type { Size } from '../picture/picture.ts'
import { compareCells } from './compare/cells.ts'
import { type Difference, differenceOf, layoutDifference, linesOn } from './compare/difference.ts'
import { isTooCoarse, judgeDifference, type Seen } from './compare/judge.ts'
import { cellGrid, measurePrint } from './compare/measure-print.ts'
import { layFine, type OpenReference, type PageSource } from './compare/reference.ts'
import { boxOf, mapBox, placeOf, printSize } from './print.ts'
import type { Recognised } from './recognise.ts'

interface Reference {
  trace: ReferenceReading
  /** Where the page differs, mapped to the page. */
  heat: HeatMap
}

/** How a page differs from its reference, and how well the picture shows it. `lines`: boxes of text, in page pixels. */
export function comparePage(
  { model, map }: Pick<Recognised, 'model' | 'map'>,
  reference: OpenReference,
  source: PageSource,
  lines: readonly Box[],
): { difference: Difference; seen: Seen } {
  const print = printSize(model.content.ratio)
  const page = measurePrint(layFine(reference, print, map, source))
  const compared = compareCells(reference.bands, reference.masks, page.bands)
  const layout = layoutDifference(reference.kept, linesOn(lines, invertHomography(map), print))
  return {
    difference: differenceOf(reference, page, compared, layout),
    seen: { coarser: Math.log(reference.width / source.across), loss: source.loss ?? 0 },
  }
}

/** Does the document look like its model? Undefined when light or size leave too little evidence. */
export function judgeReference(
  recognised: Recognised,
  reference: OpenReference,
  page: Size,
  source: PageSource,
  lines: readonly Box[],
): Reference | undefined {
  const { model, map } = recognised
  const { difference, seen } = comparePage(recognised, reference, source, lines)
  const verdict = judgeDifference(reference.kept, difference, seen)
  const properties = model.content.reference ? verdict.properties : withoutPattern(verdict.properties)
  const scores = Object.values(properties).filter((score) => score !== null)
  if (!scores.length) return undefined
  const score = Math.min(...scores, verdict.score)
  // A document that was recognised with low confidence can only give evidence against a page; the same if the page is
  // not aligned with its reference.
  if (!recognised.isSure && (score > OPERATING_POINT || !verdict.liesOn)) return undefined
  // If several properties are only too far off in combination, the weakest of them are named.
  const named = Math.max(OPERATING_POINT, Math.min(...scores))
  const about = score > OPERATING_POINT ? [] : PROPERTIES.filter((name) => (properties[name] ?? 101) <= named)
  const print = printSize(model.content.ratio)
  const { columns: width, rows: height } = cellGrid(reference)
  const cell = { width: print.width / width, height: print.height / height }
  const onPageAt = (box: Box): Place => placeOf(mapBox(map, boxOf(box, cell)), page)
  // A single cell is weak evidence.
  const heat = boxBlur({ width, height, values: difference.heat }, 1)
  const hot = Uint8Array.from(heat.values, (value) => (value > HOT ? 1 : 0))
  const places = about.length ? placesOf(areasOf(hot, heat).map(onPageAt), about) : []
  const [hidden] = areasOf(difference.hidden, heat)
  return {
    trace: {
      model: model.id,
      score,
      properties,
      ...(isTooCoarse(seen) && { isTooCoarse: true as const }),
      ...(hidden && { hidden: onPageAt(hidden) }),
      ...(places.length ? { places } : {}),
    },
    heat: onPage(heat, map, print, page),
  }
}

const PROPERTIES: readonly (keyof ReferenceProperties)[] = ['pattern', 'colours', 'print', 'layout', 'fonts']

/** A small print does not show the fine pattern: it can only give evidence against a page. */
const withoutPattern = (properties: ReferenceProperties): ReferenceProperties => ({
  ...properties,
  pattern: (properties.pattern ?? 100) > OPERATING_POINT ? null : properties.pattern,
})

const HOT = 0.45
const LEAST_CELLS = 6
const MOST_PLACES = 5

/** Areas of adjacent marked cells, largest first. */
const areasOf = (marked: Uint8Array, grid: Size): Box[] =>
  findComponents(marked, grid, 'sides')
    .filter(({ cells }) => cells.length >= LEAST_CELLS)
    .toSorted((a, b) => b.cells.length - a.cells.length)
    .map(({ box }) => box)

/** The places that differ most, each with what is wrong there. */
function placesOf(areas: readonly Place[], about: readonly string[]): TracePlace[] {
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  const found = areas.length ? areas.slice(0, MOST_PLACES) : [whole]
  return about
    .flatMap((name, i) => ({ ...(found[i] ?? found[0] ?? whole), about: name }))
    .concat(found.slice(about.length).map((place) => ({ ...place, about: about[0] ?? '' })))
}

/** The heat map of the print mapped to the page. */
function onPage(heat: HeatMap, map: Homography, print: Size, page: Size): HeatMap {
  const back = invertHomography(map)
  const [width, height] = [heat.width * 2, heat.height * 2]
  const values = Float32Array.from({ length: width * height }, (_, i) => {
    const share = { x: ((i % width) + 0.5) / width, y: (Math.floor(i / width) + 0.5) / height }
    const { x, y } = applyHomography(back, { x: share.x * page.width, y: share.y * page.height })
    const [column, row] = [Math.floor((x * heat.width) / print.width), Math.floor((y * heat.height) / print.height)]
    const isOn = column >= 0 && row >= 0 && column < heat.width && row < heat.height
    return isOn ? (heat.values[row * heat.width + column] as number) : 0
  })
  return { width, height, values }
}
