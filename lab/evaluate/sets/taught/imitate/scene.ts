import type { Box } from '../../../../../src/vision/picture/box.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { boxMask, inkMask, mixed } from './plane.ts'

/** A genuine page, rectified, as a forger would use it. */
export interface Scene {
  page: Picture
  /** Pixels of the page for one of a page 1,000 pixels across. */
  scale: number
  /** Lines of text, and the portrait if there is one. */
  lines: readonly Box[]
  portrait: Box | undefined
  seed: number
}

type Family = 'softened' | 'reprinted' | 'moved' | 'inked' | 'coloured' | 'processed' | 'spliced'

/** One way to imitate a document. */
export interface Method {
  name: string
  family: Family
  /** No limit was chosen on it; reported separately. */
  isApart?: true
  make(scene: Scene): Promise<Picture>
}

/** The background changed; dark ink and portrait unchanged, as a forger sets them over it. */
export async function behindInk({ page, scale, portrait }: Scene, background: Picture): Promise<Picture> {
  const ink = await inkMask(page, scale)
  const kept = boxMask(page, portrait ? [portrait] : [])
  return mixed(
    background,
    page,
    ink.map((share, i) => Math.max(share, kept[i] as number)),
  )
}

export const inside = ({ x, y, width, height }: Box, u: number, v: number): boolean =>
  u >= x && v >= y && u < x + width && v < y + height
