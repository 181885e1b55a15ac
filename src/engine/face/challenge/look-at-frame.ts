import { BROAD } from '../../../domain/face/challenge/seen.ts'
import type { Picture } from '../../picture/picture.ts'
import { resize } from '../../picture/resize.ts'

/** 64 × 64 single pixels: enough that the grain of two frames of one camera never agrees in all. */
const GRAIN = 64

/** A frame as what it shows and as its grain. */
export async function lookAtFrame(picture: Picture): Promise<{ broad: Uint8Array; grain: Uint8Array }> {
  const broad = resize(picture, BROAD).data
  const grain = Uint8Array.from({ length: GRAIN * GRAIN }, (_, i) => {
    const x = Math.floor((((i % GRAIN) + 0.5) * picture.width) / GRAIN)
    const y = Math.floor(((Math.floor(i / GRAIN) + 0.5) * picture.height) / GRAIN)
    return lumaAt(picture, y * picture.width + x)
  })
  return { broad, grain }
}

/** ITU-R BT.601 luma. */
function lumaAt({ data }: Picture, at: number): number {
  const [r, g, b] = [data[at * 3], data[at * 3 + 1], data[at * 3 + 2]] as [number, number, number]
  return Math.round(0.299 * r + 0.587 * g + 0.114 * b)
}
