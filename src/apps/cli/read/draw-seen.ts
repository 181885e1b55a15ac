import sharp from 'sharp'
import type { Place } from '../../../formats/place.ts'
import { applyHomography, fitHomography } from '../../../vision/picture/matrix.ts'
import { partsOf, type Seen, type SeenPart } from './seen.ts'

interface Point {
  x: number
  y: number
}

const COLOUR: Record<SeenPart['kind'] | 'outline', string> = {
  outline: '#17c964',
  field: '#2f7ef7',
  mrz: '#f5a524',
  barcode: '#a855f7',
  portrait: '#06b6d4',
  head: '#17c964',
  trace: '#f31260',
  hint: '#f31260',
}

/**
 * Draws outline, fields, MRZ, barcode, portrait, traces and hints on the picture, each with its number in the table. The
 * numbers are strokes, since a bare machine has no fonts.
 */
export async function drawSeen(picture: Uint8Array, seen: Seen, format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const { data, info } = await sharp(picture).rotate().toBuffer({ resolveWithObject: true })
  return sharp(data)
    .composite([{ input: Buffer.from(overlayOf(seen, info)), top: 0, left: 0 }])
    .toFormat(format)
    .toBuffer()
}

/** What is drawn over a picture of that size, as SVG. */
export function overlayOf(seen: Seen, { width, height }: { width: number; height: number }): string {
  const line = Math.max(2, Math.max(width, height) / 500)
  const outline = seen.is === 'document' ? seen.found.outline : undefined
  const toPixels = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  const onPage = fromPage(outline)
  const shapes = partsOf(seen).flatMap(({ kind, place, on }, index) => {
    if (!place) return []
    const corners = cornersOf(place).map((corner) => toPixels(on === 'page' ? onPage(corner) : corner))
    return [{ shape: polygon(corners, COLOUR[kind], line), label: label(index + 1, corners, COLOUR[kind], line) }]
  })
  const frame = outline ? [polygon(outline.map(toPixels), COLOUR.outline, line * 1.5)] : []
  const drawn = [...frame, ...shapes.map(({ shape }) => shape), ...shapes.map(({ label }) => label)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`
}

/** From shares of the straightened page to shares of the picture. Without an outline the page is the whole picture. */
function fromPage(outline: readonly Point[] | undefined): (share: Point) => Point {
  const map = outline && fitHomography(cornersOf({ x: 0, y: 0, width: 1, height: 1 }), outline)
  return map ? (share) => applyHomography(map, share) : (share) => share
}

const cornersOf = ({ x, y, width, height }: Place): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

const polygon = (corners: readonly Point[], colour: string, line: number): string =>
  `<polygon points="${pointsOf(corners)}" fill="none" stroke="${colour}" stroke-width="${line.toFixed(1)}"/>`

const pointsOf = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

/** The number in a box above the top left corner. */
function label(number: number, corners: readonly Point[], colour: string, line: number): string {
  const digits = [...String(number)]
  const [size, gap] = [line * 4, line * 2]
  const width = digits.length * (size + gap) + gap
  const left = Math.max(0, Math.min(...corners.map(({ x }) => x)))
  const top = Math.max(0, Math.min(...corners.map(({ y }) => y)) - size * 2 - gap * 2)
  const box = `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${(size * 2 + gap * 2).toFixed(1)}" fill="${colour}"/>`
  const strokes = digits.map((digit, index) => {
    const place = `translate(${(left + gap + index * (size + gap)).toFixed(1)} ${(top + gap).toFixed(1)}) scale(${size})`
    return `<path d="${STROKES[digit]}" transform="${place}" fill="none" stroke="#fff" stroke-width="${line / size}"/>`
  })
  return box + strokes.join('')
}

/** Digits as paths in a cell of 1 by 2. */
const STROKES: Readonly<Record<string, string>> = {
  0: 'M0 0H1V2H0Z',
  1: 'M.5 0V2',
  2: 'M0 0H1V1H0V2H1',
  3: 'M0 0H1V2H0M0 1H1',
  4: 'M0 0V1H1M1 0V2',
  5: 'M1 0H0V1H1V2H0',
  6: 'M1 0H0V2H1V1H0',
  7: 'M0 0H1V2',
  8: 'M0 1V0H1V2H0V1H1',
  9: 'M1 1H0V0H1V2H0',
}
