import { type Box, padBox } from '../../../../picture/box.ts'
import type { Picture, Point } from '../../../../picture/picture.ts'
import type { Quad } from '../../../../picture/quad.ts'
import {
  BEGINNING,
  FINE_PATTERN,
  GROWING,
  LEAST_PIXELS,
  LEAST_PLACE,
  MOST_DISTANCES,
  SAME_LETTER,
  SAME_SIZE,
} from '../limits.ts'
import { grainOf } from './grain.ts'
import { cutStrip, type Glyph, glyphsOf, type Strip } from './strip.ts'

/** Two places of the photo that share their noise. */
export interface Repeat {
  /** How far their noise agrees beyond what the patterns of a page explain, by the number of pixels. */
  strength: number
  places: [Box, Box]
}

/** A strip with its noise. */
interface Line extends Strip {
  grain: Float32Array
}

/** Sums over the background of two places. */
interface Sums {
  product: number
  first: number
  second: number
  pixels: number
}

/** How well one place of a strip agrees with another. */
interface Match {
  agreement: number
  sums: Sums
}

interface Pair extends Match {
  glyph: Glyph
  from: Line
  to: Line
  /** The offset from one place to the other. */
  by: Point
}

/** This number of pixels around a letter is compared as well. */
const AROUND = 5
/** The step by which a matching place is extended, in line heights. */
const STEP = 0.5
/** A step with fewer pixels of background says nothing. */
const LEAST_STEP = 20

/** For a document with more pixels along it, squares of several pixels are averaged: the cost grows with the area. */
const ACROSS = 1500

/**
 * Looks for places on lines of text that were copied within the picture. Letters of one kind look alike by design, so
 * they only show where to look; what decides is the noise of the background around them, which no two printed letters
 * share. `across`: pixels of the photo along the document.
 */
export function findRepeat(photo: Picture, quads: readonly Quad[], across: number): Repeat | undefined {
  const factor = Math.max(1, Math.round(across / ACROSS))
  const strips = quads.flatMap((quad) => cutStrip(photo, quad, factor) ?? [])
  const grains = grainOf(strips)
  const lines = strips.map((strip, i): Line => ({ ...strip, grain: grains[i] as Float32Array }))
  const grown = pairsOf(lines)
    .filter(isBeginning)
    .toSorted((a, b) => deviationsOf(b) - deviationsOf(a))
    .slice(0, BEGINNING.most)
    .map(grow)
    .filter(({ pixels }) => pixels >= LEAST_PLACE)
    .toSorted((a, b) => b.strength - a.strength)
  const found = grown.find((repeat) => !isPattern(repeat, grown))
  return (
    found && {
      strength: found.strength,
      places: [enlarged(found.places[0], factor), enlarged(found.places[1], factor)],
    }
  )
}

const deviationsOf = ({ agreement, sums }: Match): number => agreement * Math.sqrt(sums.pixels)
const isBeginning = (pair: Pair): boolean =>
  pair.agreement >= BEGINNING.agreement && deviationsOf(pair) >= BEGINNING.deviations

function pairsOf(lines: readonly Line[]): Pair[] {
  const glyphs = lines.flatMap(glyphsOf)
  const pairs: Pair[] = []
  for (let i = 0; i < glyphs.length; i++) {
    const glyph = glyphs[i] as Glyph
    const from = lines[glyph.strip] as Line
    for (let j = i + 1; j < glyphs.length; j++) {
      const other = glyphs[j] as Glyph
      if (!isAlike(glyph, other)) continue
      const to = lines[other.strip] as Line
      const dx = Math.round(other.x + other.width / 2 - glyph.x - glyph.width / 2)
      const dy = Math.round(other.y + other.height / 2 - glyph.y - glyph.height / 2)
      // Skips the same letter in two lines that overlap, and the letter next to it.
      const isNear =
        Math.abs(to.x - from.x + dx) < 1.6 * glyph.width && Math.abs(to.y - from.y + dy) < 1.6 * glyph.height
      if (isNear) continue
      const by = { x: dx, y: dy }
      const match = matchAt(from, to, padBox(glyph, AROUND), by)
      if (match.sums.pixels >= LEAST_PIXELS) pairs.push({ ...match, glyph, from, to, by })
    }
  }
  return pairs
}

function isAlike(one: Glyph, other: Glyph): boolean {
  if (Math.abs(one.width - other.width) > Math.max(1, SAME_SIZE * one.width)) return false
  if (Math.abs(one.height - other.height) > Math.max(1, SAME_SIZE * one.height)) return false
  let like = 0
  for (let k = 0; k < one.look.length; k++) like += (one.look[k] as number) * (other.look[k] as number)
  return like >= SAME_LETTER
}

