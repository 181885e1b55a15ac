import { OPERATING_POINT } from '../../domain/decision/rule.ts'
import type { ReferenceProperties, ReferenceReading, TracePlace } from '../../domain/document/document.ts'
import type { HeatMap } from '../document/draw-heat-map.ts'
import type { Box } from '../picture/box.ts'
import { findComponents } from '../picture/components.ts'
import { applyHomography, type Homography, invertHomography } from '../picture/matrix.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { judgeCoarsely } from './judge-coarsely.ts'
import { mapBox, placeOf, printSize } from './print.ts'
import type { Recognised } from './recognise.ts'
import { compareCells } from './reference/compare-cells.ts'
import { differenceOf } from './reference/difference.ts'
import { isTooCoarse, scoreOfAll } from './reference/doubts.ts'
import { layFine, type PageSource } from './reference/lay-fine.ts'
import { layoutDifference, layoutOf } from './reference/layout.ts'
import { measurePrint } from './reference/measure-print.ts'
import { propertiesOf } from './reference/properties.ts'
import type { OpenReference } from './reference/reference.ts'

interface Reference {
  trace: ReferenceReading
  /** Where the page differs, over the page as it is. */
  heat: HeatMap
}

/** What was found on a page besides its print: lines of text and the face of the portrait, in its pixels. */
interface FoundOnPage {
  lines: readonly Box[]
  face: Box | undefined
}

/** Does the document look like its model? Undefined when light or size leave too little to say. */
export function judgeReference(
  recognised: Recognised,
  reference: OpenReference | undefined,
  page: Picture,
  source: PageSource,
  found: FoundOnPage,
): Reference | undefined {
  const { model, map } = recognised
  const print = printSize(model.content.ratio)
  const judged: Judged | undefined = reference
    ? judgeFinely(reference, print, map, source, found)
    : judgeCoarsely(recognised, page, source.across)
  if (!judged) return undefined
  const { properties, heat } = judged
  const scores = Object.values(properties).filter((score) => score !== null)
  if (!scores.length) return undefined
  const score = Math.min(...scores, judged.together ?? 100)
  // What was hardly recognised can speak against a page, not for it; and neither where the page does not lie on its reference.
  if (!recognised.isSure && (score > OPERATING_POINT || judged.liesOn === false)) return undefined
  // Where several properties are only together too far off, the weakest of them are named.
  const named = Math.max(OPERATING_POINT, Math.min(...scores))
  const about = score > OPERATING_POINT ? [] : PROPERTIES.filter((name) => (properties[name] ?? 101) <= named)
  const places = about.length ? placesOf(heat, about, map, print, page) : []
  return {
    trace: {
      model: model.id,
      score,
      properties,
      ...(judged.isTooCoarse && { isTooCoarse: true as const }),
      ...(places.length ? { places } : {}),
    },
    heat: onPage(heat, map, print, page),
  }
}

const PROPERTIES: readonly (keyof ReferenceProperties)[] = ['pattern', 'colours', 'print', 'layout', 'fonts']

/** Letters so much alike are the same ones at the same place: a page with another background still has them. */
const LIES_ON = 0.6

interface Judged {
  properties: ReferenceProperties
  heat: HeatMap
  /** What all properties say together; absent where that is not known. */
  together?: number | undefined
  /** Absent where only the small print was compared. */
  liesOn?: boolean
  /** Are there too few pixels for the fine pattern? */
  isTooCoarse?: boolean
}

function judgeFinely(
  reference: OpenReference,
  print: Size,
  map: Homography,
  source: PageSource,
  found: FoundOnPage,
): Judged {
  const page = measurePrint(layFine(reference, print, map, source))
  const compared = compareCells(reference.bands, reference.masks, page.bands)
  const difference = differenceOf(reference, page, compared)
  const layout = layoutDifference(reference.kept, layoutOf(found, invertHomography(map), print))
  const coarser = Math.log(reference.width / source.across)
  const { loss = 0 } = source
  const properties = propertiesOf(reference.kept, difference, layout, coarser, loss)
  return {
    properties,
    together: scoreOfAll(reference.kept, difference, coarser, properties, loss),
    heat: { width: compared.columns, height: compared.rows, values: smoothed(difference.heat, compared) },
    liesOn: (difference.print?.like ?? 0) >= LIES_ON,
    isTooCoarse: isTooCoarse(coarser),
  }
}

/** A cell alone says little. */
function smoothed(heat: Float32Array, { columns, rows }: { columns: number; rows: number }): Float32Array {
  return heat.map((_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        sum += heat[y * columns + x] as number
        count++
      }
    }
    return sum / count
  })
}

const HOT = 0.45
const LEAST_HOT = 6
const MOST_PLACES = 5

/** Where it differs most, each place with what is wrong there. */
function placesOf(heat: HeatMap, about: readonly string[], map: Homography, print: Size, page: Size): TracePlace[] {
  const hot = Array.from(heat.values, (value) => (value > HOT ? 1 : 0))
  const [across, down] = [print.width / heat.width, print.height / heat.height]
  const places = findComponents(hot, heat, 'sides')
    .filter(({ cells }) => cells.length >= LEAST_HOT)
    .toSorted((a, b) => b.cells.length - a.cells.length)
    .slice(0, MOST_PLACES)
    .map(({ box: { x, y, width, height } }) =>
      placeOf(mapBox(map, { x: x * across, y: y * down, width: width * across, height: height * down }), page),
    )
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  const found = places.length ? places : [whole]
  return about
    .flatMap((name, i) => ({ ...(found[i] ?? found[0] ?? whole), about: name }))
    .concat(found.slice(about.length).map((place) => ({ ...place, about: about[0] ?? '' })))
}

/** The heat of the print as it lies on the page. */
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
