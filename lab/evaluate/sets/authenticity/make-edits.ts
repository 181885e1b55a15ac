import sharp, { type Sharp } from 'sharp'
import type { Box } from '../../../../src/vision/picture/box.ts'

/**
 * A genuine picture, the positions of its portrait and one printed value, and another picture of the same document
 * type.
 */
export interface Canvas {
  picture: Uint8Array
  portrait: Box
  value: Box
  donor: { picture: Uint8Array; portrait: Box; value: Box }
}

type Edit = (canvas: Canvas) => Promise<Uint8Array>

const QUALITY = 92

/** A part of the picture as a separate picture. */
const cut = (picture: Uint8Array, { x, y, width, height }: Box) =>
  sharp(picture)
    .extract({ left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) })
    .png()
    .toBuffer()

/** Pasted over a part, stretched to fit it. */
async function lay(picture: Uint8Array, patch: Uint8Array, place: Box, soft = 0): Promise<Uint8Array> {
  const [width, height] = [Math.round(place.width), Math.round(place.height)]
  const fitted = sharp(patch).resize(width, height, { fit: 'fill', kernel: 'cubic' }).ensureAlpha()
  const input = soft
    ? await fitted
        .composite([{ input: await softMask(width, height, soft), blend: 'dest-in' }])
        .png()
        .toBuffer()
    : await fitted.png().toBuffer()
  return sharp(picture)
    .composite([{ input, left: Math.round(place.x), top: Math.round(place.y) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

const softMask = (width: number, height: number, soft: number) =>
  sharp({ create: { width: width - 2 * soft, height: height - 2 * soft, channels: 4, background: '#fff' } })
    .extend({ top: soft, bottom: soft, left: soft, right: soft, background: { r: 255, g: 255, b: 255, alpha: 0 } })
    .blur(soft / 2)
    .png()
    .toBuffer()

/** The part is cropped, modified, and pasted back. */
const worked =
  (place: 'portrait' | 'value', work: (patch: Sharp) => Sharp): Edit =>
  async (canvas) => {
    const patch = await work(sharp(await cut(canvas.picture, canvas[place]))).toBuffer()
    return lay(canvas.picture, patch, canvas[place])
  }

/** Letters drawn by a program over a filled background. */
const lettering = (width: number, height: number, text: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="4" y="${height * 0.78}" font-family="sans-serif" font-size="${height * 0.72}" fill="#222">${text}</text></svg>`,
  )

const TEXT = 'NOBODY 1999'

/** Edits by method. None of them was inspected when the limits were chosen. */
export const EDITS: Record<string, Edit> = {
  'portrait spliced': async ({ picture, portrait, donor }) =>
    lay(picture, await cut(donor.picture, donor.portrait), portrait),
  'portrait blended': async ({ picture, portrait, donor }) =>
    lay(picture, await cut(donor.picture, donor.portrait), portrait, 8),
  'portrait of lower quality': async ({ picture, portrait, donor }) => {
    const patch = await sharp(await cut(donor.picture, donor.portrait))
      .jpeg({ quality: 60 })
      .toBuffer()
    return lay(picture, patch, portrait)
  },
  'portrait sharpened': worked('portrait', (patch) => patch.sharpen({ sigma: 1.2 })),
  'value spliced': async ({ picture, value, donor }) => lay(picture, await cut(donor.picture, donor.value), value),
  'value cloned': async ({ picture, value }) =>
    lay(picture, await cut(picture, { ...value, y: value.y - value.height - 7 }), value),
  'value resized': worked('value', (patch) => patch.resize({ width: 260, kernel: 'cubic' })),
  'value inpainted': async ({ picture, value }) => {
    const ground = await sharp(await cut(picture, value))
      .median(15)
      .blur(6)
      .toBuffer()
    return lay(picture, ground, value)
  },
  'value rewritten': async ({ picture, value }) => {
    const [width, height] = [Math.round(value.width), Math.round(value.height)]
    const ground = await sharp(await cut(picture, value))
      .median(15)
      .blur(6)
      .composite([{ input: lettering(width, height, TEXT) }])
      .png()
      .toBuffer()
    return lay(picture, ground, value)
  },
  'value without noise': worked('value', (patch) => patch.median(5)),
  'value of lower quality': worked('value', (patch) => patch.jpeg({ quality: 50 })),
}

/** A line of text copied over another of similar length; undefined if there are no two such lines. */
export async function copyLine(picture: Uint8Array, lines: readonly Box[]): Promise<Uint8Array | undefined> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const values = lines.filter((line) => line.width > 0.08 * width && line.width < width / 3)
  const isOver = (from: Box, to: Box) =>
    Math.min(from.x, from.y, to.x, to.y) >= 0 &&
    Math.abs(from.y - to.y) > from.height &&
    from.width > 0.8 * to.width &&
    from.width < 1.6 * to.width &&
    to.x + from.width < width &&
    to.y + from.height < height
  for (const from of values) {
    const to = values.find((other) => isOver(from, other))
    if (to) return lay(picture, await cut(picture, from), { ...from, x: to.x, y: to.y })
  }
  return undefined
}

/** Processing of genuine pictures in transit: none of it is an edit. */
export const RESAVED: Record<string, (picture: Uint8Array) => Promise<Uint8Array>> = {
  'saved at quality 75': (picture) => sharp(picture).jpeg({ quality: 75 }).toBuffer(),
  'shrunk to 75 %, quality 80': async (picture) => {
    const { width = 0 } = await sharp(picture).metadata()
    return sharp(picture)
      .resize({ width: Math.round(0.75 * width) })
      .jpeg({ quality: 80 })
      .toBuffer()
  },
  'sharpened as a whole': (picture) => sharp(picture).sharpen({ sigma: 1 }).jpeg({ quality: QUALITY }).toBuffer(),
  'cleaned of noise as a whole': (picture) => sharp(picture).median(3).jpeg({ quality: QUALITY }).toBuffer(),
}
