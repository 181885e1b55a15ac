import type { ModelContent, ModelReference } from '../../../domain/document/model.ts'
import type { Place } from '../../../domain/document/place.ts'
import { decode } from '../../picture/decode.ts'
import type { Size } from '../../picture/picture.ts'
import type { Greys } from '../greys.ts'
import { ownPixels, printSize } from '../print.ts'
import type { Bands } from './bands.ts'
import type { Channels } from './channels.ts'
import type { OwnMasks } from './compare-cells.ts'
import { type ConfirmedWindows, windowGrid } from './local-likeness.ts'
import { cellGrid, measurePrint } from './measure-print.ts'

/** Across, a reference has no more pixels than this: the lines of a guilloche are three pixels wide then. */
const MOST_ACROSS = 1600
/** And no fewer: a smaller one is of no use. */
const LEAST_ACROSS = 640

/** A model's reference, ready to be compared with. */
export interface OpenReference extends Size {
  bands: Bands
  wide: Greys
  channels: Channels
  masks: OwnMasks
  /** By cell, then band: the mean logarithm of the squares of what genuine ones show. */
  power: Float32Array
  /** By cell: red, green and blue. */
  colours: Float32Array
  /** By cell: pixels of ink, of own print. */
  ink: Float32Array
  blockInk: Float32Array
  /** By cell: darkness of ink, and how often it changes along a row. */
  dark: Float32Array
  edges: Float32Array
  /** How alike windows of genuine ones are to it; absent where it was taught with one picture. */
  firm?: ConfirmedWindows
  /** Where the portrait is. */
  portrait?: Place
  /** Cells with portraits and signatures, whose ink is no letter. */
  pictures: Uint8Array
  /** Cells whose place the pictures do not agree on. */
  loose: Uint8Array
  kept: ModelReference
}

export async function openReference(content: ModelContent): Promise<OpenReference | undefined> {
  const { reference, zones } = content
  if (!reference) return undefined
  const picture = await decode(Buffer.from(reference.picture, 'base64'))
  const { bands, wide, channels, ink, blockInk, dark, edges } = measurePrint(picture)
  const confirmed = reference.firm === undefined ? undefined : Buffer.from(reference.firm, 'base64')
  const { columns, rows } = windowGrid(picture)
  return {
    width: picture.width,
    height: picture.height,
    bands,
    wide,
    channels,
    masks: masksOf(content, bands),
    power: Float32Array.from(int16(reference.power), (value) => value / POWER_STEPS),
    colours: Float32Array.from(Buffer.from(reference.colours, 'base64')),
    ink,
    blockInk,
    dark,
    edges,
    ...(confirmed?.length === columns * rows && { firm: Uint8Array.from(confirmed) }),
    ...portraitOf(zones),
    pictures: pictureCells(zones, picture),
    loose: looseCells(reference, picture),
    kept: reference,
  }
}

function looseCells({ loose }: ModelReference, size: Size): Uint8Array {
  const { columns, rows } = cellGrid(size)
  const cells = new Uint8Array(columns * rows)
  if (loose) cells.set(Buffer.from(loose, 'base64').subarray(0, cells.length))
  return cells
}

/** Whole numbers stand for so many parts of one. */
const POWER_STEPS = 100

export const packPower = (power: Float32Array): string =>
  Buffer.from(Int16Array.from(power, (value) => Math.round(POWER_STEPS * value)).buffer).toString('base64')

function int16(text: string): Int16Array {
  const bytes = Buffer.from(text, 'base64')
  return new Int16Array(Uint8Array.from(bytes).buffer)
}

/** The own pixels at each band's size; the model has them at the size of its small print. */
export function masksOf({ print, ratio }: Pick<ModelContent, 'print' | 'ratio'>, bands: Bands): OwnMasks {
  const small = printSize(ratio)
  const own = ownPixels(print, small)
  return bands.map(({ width, height }) => {
    const mask = new Uint8Array(width * height)
    for (let y = 0, at = 0; y < height; y++) {
      const row = Math.min(small.height - 1, Math.floor(((y + 0.5) * small.height) / height)) * small.width
      for (let x = 0; x < width; x++, at++) {
        mask[at] = own[row + Math.min(small.width - 1, Math.floor(((x + 0.5) * small.width) / width))] as number
      }
    }
    return mask
  }) as unknown as OwnMasks
}

export function portraitOf(zones: ModelContent['zones']): Pick<OpenReference, 'portrait'> {
  const zone = zones.find(({ name }) => name === 'portrait')
  return zone ? { portrait: zone.box } : {}
}

/** 1 for each cell that a portrait or a signature reaches into. */
export function pictureCells(zones: ModelContent['zones'], size: Size): Uint8Array {
  const { columns, rows } = cellGrid(size)
  const cells = new Uint8Array(columns * rows)
  for (const { name, box } of zones) {
    if (name !== 'portrait' && name !== 'ghostPortrait' && name !== 'signature') continue
    const [left, right] = [Math.floor(box.x * columns), Math.ceil((box.x + box.width) * columns)]
    const [top, bottom] = [Math.floor(box.y * rows), Math.ceil((box.y + box.height) * rows)]
    for (let row = Math.max(0, top); row < Math.min(rows, bottom); row++) {
      cells.fill(1, row * columns + Math.max(0, left), row * columns + Math.min(columns, right))
    }
  }
  return cells
}

/** How large a reference made of a picture is. */
export function referenceSize(ratio: number, across: number): Size {
  const width = 32 * Math.round(Math.max(LEAST_ACROSS, Math.min(MOST_ACROSS, across)) / 32)
  return { width, height: Math.round(width / ratio) }
}