function matchAt(from: Line, to: Line, box: Box, by: Point): Match {
  const sums = sumsOf(from, to, box, by)
  return { sums, agreement: agreementOf(sums) }
}

const agreementOf = ({ product, first, second }: Sums): number => product / Math.sqrt(first * second + 1e-6)

function sumsOf(from: Line, to: Line, box: Box, { x: dx, y: dy }: Point): Sums {
  const left = Math.max(0, box.x, -dx)
  const right = Math.min(from.width, box.x + box.width, to.width - dx)
  const top = Math.max(0, box.y, -dy)
  const bottom = Math.min(from.height, box.y + box.height, to.height - dy)
  let product = 0
  let first = 0
  let second = 0
  let pixels = 0
  for (let y = top; y < bottom; y++) {
    let j = (y + dy) * to.width + dx + left
    for (let i = y * from.width + left, end = y * from.width + right; i < end; i++, j++) {
      if (from.ground[i] === 0 || to.ground[j] === 0) continue
      const one = from.grain[i] as number
      const other = to.grain[j] as number
      product += one * other
      first += one * one
      second += other * other
      pixels++
    }
  }
  return { product, first, second, pixels }
}

interface Grown extends Repeat {
  pixels: number
  by: Point
}

/** Extends the match along the line from a letter, in both directions, as long as the surroundings agree too. */
function grow(pair: Pair): Grown {
  const { glyph, from, to, sums, by } = pair
  const total = { ...sums }
  const step = Math.max(6, Math.round(STEP * from.lineHeight))
  const [start, length] = from.runsAcross ? [glyph.x, glyph.width] : [glyph.y, glyph.height]
  const ends = { low: start - AROUND, high: start + length + AROUND }
  const window = windowOf(pair, step)
  for (const direction of ['high', 'low'] as const) {
    let edge = ends[direction]
    // A step that is all ink has nothing to compare: the next one may agree again.
    for (let missed: Sums[] = []; missed.length < 3; ) {
      const box = window(direction === 'high' ? edge : edge - step)
      edge += direction === 'high' ? step : -step
      if (edge < -step || edge > (from.runsAcross ? from.width : from.height) + step) break
      const match = matchAt(from, to, box, by)
      if (match.sums.pixels >= LEAST_STEP && match.agreement < GROWING) break
      missed.push(match.sums)
      if (match.sums.pixels < LEAST_STEP) continue
      for (const each of missed) addTo(total, each)
      missed = []
      ends[direction] = edge
    }
  }
  const agreement = agreementOf(total)
  const place = placeOf(pair, ends)
  const apart = { x: to.x - from.x + by.x, y: to.y - from.y + by.y }
  return {
    strength: (agreement - FINE_PATTERN) * Math.sqrt(total.pixels),
    pixels: total.pixels,
    places: [place, { ...place, x: place.x + apart.x, y: place.y + apart.y }],
    by: apart,
  }
}

/** A part of the line, as high as the letter and its margin. */
function windowOf({ glyph, from }: Pair, step: number): (at: number) => Box {
  const around = Math.round(0.4 * from.lineHeight)
  return (at) =>
    from.runsAcross
      ? { x: at, y: glyph.y - around, width: step, height: glyph.height + 2 * around }
      : { x: glyph.x - around, y: at, width: glyph.width + 2 * around, height: step }
}

function placeOf({ glyph, from }: Pair, { low, high }: { low: number; high: number }): Box {
  return from.runsAcross
    ? { x: from.x + low, y: from.y + glyph.y, width: high - low, height: glyph.height }
    : { x: from.x + glyph.x, y: from.y + low, width: glyph.width, height: high - low }
}

function addTo(total: Sums, sums: Sums): void {
  total.product += sums.product
  total.first += sums.first
  total.second += sums.second
  total.pixels += sums.pixels
}

/** Whether a place overlaps its own copy, or matches places at other distances equally well. */
function isPattern({ strength, places, by }: Grown, all: readonly Grown[]): boolean {
  if (overlap(...places)) return true
  const distances: Point[] = []
  for (const other of all) {
    if (other.strength < 0.5 * strength || !places.some((one) => other.places.some((two) => overlap(one, two))))
      continue
    const isKnown = [by, ...distances].some(
      (known) => Math.abs(known.x - other.by.x) <= 4 && Math.abs(known.y - other.by.y) <= 4,
    )
    if (!isKnown) distances.push(other.by)
  }
  return distances.length >= MOST_DISTANCES
}

const enlarged = ({ x, y, width, height }: Box, factor: number): Box => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
})

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
