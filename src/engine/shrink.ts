import sharp from 'sharp'
import type { Picture } from './picture.ts'

/** As fitWithin does, by the picture library: for whole photos, where it is several times quicker. */
export async function shrinkWithin(picture: Picture, side: number): Promise<{ picture: Picture; scale: number }> {
  const { width, height, data } = picture
  const scale = Math.min(1, side / Math.max(width, height))
  if (scale === 1) return { picture, scale }
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { picture: { ...size, data: small }, scale }
}
