import { layoutOf } from '../../catalogue/catalogue.ts'
import { type Box, boundsOf } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import { type Column, findColumns } from '../../text/columns.ts'
import type { TextBox } from '../../text/find-text.ts'
import { levelBoxOf } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'

/** Reading is the most expensive step, so lines are read in two rounds, and lines that cannot help are not read. */
export interface ReadingPlan {
  /** Lines with the shape of an MRZ's, top to bottom. */
  mrz: Quad[]
  /** Titles and country names: together with the MRZ they are enough to identify the document. */
  titles: Quad[]
  /** Text that runs down the page: titles of Japanese cards, numbers along an edge. */
  columns: Column[]
  rest: Quad[]
  /** Lines so small that few of them can be read: at best the labels of a large page. */
  small: Quad[]
}

/** Lines lower than this (as a share of the width) are rarely values; on a large page they are its labels. */
const SMALL = 14 / 1200
/** Width over height of one or two letters: the text finder crops them tightly, so they are lower than other lines. */
const LETTERS = 2
/** Capitals of six pixels cannot be read. */
const MIN_HEIGHT = 9 / 1200
/** Titles are in the upper quarter of every document in the catalogue. */
const TITLE_ZONE = 0.26
/** An MRZ line is at least half as wide as its document and 14 times as wide as high. */
const MRZ_WIDTH = 0.5
const MRZ_RATIO = 14

export function planReading(boxes: readonly TextBox[], size: Size, face: Box | undefined): ReadingPlan {
  const high = boxes.map(({ quad }) => quad).filter((quad) => boundsOf(quad).height >= MIN_HEIGHT * size.width)
  const inFace = face ? high.filter((quad) => isIn(boundsOf(quad), face)) : []
  const legible = inFace.length > MOST_IN_FACE ? high : high.filter((quad) => !inFace.includes(quad))
  const isSmall = (quad: Quad) => {
    const { width, height } = boundsOf(quad)
    return height < SMALL * size.width && width > LETTERS * height
  }
  const { columns, across: quads } = findColumns(legible.filter((quad) => !isSmall(quad)))
  const isMrz = (quad: Quad) => {
    const { width, height } = levelBoxOf(quad)
    return width > MRZ_WIDTH * size.width && width > MRZ_RATIO * height
  }
  const isTitle = (quad: Quad) => {
    const { y, height } = boundsOf(quad)
    return y + height / 2 < TITLE_ZONE * size.height
  }
  return {
    mrz: quads.filter(isMrz),
    titles: quads.filter((quad) => !isMrz(quad) && isTitle(quad)),
    columns,
    rest: quads.filter((quad) => !isMrz(quad) && !isTitle(quad)),
    small: legible.filter(isSmall),
  }
}

/**
 * Splits the lines into those where the catalogue expects a value and the others. All are needed if it has no places.
 */
export function chooseLines(
  rest: readonly Quad[],
  kind: Classification | undefined,
  size: Size,
): { wanted: Quad[]; spare: Quad[] } {
  const layout = kind && layoutOf(kind)
  const regions = Object.values(layout?.fields ?? {}).flatMap((place) => (place ? [place.region] : []))
  if (!regions.length) return { wanted: [...rest], spare: [] }
  const inPlace = (quad: Quad) => {
    const box = boundsOf(quad)
    const left = box.x / size.width
    const middle = (box.y + box.height / 2) / size.height
    return regions.some(([x, y, width, height]) => left >= x && left < x + width && middle >= y && middle < y + height)
  }
  return { wanted: rest.filter(inPlace), spare: rest.filter((quad) => !inPlace(quad)) }
}

/** Patterns of hair and clothes are mistaken for lines; a "face" with more of them is an emblem behind the text. */
const MOST_IN_FACE = 4

const isIn = ({ x, y, width, height }: Box, face: Box): boolean =>
  x > face.x - 0.2 * face.width &&
  x + width < face.x + 1.2 * face.width &&
  y > face.y - 0.2 * face.height &&
  y + height < face.y + 1.2 * face.height
