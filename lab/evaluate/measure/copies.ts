import sharp, { type Sharp } from 'sharp'
import type { Random } from '../../../packages/specimen/src/random.ts'

type Change = (picture: Uint8Array, random: Random) => Promise<Uint8Array>

/** Changes to a picture so that it passes as another, each with a random strength in its range. */
export const COPIES = {
  compressed: (picture, random) =>
    sharp(picture)
      .jpeg({ quality: random.whole(40, 95) })
      .toBuffer(),
  scaled: async (picture, random) => {
    const { width } = await sharp(picture).metadata()
    return asJpeg(sharp(picture).resize({ width: Math.round(width * random.between(0.4, 2)) }))
  },
  lightened: (picture, random) => asJpeg(sharp(picture).linear(random.between(0.6, 1.4), random.between(-40, 40))),
  'of another gamma': (picture, random) => {
    const gamma = random.between(0.55, 1.8)
    return eachValue(picture, (value) => 255 * (value / 255) ** gamma)
  },
  'of another colour': (picture, random) =>
    asJpeg(
      sharp(picture).linear(
        [0, 1, 2].map(() => random.between(0.7, 1.2)),
        [0, 0, 0],
      ),
    ),
  mirrored: (picture) => asJpeg(sharp(picture).flop()),
  blurred: (picture, random) => asJpeg(sharp(picture).blur(random.between(0.6, 2))),
  noisy: (picture, random) => {
    const grain = random.between(3, 15)
    return eachValue(picture, (value) => value + grain * random.normal())
  },
  tilted: async (picture, random) => {
    const { width, height } = await sharp(picture).metadata()
    const turned = await sharp(picture).rotate(random.between(-5, 5), { background: '#777' }).toBuffer()
    const size = await sharp(turned).metadata()
    const part = { width: Math.round(width * 0.86), height: Math.round(height * 0.86) }
    const [left, top] = [(size.width - part.width) >> 1, (size.height - part.height) >> 1]
    return asJpeg(sharp(turned).extract({ left, top, ...part }))
  },
  cropped: (picture, random) => cropAtMost(picture, 0.2, random),
  stretched: async (picture, random) => {
    const { width, height } = await sharp(picture).metadata()
    return asJpeg(sharp(picture).resize({ width: Math.round(width * random.between(0.93, 1.07)), height, fit: 'fill' }))
  },
} satisfies Record<string, Change>

/** Three random changes, then strong compression, like pictures sent through messengers. */
export const severalChanges: Change = async (picture, random) => {
  const { compressed, stretched, ...others } = COPIES
  let changed = picture
  for (let step = 0; step < 3; step++) changed = await random.pick(Object.values<Change>(others))(changed, random)
  return sharp(changed)
    .jpeg({ quality: random.whole(40, 85) })
    .toBuffer()
}

/** Crops up to this fraction off each side. */
async function cropAtMost(picture: Uint8Array, share: number, random: Random): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const cut = (side: number) => Math.round(side * random.between(0, share))
  const [left, right, top, bottom] = [cut(width), cut(width), cut(height), cut(height)]
  return asJpeg(sharp(picture).extract({ left, top, width: width - left - right, height: height - top - bottom }))
}

const asJpeg = (picture: Sharp): Promise<Uint8Array> => picture.jpeg({ quality: 90 }).toBuffer()

async function eachValue(picture: Uint8Array, change: (value: number) => number): Promise<Uint8Array> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const changed = Uint8ClampedArray.from(data, change)
  return asJpeg(sharp(changed, { raw: info }))
}
