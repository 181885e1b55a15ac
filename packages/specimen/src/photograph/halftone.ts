import { type Canvas, createCanvas, type Image, ImageData } from '@napi-rs/canvas'
import type { Random } from '../random.ts'

/** The effect of a copier or printer on a picture. Tones are 0..1. */
export interface Machine {
  inks: 'grey' | 'colour'
  /** Clustered dots on a grid, like toner, or single scattered drops, like ink. */
  dots: 'clustered' | 'scattered'
  /** Pixels of the fine canvas between dots. */
  period: number
  /** Blur of its scanner, in pixels of the picture. */
  scan: number
  contrast: number
  lift: number
  saturation: number
  /** Tint of paper and inks, a factor for each colour. */
  cast: readonly [number, number, number]
  /** Darkness of the darkest ink. */
  black: number
}

/** Canvas pixels per pixel of the picture: dots are finer than the picture's pixels. */
export const FINE = 2

/** The picture printed on paper in dots of ink. */
export function halftone(picture: Image, machine: Machine, random: Random): Canvas {
  const [width, height] = [picture.width * FINE, picture.height * FINE]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.filter = `blur(${machine.scan * FINE}px)`
  context.drawImage(picture, 0, 0, width, height)
  context.filter = 'none'
  const { data } = context.getImageData(0, 0, width, height)
  const limits =
    machine.inks === 'grey' ? [limitsFor(machine, 0.79, random)] : ANGLES.map((a) => limitsFor(machine, a, random))
  const seen = machine.inks === 'grey' ? inGrey : inColour
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) seen(data, at, ((y & MASK) * TILE) | (x & MASK), machine, limits)
  }
  context.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas
}

/** Cyan, magenta, yellow, black: the usual angles, which separate the colours' dots. */
const ANGLES = [0.26, 1.31, 0, 0.79] as const
/** The red, green and blue that each ink leaves: real inks are not pure colours. */
const CYAN = [0.1, 0.62, 0.86] as const
const MAGENTA = [0.82, 0.16, 0.45] as const
const YELLOW = [0.97, 0.9, 0.18] as const
const TILE = 128
const MASK = TILE - 1

function inGrey(data: Uint8ClampedArray, at: number, cell: number, machine: Machine, [limits]: Float32Array[]): void {
  const value = 0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number)
  const toner = covered(1 - toned(value, machine), limits?.[cell] as number)
  for (let channel = 0; channel < 3; channel++)
    data[at + channel] = 255 * (machine.cast[channel] as number) * (1 - toner * (1 - machine.black))
}

function inColour(data: Uint8ClampedArray, at: number, cell: number, machine: Machine, limits: Float32Array[]): void {
  const mean = 0.3 * (data[at] as number) + 0.59 * (data[at + 1] as number) + 0.11 * (data[at + 2] as number)
  const wanted = (channel: number) =>
    1 - toned(mean + ((data[at + channel] as number) - mean) * machine.saturation, machine)
  const [red, green, blue] = [wanted(0), wanted(1), wanted(2)]
  // Half of what all three share is printed in black instead.
  const key = Math.min(red, green, blue) * 0.5
  const cyan = covered(red - key, limits[0]?.[cell] as number)
  const magenta = covered(green - key, limits[1]?.[cell] as number)
  const yellow = covered(blue - key, limits[2]?.[cell] as number)
  const black = 1 - covered(key, limits[3]?.[cell] as number) * (1 - machine.black)
  for (let channel = 0; channel < 3; channel++) {
    const light = 255 * (machine.cast[channel] as number) * black
    data[at + channel] =
      light * left(cyan, CYAN, channel) * left(magenta, MAGENTA, channel) * left(yellow, YELLOW, channel)
  }
}

function left(ink: number, colour: readonly number[], channel: number): number {
  return 1 - ink * (1 - (colour[channel] as number))
}

function toned(value: number, { contrast, lift }: Machine): number {
  return Math.max(0, Math.min(1, (value / 255 - 0.5) * contrast + 0.5 + lift))
}

/** The inked fraction of the spot: dots have soft edges, and the palest tones are not printed at all. */
function covered(ink: number, limit: number): number {
  return ink < 0.015 ? 0 : Math.max(0, Math.min(1, (ink - limit) * 5 + 0.5))
}

/** The tone from which each spot of a tile is inked. */
function limitsFor({ dots, period }: Machine, angle: number, random: Random): Float32Array {
  const tile = dots === 'clustered' ? clustered(period, angle) : scattered(period, random)
  const order = [...tile.keys()].toSorted((a, b) => (tile[a] as number) - (tile[b] as number))
  const limits = new Float32Array(tile.length)
  // By rank, so that a tone of one half inks half of the spots.
  for (const [rank, spot] of order.entries()) limits[spot] = (rank + 0.5) / order.length
  return limits
}

function clustered(period: number, angle: number): Float32Array {
  // Whole numbers of periods in the tile, so that it has no seam.
  const [u, v] = [Math.round((TILE / period) * Math.cos(angle)), Math.round((TILE / period) * Math.sin(angle))]
  return eachSpot((x, y) => {
    const turn = (2 * Math.PI) / TILE
    return Math.cos((x * u + y * v) * turn) + Math.cos((y * u - x * v) * turn)
  })
}

/** Noise without low frequencies: drops keep their distance. */
function scattered(period: number, random: Random): Float32Array {
  const noise = eachSpot(() => random.next())
  const reach = Math.max(1, Math.round(period / 3))
  const fine = mean(noise, Math.max(0, reach - 1))
  const wide = mean(noise, reach * 2)
  return fine.map((value, spot) => value - (wide[spot] as number))
}

function mean(tile: Float32Array, reach: number): Float32Array {
  if (reach === 0) return tile
  const along = (from: Float32Array, step: (x: number, y: number, by: number) => number) =>
    eachSpot((x, y) => {
      let sum = 0
      for (let by = -reach; by <= reach; by++) sum += from[step(x, y, by)] as number
      return sum
    })
  const rows = along(tile, (x, y, by) => y * TILE + ((x + by) & MASK))
  return along(rows, (x, y, by) => ((y + by) & MASK) * TILE + x).map((sum) => sum / (2 * reach + 1) ** 2)
}

function eachSpot(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: TILE * TILE }, (_, spot) => value(spot & MASK, Math.floor(spot / TILE)))
}
