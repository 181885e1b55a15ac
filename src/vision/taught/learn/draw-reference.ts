import type { Box } from '../../picture/box.ts'
import { toJpeg } from '../../picture/decode.ts'
import { type Homography, invertHomography } from '../../picture/matrix.ts'
import { type ComparedCells, compareCells, GRAIN, isWashed, LEAST_OWN } from '../compare/cells.ts'
import { type Difference, differenceOf, inkOf, layoutDifference, linesOn } from '../compare/difference.ts'
import { median, quantile } from '../compare/means.ts'
import { BANDS, COLOURED, type MeasuredPrint, measurePrint } from '../compare/measure-print.ts'
import { packPower } from '../compare/open-reference.ts'
import {
  layFine,
  masksOf,
  type OpenReference,
  type PageSource,
  pictureCells,
  referenceSize,
} from '../compare/reference.ts'
import { confirmedWindows, localDifference, mostAlike, type Windows, windowsOf } from '../compare/windows.ts'
import { type MeasureName, SAME_CARD, TOO_SOFT_TO_TEACH } from '../limits.ts'
import type { ModelContent, ModelReference } from '../model.ts'
import { printSize } from '../print.ts'
import { filled } from './draw-print.ts'

/** A picture of the document, with its map from the print. */
interface LaidPage {
  source: PageSource
  /** Pixels of the print → pixels of the page. */
  map: Homography
  lines: readonly Box[]
}

interface DrawnReference {
  reference: ModelReference
  /** How each picture differs from the first; the first from itself. */
  differences: Difference[]
}

const QUALITY = 90

/**
 * The first page's print at its full resolution, with what all of them show of it; undefined without letters to
 * measure.
 */
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
  const ink = inkOf(whole, pictures)
  if (!ink) return undefined
  const masks = masksOf(content, whole.bands)
  const picture = filled(base, masks[0])
  const own = measurePrint(picture)
  const measured = [whole, ...pages.slice(1).map((page) => measurePrint(layFine(size, print, page.map, page.source)))]
  const compared = measured.map(({ bands }) => compareCells(own.bands, masks, bands))
  const isOwn = (cell: number) => ((compared[0] as ComparedCells).own[cell] as number) >= LEAST_OWN
  const lines = pages.map((page) => linesOn(page.lines, invertHomography(page.map), print))
  const power = usualPower(compared, measured, pictures, ink)
  const colours = meanColours(measured, isOwn)
  const kept = {
    ink: ink.map(rounded),
    lines: (lines[0] ?? []).map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
  }
  const open: OpenReference = { ...own, masks, power, colours: Float32Array.from(colours), pictures, kept }
  const shown = measured.map((page, i) => {
    const cells = compared[i] as ComparedCells
    const layout = layoutDifference(kept, lines[i] ?? [])
    return { difference: differenceOf(open, page, cells, layout), windows: windowsOf(open, page, cells) }
  })
  const others = ofOtherCards(comparableAmong(shown.slice(1)))
  const confirmed = confirmedWindows(
    others.flatMap(({ windows }) => windows ?? []),
    mostAlike({ ...size, wide: own.wide, masks }),
  )
  const withWindows = others.map(({ difference, windows }) => {
    const { other: _, covered, ...local } = (confirmed && windows && localDifference(confirmed, windows, size)) ?? {}
    return { ...difference, measures: { ...difference.measures, ...local } }
  })
  const differences = shown.map(({ difference }) => difference)
  return {
    reference: {
      picture: Buffer.from(await toJpeg(picture, QUALITY)).toString('base64'),
      power: packPower(power),
      colours: Buffer.from(colours).toString('base64'),
      ...kept,
      ...(confirmed && { firm: Buffer.from(confirmed).toString('base64') }),
      ...spreadOf(differences, withWindows),
    },
    differences,
  }
}

/** How much the taught pictures differ from the reference; unknown with one picture. */
function spreadOf(
  all: readonly Difference[],
  comparable: readonly Difference[],
): Pick<ModelReference, 'spread' | 'alike' | 'layout'> {
  if (all.length < 2) return {}
  const most = (from: readonly Difference[], name: MeasureName): number =>
    rounded(Math.max(0, ...from.map(({ measures }) => measures[name] ?? 0)))
  const counted = [...all.slice(0, 1), ...comparable]
  const others = all.slice(1)
  return {
    layout: { elsewhere: most(others, 'elsewhere') },
    alike: {
      pattern: rounded(1 - leastAlike(others.flatMap(({ measures }) => measures.same ?? []))),
      print: rounded(1 - leastAlike(others.flatMap(({ measures }) => measures.like ?? []))),
      fallen: most(comparable, 'fallen'),
      area: most(comparable, 'area'),
    },
    spread: {
      pictures: comparable.length,
      softer: rounded(Math.max(0, ...counted.map(({ softer }) => softer))),
      weight: most(counted, 'weight'),
      pattern: most(counted, 'soft'),
      faded: most(counted, 'faded'),
      inks: most(counted, 'inks'),
    },
  }
}

/** For a few pictures the largest difference counts, for many the 75th percentile: one may be a poor picture. */
const leastAlike = (differences: readonly number[]): number =>
  differences.length
    ? -quantile(
        differences.map((value) => -value),
        0.25,
      )
    : 0

/** The taught pictures that show how genuine ones differ: without those much softer than the others, unless all are. */
function comparableAmong<Each extends { difference: Difference }>(others: readonly Each[]): readonly Each[] {
  const comparable = others.filter(({ difference }) => difference.softer <= TOO_SOFT_TO_TEACH)
  return comparable.length ? comparable : others
}

/**
 * Without pictures of the same card as the first picture: they do not show how cards differ, and genuine ones would be
 * expected to be more similar than they are. If most pictures would be left out, the others are the poor ones.
 */
export function ofOtherCards<Each extends { windows: Windows | undefined }>(
  pictures: readonly Each[],
): readonly Each[] {
  const alike = pictures.map(({ windows }) => {
    const seen = windows ? Array.from(windows).filter((likeness) => likeness > 0) : []
    return seen.length ? median(seen) : 0
  })
  const least = Math.min(...alike)
  const others = pictures.filter((_, i) => {
    const own = alike[i] as number
    return own <= SAME_CARD.alike || own <= least + SAME_CARD.more
  })
  return others.length >= pictures.length / 2 ? others : pictures
}

/** The median over the pictures, by cell and band; pictures in which the light washed it out are ignored. */
function usualPower(
  compared: readonly ComparedCells[],
  measured: readonly MeasuredPrint[],
  pictures: Uint8Array,
  ink: readonly number[],
): Float32Array {
  const [first] = compared as [ComparedCells]
  // Detail that is weaker because a picture is less sharp than the first is not a difference of print.
  const allowed = measured.map((each) =>
    (inkOf(each, pictures) ?? ink).map((value, b) => Math.min(0, value - (ink[b] as number))),
  )
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

/** Only of the document's own cells: nothing is kept of the holder's cells. */
function meanColours(measured: readonly MeasuredPrint[], isOwn: (cell: number) => boolean): Uint8Array {
  const [first] = measured as [MeasuredPrint]
  return Uint8Array.from(first.colours, (_, i) =>
    isOwn(Math.floor(i / 3)) ? mean(measured.map(({ colours }) => (colours[i] as number) / COLOURED)) : 0,
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const rounded = (value: number): number => Math.round(10_000 * value) / 10_000
