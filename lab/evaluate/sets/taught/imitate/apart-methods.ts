import sharp from 'sharp'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { blurred, inkMask, luma, moved, randomOf, remade, sampled } from './plane.ts'
import { behindInk, inside, type Method } from './scene.ts'

type Colour = [number, number, number]

/** The strength of a page's fine structures, by pixel: the mean size of what a blur removes. */
async function strengthOf(page: Picture, soft: Picture, scale: number): Promise<Picture> {
  const size = Uint8Array.from(page.data, (value, i) => Math.min(255, 6 * Math.abs(value - (soft.data[i] as number))))
  return blurred({ ...page, data: size }, 8 * scale)
}

/** Methods that no limit was chosen on, reported separately. */
export const APART_METHODS: readonly Method[] = [
  {
    name: 'background drawn again with other waves',
    family: 'reprinted',
    async make(scene) {
      const { page, scale, seed } = scene
      const random = randomOf(seed + 21)
      const soft = await blurred(page, 5 * scale)
      const strength = await strengthOf(page, soft, scale)
      const waves = Array.from({ length: 3 }, () => ({
        angle: Math.PI * random(),
        period: (5 + 6 * random()) * scale,
        bend: (4 + 10 * random()) * scale,
        over: (60 + 90 * random()) * scale,
      }))
      const other = remade(soft, (rgb, x, y, at) => {
        const height = waves.reduce((sum, { angle, period, bend, over }) => {
          const along = x * Math.cos(angle) + y * Math.sin(angle)
          const across = y * Math.cos(angle) - x * Math.sin(angle) + bend * Math.sin((2 * Math.PI * along) / over)
          return sum + Math.cos((2 * Math.PI * across) / period)
        }, 0)
        return rgb.map((value, c) => value + (0.14 * (strength.data[at + c] as number) * height) / 0.7) as Colour
      })
      return behindInk(scene, other)
    },
  },
  {
    name: 'background of a slightly wrong period',
    family: 'reprinted',
    async make(scene) {
      const { page, scale, seed } = scene
      const soft = await blurred(page, 5 * scale)
      const ink = await inkMask(page, scale)
      const size = seed % 2 ? 1.03 : 0.97
      const [cx, cy] = [page.width / 2, page.height / 2]
      const other = remade(soft, (rgb, x, y) => {
        const [u, v] = [cx + (x - cx) / size, cy + (y - cy) / size]
        const at = Math.min(page.height - 1, Math.max(0, Math.round(v))) * page.width
        const keep = 1 - (ink[at + Math.min(page.width - 1, Math.max(0, Math.round(u)))] as number)
        const [from, under] = [sampled(page, u, v), sampled(soft, u, v)]
        return rgb.map((value, c) => value + keep * ((from[c] as number) - (under[c] as number))) as Colour
      })
      return behindInk(scene, other)
    },
  },
  {
    name: 'printed with its inks out of register',
    family: 'reprinted',
    async make({ page, scale, seed }) {
      const off = (seed % 2 ? 1 : -1) * 1.3 * scale
      return remade(page, (_rgb, x, y) => {
        const red = sampled(page, x + off, y + 0.5 * off)[0]
        const green = sampled(page, x, y)[1]
        const blue = sampled(page, x - 0.6 * off, y - off)[2]
        return [255 * (red / 255) ** 1.12, green, 255 * (blue / 255) ** 0.92]
      })
    },
  },
  {
    name: 'hologram painted flat',
    family: 'spliced',
    async make({ page, seed }) {
      const random = randomOf(seed + 23)
      const [rx, ry] = [0.13 * page.width, 0.13 * page.width]
      const cx = rx + random() * (page.width - 2 * rx)
      const cy = ry + random() * Math.max(1, page.height - 2 * ry)
      const tint: Colour = [150 + 60 * random(), 165 + 60 * random(), 160 + 60 * random()]
      return remade(page, (rgb, x, y) => {
        const far = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2
        if (far > 1) return rgb
        const part = far > 0.9 ? 0.75 : 0.5
        return rgb.map((value, c) => value + part * ((tint[c] as number) - value)) as Colour
      })
    },
  },
  {
    name: 'every line of text set wider',
    family: 'inked',
    make: async ({ page, lines, seed }) => {
      const size = seed % 2 ? 1.04 : 0.96
      return moved(page, (x, y) => {
        const line = lines.find((box) => inside({ ...box, width: box.width * Math.max(1, size) }, x, y))
        return line ? [line.x + (x - line.x) / size, y] : [x, y]
      })
    },
  },
  {
    name: 'page cleaned of its grain and sharpened',
    family: 'processed',
    async make({ page, scale }) {
      const { width, height } = page
      const data = await sharp(page.data, { raw: { width, height, channels: 3 } })
        .median(2 * Math.round(scale) + 1)
        .sharpen({ sigma: 1.2 * scale, m1: 1, m2: 2 })
        .raw()
        .toBuffer()
      return { ...page, data }
    },
  },
  {
    name: 'lines of the background drawn thicker',
    family: 'reprinted',
    async make(scene) {
      const { page } = scene
      const reach = Math.max(1, Math.round(scene.scale))
      const { width, height } = page
      const thick = remade(page, (_rgb, x, y, at) => {
        let [best, bestAt] = [luma(page.data, at), at]
        for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
          for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
            const near = 3 * (v * width + u)
            const light = luma(page.data, near)
            if (light < best) [best, bestAt] = [light, near]
          }
        }
        return [page.data[bestAt] as number, page.data[bestAt + 1] as number, page.data[bestAt + 2] as number]
      })
      return behindInk(scene, thick)
    },
  },
]
