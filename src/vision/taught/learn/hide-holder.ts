import { VISUAL_FIELDS } from '../../../formats/document-words.ts'
import { type Box, overlapOf, padBox } from '../../picture/box.ts'
import { findComponents } from '../../picture/components.ts'
import { boxBlur, greysOf } from '../../picture/greys.ts'
import type { Picture } from '../../picture/picture.ts'
import { averageBlocks } from '../../picture/resize.ts'
import type { TextLine } from '../../text/read-text.ts'
import { hide, placeOf } from '../print.ts'
import { stretch } from './find-named.ts'
import type { StudiedPage } from './study-page.ts'

/** The margin around a value, in shares of its height: a line's box already has some, and its label is close. */
const AROUND = 0.08
/** The margin around portraits and similar zones, in shares of the page's width. */
const AROUND_ZONE = 0.006

/**
 * The places of a page that are the holder's: portraits, signature, MRZ, barcode, the named values, and every line that
 * is not certainly print of the document itself. One line too many costs little; one line too few would store someone's
 * data.
 */
export function holderPlaces(page: StudiedPage, named: readonly Box[]): Box[] {
  const own = ownLines(page, named).map(({ box }) => padBox(box, INK_AROUND * box.height))
  const { document, faces, portrait, ghostPortrait, signature, mrz, barcode } = page
  const zones = [...faces, ...[portrait, ghostPortrait, signature, mrz, barcode].filter((box) => box !== undefined)]
  return [
    ...page.unread,
    ...zones.map((box) => padBox(box, AROUND_ZONE * document.width)),
    ...named.map((box) => padBox(box, AROUND * box.height)),
    ...findInk(page.document, own).map((box) => padBox(box, AROUND_ZONE * document.width)),
    ...page.lines.flatMap((line, i) => valuesIn(page, line, i)).map((box) => padBox(box, AROUND * box.height)),
  ]
}

/** The margin around a line that contains its own letters. */
const INK_AROUND = 0.25

/** The reader is more confident than this of nearly all print, except for scripts that it does not know. */
const MIN_CONFIDENCE = 0.5
/** The maximum probability that a word is a value rather than print. For a whole line the net is more confident. */
const MAX_VALUE = 0.3
const OWN_LINE = 0.25
/** A run of digits this long is not a label. */
const NUMBER = /\d[\d\s./-]{3,}/

const FOREIGN = /[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

const VALUES: readonly string[] = [...VISUAL_FIELDS, 'other_value', 'zone', 'extra']

/** The parts of a line that may be the holder's. */
function valuesIn({ roles }: StudiedPage, { text, box, confidence }: TextLine, line: number): Box[] {
  // The net that separates values from print only knows Latin letters.
  if (!text.trim() || confidence < MIN_CONFIDENCE || FOREIGN.test(text)) return [box]
  const valueShare = (start: number, end: number): number => {
    const said = roles.rolesOf(line, start, end)
    return said.size ? VALUES.reduce((sum, name) => sum + (said.get(name) ?? 0), 0) : 1
  }
  const isValue = (start: number, end: number): boolean => valueShare(start, end) > MAX_VALUE
  if (valueShare(0, text.length) < OWN_LINE && !NUMBER.test(text)) return []
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const held = words.filter(({ start, end }) => isValue(start, end) || NUMBER.test(text.slice(start, end)))
  if (!held.length) return []
  if (held.length === words.length || isValue(0, text.length)) return [box]
  // One more character on both sides: the characters of a line do not all have the same width.
  return held.map(({ start, end }) => stretch(box, text, Math.max(0, start - 1), Math.min(text.length, end + 1)))
}

/** Lines that are entirely the document's own and do not overlap a named value. */
const ownLines = (page: StudiedPage, named: readonly Box[]): TextLine[] =>
  page.lines.filter(
    (line, i) =>
      line.text.trim().length > 1 &&
      !valuesIn(page, line, i).length &&
      !named.some((box) => overlapOf(box, line.box) > NAMED),
  )

/** The share of overlap that counts: a label's box may touch the value's. */
const NAMED = 0.2

/** The factor of the reduction: a pen's stroke is still one pixel wide. */
const FACTOR = 3
/** Ink is darker than its surroundings by this number of levels, and without colour. */
const DARKER = 28
const COLOURLESS = 50
/** The radius of the surroundings, in pixels of the smaller picture. */
const COMPARED_WITHIN = 10
/** A signature is at least this share of the page wide, filling little of its box; an emblem fills more. */
const WIDE = 0.035
const FILLED = 0.5

/** Black strokes on a page outside of the given boxes: signatures, and stamps over the print. */
function findInk(page: Picture, except: readonly Box[]): Box[] {
  const small = averageBlocks(page, FACTOR)
  const { width, height } = small
  const greys = greysOf(small)
  const around = boxBlur(greys, COMPARED_WITHIN).values
  const ink = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < ink.length; i++, at += 3) {
    const [red, green, blue] = [small.data[at] as number, small.data[at + 1] as number, small.data[at + 2] as number]
    const colour = Math.max(red, green, blue) - Math.min(red, green, blue)
    ink[i] = (around[i] as number) - (greys.values[i] as number) > DARKER && colour < COLOURLESS ? 1 : 0
  }
  for (const box of except) hide(ink, placeOf(box, page), small)
  // Strokes by one hand are close together.
  const near = boxBlur({ width, height, values: Float32Array.from(ink) }, 1).values
  return findComponents(
    near.map((share) => (share > 0 ? 1 : 0)),
    small,
    'corners',
  )
    .filter(({ box, cells }) => {
      const inked = cells.reduce((sum, cell) => sum + (ink[cell] as number), 0)
      return box.width > WIDE * width && inked < FILLED * box.width * box.height
    })
    .map(({ box }) => ({
      x: box.x * FACTOR,
      y: box.y * FACTOR,
      width: box.width * FACTOR,
      height: box.height * FACTOR,
    }))
}
