import type { ModelContent, ModelReference } from '../../../domain/document/model.ts'
import type { Box } from '../../picture/box.ts'
import { toJpeg } from '../../picture/decode.ts'
import { type Homography, invertHomography } from '../../picture/matrix.ts'
import type { Point } from '../../picture/point.ts'
import { printSize } from '../print.ts'
import { BANDS } from '../reference/bands.ts'
import { type ComparedCells, compareCells, LEAST_OWN } from '../reference/compare-cells.ts'
import { differenceOf } from '../reference/difference.ts'
import { spreadOf, tellingOf } from '../reference/doubts.ts'
import { median, quantile } from '../reference/fit.ts'
import { inkOf, strokeOf } from '../reference/ink.ts'
import { layFine, type PageSource } from '../reference/lay-fine.ts'
import { type LayoutDifference, layoutDifference, layoutOf, type PageLayout } from '../reference/layout.ts'
import { isWashed, windowsFor } from '../reference/light.ts'
import { confirmedWindows, type LocalDifference, localDifference, mostAlike } from '../reference/local-likeness.ts'
import { CELL, type MeasuredPrint, measurePrint } from '../reference/measure-print.ts'
import { portraitGrain } from '../reference/portrait-grain.ts'
import {
  masksOf,
  type OpenReference,
  packPower,
  pictureCells,
  portraitOf,
  referenceSize,
} from '../reference/reference.ts'
import { filled } from './draw-print.ts'
import { ofOtherCards } from './other-cards.ts'

/** A picture of the document, and how it lies over the print. */
interface LaidPage {
  source: PageSource
  /** Pixels of the print → pixels of the page. */
  map: Homography
  lines: readonly Box[]
  face: Box | undefined
}

export interface DrawnReference {
  reference: ModelReference
  /** Of each picture, how it compares with the first; the first with itself. */
  alike: {
    pattern: number | undefined
    print: number | undefined
    varies: number | undefined
    colours: number | undefined
  }[]
}

const QUALITY = 90
/** Every second pixel of every second row is added up. */
const LOOKED_AT = (CELL * CELL) / 4
/** Grain of a camera, in squared grey levels. */
const GRAIN = 0.05

/** The first page's print at its full resolution, with what all of them show of it; undefined where there are no letters to measure by. */
export async function drawReference(
  content: Pick<ModelContent, 'print' | 'ratio' | 'zones'>,
  pages: readonly LaidPage[],
): Promise<DrawnReference | undefined> {
  const [first] = pages as [LaidPage]
  const print = printSize(content.ratio)
  const size = referenceSize(content.ratio, first.source.across)
  const pictures = pictureCells(content.zones, size)
  const base = layFine(size, print, first.map, first.source)
  const whole = measurePrint(base)
  const masks = masksOf(content, whole.bands)
  const picture = filled(base, masks[0])
  const measured = [whole, ...pages.slice(1).map((page) => measurePrint(layFine(size, print, page.map, page.source)))]
  const own = measurePrint(picture)
  const compared = measured.map(({ bands }) => compareCells(own.bands, masks, bands))
  const ink = inkOf(whole, pictures)
  if (!ink) return undefined
  // What a picture shows less for being less sharp than the first is no difference of print.
  const allowed = measured.map((each) =>
    (inkOf(each, pictures) ?? ink).map((value, b) => Math.min(0, value - (ink[b] as number))),
  )
  const power = usualPower(compared, allowed, measured)
  const isOwn = (cell: number) => ((compared[0] as ComparedCells).own[cell] as number) >= LEAST_OWN
  const values = Array.from(pictures, (_, cell) => cell).filter((cell) => !isOwn(cell) && !pictures[cell])
  const layouts = pages.map((page) => layoutOf(page, invertHomography(page.map), print))
  const reference: ModelReference = {
    picture: Buffer.from(await toJpeg(picture, QUALITY)).toString('base64'),
    power: packPower(power),
    colours: Buffer.from(meanColours(measured, isOwn)).toString('base64'),
    ink: ink.map(rounded),
    stroke: strokeIn(measured, values),
    lines: (layouts[0]?.lines ?? []).map(roundedPoint),
    ...faceOf(layouts.flatMap(({ face }) => face ?? [])),
  }
  const open: OpenReference = {
    ...size,
    bands: own.bands,
    wide: own.wide,
    channels: own.channels,
    masks,
    power,
    colours: Float32Array.from(meanColours(measured, isOwn)),
    ink: own.ink,
    blockInk: own.blockInk,
    dark: own.dark,
    edges: own.edges,
    ...portraitOf(content.zones),
    pictures,
    loose: new Uint8Array(pictures.length),
    kept: reference,
  }
  const differences = measured.map((page, i) => differenceOf(open, page, compared[i] as ComparedCells))
  const alike = differences.map(({ pattern, print: fixed, colours }) => ({
    pattern: pattern?.same,
    print: fixed?.like,
    varies: pattern && Math.max(Math.abs(pattern.soft), Math.abs(pattern.faint)),
    colours: colours?.uneven,
  }))
  const others = differences.slice(1)
  const comparable = ofOtherCards(
    tellingOf(
      others.map((difference, i) => ({
        difference,
        windows: windowsFor(open, measured[i + 1] as MeasuredPrint, compared[i + 1] as ComparedCells),
      })),
    ),
  )
  const confirmed = confirmedWindows(
    comparable.flatMap(({ windows }) => windows ?? []),
    mostAlike({ ...size, wide: own.wide, mask: masks[1] }),
  )
  const locals = comparable.map(({ windows }) => confirmed && windows && localDifference(confirmed, windows, size))
  const spread =
    comparable.length > 0
      ? {
          pictures: comparable.length,
          ...spreadOf([
            ...differences.slice(0, 1),
            ...comparable.map(({ difference }, i) => ({ ...difference, ...(locals[i] && { local: locals[i] }) })),
          ]),
        }
      : undefined
  const loose = Uint8Array.from(pictures, (_, cell) =>
    others.length && others.filter(({ moved }) => moved.includes(cell)).length >= others.length / 2 ? 1 : 0,
  )
  return {
    reference: {
      ...reference,
      ...(loose.includes(1) ? { loose: Buffer.from(loose).toString('base64') } : {}),
      ...(spread && { spread }),
      ...(confirmed && { firm: Buffer.from(confirmed).toString('base64') }),
      ...layoutSpread(reference, layouts.slice(1)),
      ...(hasDots(open, measured) && grainOf(differences.flatMap(({ grain }) => grain ?? []))),
      ...alikeOf(alike.slice(1), locals),
    },
    alike,
  }
}

