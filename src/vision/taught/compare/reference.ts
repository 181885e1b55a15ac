import { type Homography, joinHomographies } from '../../picture/matrix.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import { REFERENCE_ACROSS } from '../limits.ts'
import type { ModelContent, ModelReference } from '../model.ts'
import { layOver, ownPixels, printSize, resampled, scaling } from '../print.ts'
import type { OwnMasks } from './cells.ts'
import { type Bands, cellGrid, type MeasuredPrint } from './measure-print.ts'

/** A model's reference, prepared for comparisons. */
export interface OpenReference
  extends Pick<
    MeasuredPrint,
    'width' | 'height' | 'bands' | 'wide' | 'channels' | 'ink' | 'blockInk' | 'dark' | 'edges'
  > {
  masks: OwnMasks
  /** The mean logarithm of the squares on genuine ones; by cell, then band. */
  power: Float32Array
  /** Red, green and blue; by cell. */
  colours: Float32Array
  /** How similar windows of genuine ones are to it, in hundredths; absent if it was taught with one picture. */
  confirmed?: Uint8Array
  /** Cells with portraits and signatures, whose ink is not letters. */
  pictures: Uint8Array
  kept: Omit<ModelReference, 'picture' | 'power' | 'colours'>
}

/** The own pixels at each band's size; the model stores them at the size of its small print. */
export function masksOf({ print, ratio }: Pick<ModelContent, 'print' | 'ratio'>, bands: Bands): OwnMasks {
  const small = printSize(ratio)
  const own = ownPixels(print, small)
  return bands.map((band) => resampled(own, small, band)) as unknown as OwnMasks
}

/** 1 for each cell that overlaps a portrait or a signature. */
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

/** The size of a reference made from a picture. */
export function referenceSize(ratio: number, across: number): Size {
  const width = 32 * Math.round(Math.max(REFERENCE_ACROSS.least, Math.min(REFERENCE_ACROSS.most, across)) / 32)
  return { width, height: Math.round(width / ratio) }
}

/** The photo that a page was cut from. */
export interface PageSource {
  photo: Picture
  /** Pixels of the page → pixels of the photo. */
  map: Homography
  /** Pixels of the photo along the document's long side. */
  across: number
  /** How much of the finest detail compression has removed, 0…1; 0 if unknown. */
  loss?: number
}

/** The page mapped onto a reference, from the photo's own pixels. `map`: pixels of the print → pixels of the page. */
export function layFine(size: Size, print: Size, map: Homography, { photo, map: toPhoto }: PageSource): Picture {
  return layOver(joinHomographies(toPhoto, joinHomographies(map, scaling(size, print))), size, photo)
}
