import { type Canvas, type Image, loadImage } from '@napi-rs/canvas'
import { type Random, random } from '../random.ts'
import { FINE, halftone, type Machine } from './halftone.ts'
import { layOnPaper } from './paper.ts'
import { type Photograph, type PhotographOptions, type Subject, shoot } from './photograph.ts'
import { drawOnScreen } from './screen.ts'

export const ATTACKS = ['screen', 'grey-copy', 'colour-copy', 'print'] as const
/** Ways to show something that is not the original document. */
export type Attack = (typeof ATTACKS)[number]

/** A photograph of the document's reproduction of the given kind. */
export async function attack(kind: Attack, picture: Uint8Array, options: PhotographOptions = {}): Promise<Photograph> {
  return shoot(await reproduce(kind, picture, options.seed), options)
}

/** The document's reproduction of the given kind, before any camera. */
export async function reproduce(
  kind: Attack,
  picture: Uint8Array,
  seed: number | string = 1,
  grid?: number,
): Promise<Subject> {
  const image = await loadImage(Buffer.from(picture))
  switch (kind) {
    case 'screen':
      return onScreen(image, random(`screen/${seed}`), grid)
    case 'grey-copy':
      return copied(image, 'grey', random(`grey copy/${seed}`))
    case 'colour-copy':
      return copied(image, 'colour', random(`colour copy/${seed}`))
    case 'print':
      return printed(image, random(`print/${seed}`))
  }
}

/** The picture on a display: stripes of its pixels, moiré with the camera's pixels, bezel, gamma, reflections. */
function onScreen(image: Image, source: Random, grid?: number): Subject {
  const { canvas, part } = drawOnScreen(image, source, grid)
  return { canvas, part, aliased: true }
}

/** A copy on plain paper: toner dots, light tones lost or dulled, dust, streaks. */
function copied(image: Image, ink: 'grey' | 'colour', source: Random): Subject {
  const copy = halftone(image, copier(ink, source), source)
  dust(copy, source)
  return layOnPaper(copy, source)
}

/** An ink-jet print: scattered drops, a smaller gamut, banding from the passes of the head. */
function printed(image: Image, source: Random): Subject {
  const print = halftone(image, printer(source), source)
  bands(print, source)
  return layOnPaper(print, source)
}

/** Drawn pages have 12 to 15 pixels per millimetre, so 4 to 8.5 fine ones are screens of 75 to 175 lines per inch. */
function copier(inks: Machine['inks'], source: Random): Machine {
  return {
    inks,
    dots: source.next() < 0.75 ? 'clustered' : 'scattered',
    period: source.between(4, 8.5),
    scan: source.between(0.5, 1.3),
    contrast: source.between(0.85, 1.4),
    lift: source.between(-0.02, 0.1),
    saturation: source.between(0.6, 1.05),
    cast: paperWhite(source, 0.03),
    black: source.between(0.08, 0.24),
  }
}

function printer(source: Random): Machine {
  return {
    inks: 'colour',
    dots: source.next() < 0.75 ? 'scattered' : 'clustered',
    period: source.between(3, 7),
    scan: source.between(0.4, 1),
    contrast: source.between(0.75, 1.1),
    lift: source.between(-0.04, 0.08),
    saturation: source.between(0.65, 1.1),
    cast: paperWhite(source, 0.05),
    black: source.between(0.14, 0.32),
  }
}

function paperWhite(source: Random, spread: number): [number, number, number] {
  const light = source.between(0.9, 0.98)
  return [light + source.between(-spread, spread / 2), light, light + source.between(-spread, spread / 2)]
}

function dust(canvas: Canvas, source: Random): void {
  const context = canvas.getContext('2d')
  for (let speck = source.whole(20, 200); speck > 0; speck--) {
    context.fillStyle = `rgba(30,30,30,${source.between(0.2, 0.7)})`
    const size = source.between(0.6, 2.6) * FINE
    context.fillRect(source.between(0, canvas.width), source.between(0, canvas.height), size, size)
  }
  for (let streak = source.whole(0, 4); streak > 0; streak--) {
    context.fillStyle = `rgba(40,40,40,${source.between(0.04, 0.16)})`
    context.fillRect(source.between(0, canvas.width), 0, source.between(1, 5) * FINE, canvas.height)
  }
}

/** Each pass of the head ends in a line slightly lighter or darker than the rest. */
function bands(canvas: Canvas, source: Random): void {
  const context = canvas.getContext('2d')
  const pass = source.between(16, 50) * FINE
  const depth = source.between(0.02, 0.12)
  for (let y = source.between(0, pass); y < canvas.height; y += pass) {
    const tone = source.next() < 0.6 ? 255 : 40
    context.fillStyle = `rgba(${tone},${tone},${tone},${depth * source.between(0.3, 1)})`
    context.fillRect(0, y, canvas.width, source.between(1, 4) * FINE)
  }
}
