import sharp from 'sharp'
import type { Box } from '../../../../../src/vision/picture/box.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { blurred, inkMask, moved, randomOf, remade, resized, sampled } from './plane.ts'
import { behindInk, inside, type Method, type Scene } from './scene.ts'

type Colour = [number, number, number]

/** Width of a thumbnail in pixels. */
const THUMBNAIL = 400
/** Levels per channel of a posterised page. */
const LEVELS = 7

/** A page without its coarse structures, between 0 and 255 about 128. */
async function fineOf(page: Picture, scale: number): Promise<{ soft: Picture; fine: Float32Array }> {
  const soft = await blurred(page, 5 * scale)
  return { soft, fine: Float32Array.from(page.data, (value, i) => value - (soft.data[i] as number)) }
}

/** The line of text selected by the seed, among those of usual length. */
function lineOf({ lines, page, seed }: Scene): Box {
  const usual = lines.filter(({ width }) => width > 0.08 * page.width && width < 0.6 * page.width)
  const all = usual.length ? usual : lines
  return all[seed % Math.max(1, all.length)] ?? { x: 0, y: 0, width: page.width / 4, height: page.height / 16 }
}

const portraitOf = ({ page, portrait }: Scene): Box =>
  portrait ?? { x: 0, y: 0, width: page.width / 3, height: page.height / 2 }

const raw = ({ width, height, data }: Picture) => sharp(data, { raw: { width, height, channels: 3 } })

/** Methods that no limit was chosen on. */
export const FURTHER_METHODS: readonly Method[] = [
  {
    name: 'page enlarged from a thumbnail',
    family: 'processed',
    async make({ page }) {
      const low = await resized(page, {
        width: THUMBNAIL,
        height: Math.round((THUMBNAIL * page.height) / page.width),
      })
      return resized(low, page)
    },
  },
  {
    name: 'page filtered by a median',
    family: 'processed',
    async make({ page, scale }) {
      const data = await raw(page)
        .median(2 * Math.round(1.5 * scale) + 1)
        .raw()
        .toBuffer()
      return { ...page, data }
    },
  },
  {
    name: 'page with few colours',
    family: 'processed',
    make: async ({ page }) => {
      const step = 255 / (LEVELS - 1)
      return remade(page, (rgb) => rgb.map((value) => step * Math.round(value / step)) as Colour)
    },
  },
  {
    name: 'printed on glossy paper',
    family: 'reprinted',
    async make({ page, scale, seed }) {
      const random = randomOf(seed + 11)
      const soft = await blurred(page, scale)
      const [cx, cy] = [page.width * random(), page.height * random()]
      const reach = 0.35 * page.width
      const band = 13 * scale
      return remade(soft, (rgb, x, y) => {
        const shine = 46 * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / reach ** 2)
        const banding = 1 + 0.03 * Math.cos((2 * Math.PI * y) / band)
        return rgb.map((value) => 128 + 1.16 * (value * banding - 128) + shine) as Colour
      })
    },
  },
  {
    name: 'letters of other widths',
    family: 'inked',
    make: async ({ page, lines, seed }) =>
      moved(page, (x, y) => {
        const line = lines.find((box) => inside(box, x, y))
        if (!line) return [x, y]
        const period = 1.3 * line.height
        return [x + 0.14 * line.height * Math.sin((2 * Math.PI * (x - line.x)) / period + seed), y]
      }),
  },
  {
    name: 'background of another region',
    family: 'reprinted',
    async make(scene) {
      const { page, scale } = scene
      const { soft, fine } = await fineOf(page, scale)
      const ink = await inkMask(page, scale)
      const [dx, dy] = [Math.round(0.31 * page.width), Math.round(0.27 * page.height)]
      const other = remade(soft, (rgb, x, y) => {
        const from = ((y + dy) % page.height) * page.width + ((x + dx) % page.width)
        const keep = 1 - (ink[from] as number)
        return rgb.map((value, c) => value + keep * (fine[3 * from + c] as number)) as Colour
      })
      return behindInk(scene, other)
    },
  },
  {
    name: 'fine pattern replaced by noise',
    family: 'reprinted',
    async make(scene) {
      const { page, scale, seed } = scene
      const { soft, fine } = await fineOf(page, scale)
      const random = randomOf(seed + 13)
      const noise: Picture = { ...page, data: new Uint8Array(page.data.length) }
      for (let at = 0; at < noise.data.length; at += 3) noise.data.fill(255 * random(), at, at + 3)
      const grain = await blurred(noise, Math.max(0.5, 0.8 * scale))
      const power = await blurred(
        { ...page, data: Uint8Array.from(fine, (value) => Math.min(255, 6 * Math.abs(value))) },
        8 * scale,
      )
      let square = 0
      for (const value of grain.data) square += (value - 127.5) ** 2
      const spread = Math.sqrt(square / grain.data.length)
      const other = remade(soft, (rgb, _x, _y, at) => {
        const wave = ((grain.data[at] as number) - 127.5) / spread
        return rgb.map((value, c) => value + (1.25 / 6) * (power.data[at + c] as number) * wave) as Colour
      })
      return behindInk(scene, other)
    },
  },
  {
    name: 'value spliced',
    family: 'spliced',
    async make(scene) {
      const [to, from] = [lineOf(scene), lineOf({ ...scene, seed: scene.seed + 3 })]
      const { page } = scene
      return remade(page, (rgb, x, y) => {
        if (!inside(to, x, y)) return rgb
        const u = from.x + ((x - to.x) * from.height) / to.height
        const v = from.y + ((y - to.y) * from.height) / to.height
        return sampled(page, u, v)
      })
    },
  },
  {
    name: 'portrait sharpened',
    family: 'spliced',
    async make(scene) {
      const { page, scale } = scene
      const data = await raw(page)
        .sharpen({ sigma: 1.4 * scale })
        .raw()
        .toBuffer()
      const box = portraitOf(scene)
      return remade(page, (rgb, x, y, at) =>
        inside(box, x, y) ? [data[at] as number, data[at + 1] as number, data[at + 2] as number] : rgb,
      )
    },
  },
  {
    name: 'emblem and lines removed',
    family: 'spliced',
    async make(scene) {
      // A strip of the fixed print is filled with the content above it.
      const { page, seed } = scene
      const random = randomOf(seed + 17)
      const strip = { width: 0.3 * page.width, height: 0.12 * page.height }
      const [x0, y0] = [random() * (page.width - strip.width), (0.15 + 0.6 * random()) * page.height]
      return moved(page, (x, y) => (inside({ x: x0, y: y0, ...strip }, x, y) ? [x, 2 * y0 - y] : [x, y]))
    },
  },
]
