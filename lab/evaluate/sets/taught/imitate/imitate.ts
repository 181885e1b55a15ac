import { boundsOf } from '../../../../../src/vision/picture/box.ts'
import { boxBlur } from '../../../../../src/vision/picture/greys.ts'
import { applyHomography, quadToRect } from '../../../../../src/vision/picture/matrix.ts'
import { distance, type Picture, type Size } from '../../../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../../../src/vision/picture/quad.ts'
import { warpQuad } from '../../../../../src/vision/picture/warp.ts'
import { sampled } from './plane.ts'
import type { Method, Scene } from './scene.ts'

/** A genuine document in its photo, upright: the first corner is the document's own top left. */
export interface Original {
  photo: Picture
  quad: Quad
  /** In fractions of the document. */
  lines: Scene['lines']
  portrait: Scene['portrait']
  seed: number
}

/** Finer than the photo, so that resampling twice loses little. */
const FINER = 1.4

/** The photo with the document in it imitated; parts that the method does not change keep their pixels. */
export async function imitate({ photo, quad, lines, portrait, seed }: Original, method: Method): Promise<Picture> {
  const size = sizeOf(quad)
  const page = warpQuad(photo, quad, size, 'repeat')
  const onPage = (box: Scene['lines'][number]) => ({
    x: box.x * size.width,
    y: box.y * size.height,
    width: box.width * size.width,
    height: box.height * size.height,
  })
  const scene: Scene = {
    page,
    scale: size.width / 1000,
    lines: lines.map(onPage),
    portrait: portrait && onPage(portrait),
    seed,
  }
  return laidBack(photo, quad, page, await method.make(scene))
}

function sizeOf([a, b, c, d]: Quad): Size {
  const across = (distance(a, b) + distance(d, c)) / 2
  const down = (distance(b, c) + distance(a, d)) / 2
  return { width: Math.round(FINER * across), height: Math.round(FINER * down) }
}

/** A smaller difference is rounding. */
const CHANGED = 2

function laidBack(photo: Picture, quad: Quad, page: Picture, made: Picture): Picture {
  const { width, height } = page
  const changed = new Float32Array(width * height)
  for (let i = 0; i < changed.length; i++) {
    for (let c = 0; c < 3; c++) {
      if (Math.abs((page.data[3 * i + c] as number) - (made.data[3 * i + c] as number)) > CHANGED) changed[i] = 1
    }
  }
  const near = boxBlur({ width, height, values: changed }, 2).values
  const map = quadToRect(quad, page)
  const { x, y, width: w, height: h } = boundsOf(quad)
  const data = new Uint8Array(photo.data)
  for (let v = Math.max(0, Math.floor(y)); v < Math.min(photo.height, Math.ceil(y + h)); v++) {
    for (let u = Math.max(0, Math.floor(x)); u < Math.min(photo.width, Math.ceil(x + w)); u++) {
      const at = applyHomography(map, { x: u, y: v })
      const [column, row] = [Math.round(at.x), Math.round(at.y)]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      if (!((near[row * width + column] as number) > 0)) continue
      const rgb = sampled(made, at.x, at.y)
      for (let c = 0; c < 3; c++) data[3 * (v * photo.width + u) + c] = Math.round(rgb[c] as number)
    }
  }
  return { ...photo, data }
}