/** By cell and band the middle of what the pictures show; where the light took it away, a picture has no say. */
function usualPower(
  compared: readonly ComparedCells[],
  allowed: readonly (readonly number[])[],
  measured: readonly MeasuredPrint[],
): Float32Array {
  const [first] = compared as [ComparedCells]
  return first.page.map((own, at) => {
    const cell = Math.floor(at / BANDS)
    const shown = compared.flatMap(({ page }, i) =>
      i > 0 && isWashed(measured[i] as MeasuredPrint, measured[0] as MeasuredPrint, cell)
        ? []
        : [Math.log((page[at] as number) + GRAIN) - (allowed[i]?.[at % BANDS] as number)],
    )
    return shown.length ? median(shown) : Math.log(own + GRAIN)
  })
}

/** Of the document's own cells: what is in the holder's is not kept. */
function meanColours(measured: readonly MeasuredPrint[], isOwn: (cell: number) => boolean): Uint8Array {
  const [first] = measured as [MeasuredPrint]
  return Uint8Array.from(first.colours, (_, i) =>
    isOwn(Math.floor(i / 3)) ? mean(measured.map(({ colours }) => (colours[i] as number) / LOOKED_AT)) : 0,
  )
}

function strokeIn(measured: readonly MeasuredPrint[], values: readonly number[]): number | null {
  const strokes = measured.flatMap((page) => strokeOf(page, values) ?? [])
  return strokes.length ? rounded(mean(strokes)) : null
}

/** The middle one counts: on one picture of several another face may have been found, that of a second portrait. */
function faceOf(faces: readonly Point[]): Pick<ModelReference, 'face'> {
  if (!faces.length) return {}
  const middle = faces.length < 3 ? mean : median
  return { face: roundedPoint({ x: middle(faces.map(({ x }) => x)), y: middle(faces.map(({ y }) => y)) }) }
}

/** The logarithm of the grain of a portrait, in grey levels: with less it has no dots, and a photograph shows the camera's. */
const LEAST_DOTS = 0

function hasDots({ portrait }: OpenReference, measured: readonly MeasuredPrint[]): boolean {
  const dots = portrait ? measured.flatMap((page) => portraitGrain(page, portrait) ?? []) : []
  return dots.length > 0 && median(dots) > LEAST_DOTS
}

/** How the portraits are printed, and by how much they vary; of one picture the holder may be an unusual one. */
function grainOf(grains: readonly number[]): Pick<ModelReference, 'grain'> {
  if (grains.length < 2) return {}
  const usual = mean(grains)
  return {
    grain: { usual: rounded(usual), varies: rounded(mean(grains.map((grain) => Math.abs(grain - usual)))) },
  }
}

/** By how much the other pictures differ in layout from the first. */
function layoutSpread(
  reference: Pick<ModelReference, 'lines' | 'face'>,
  others: readonly PageLayout[],
): Pick<ModelReference, 'layout'> {
  if (!others.length) return {}
  const differences = others.map((each) => layoutDifference(reference, each))
  const most = (of: keyof LayoutDifference) => rounded(Math.max(0, ...differences.map((each) => each[of] ?? 0)))
  return { layout: { lines: most('lines'), elsewhere: most('elsewhere'), face: most('face') } }
}

/** Of few pictures the one that is least alike counts, of many the last of three quarters of them: one of them may be a poor one. */
const LEAST_ALIKE = 0.25

/** With one picture nothing is known of how alike genuine ones are. */
function alikeOf(
  all: DrawnReference['alike'],
  locals: readonly (LocalDifference | undefined)[],
): Pick<ModelReference, 'alike'> {
  const most = (of: 'fallen' | 'area') => rounded(Math.max(0, ...locals.map((local) => local?.[of] ?? 0)))
  const [patterns, prints] = [all.flatMap(({ pattern }) => pattern ?? []), all.flatMap(({ print }) => print ?? [])]
  const varies = all.flatMap((each) => each.varies ?? [])
  const colours = all.flatMap((each) => each.colours ?? [])
  return patterns.length && prints.length
    ? {
        alike: {
          pattern: rounded(quantile(patterns, LEAST_ALIKE)),
          print: rounded(quantile(prints, LEAST_ALIKE)),
          varies: rounded(median(varies)),
          ...(colours.length && { colours: rounded(median(colours)) }),
          fallen: most('fallen'),
          area: most('area'),
        },
      }
    : {}
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (value: number): number => Math.round(10_000 * value) / 10_000
const roundedPoint = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) })
