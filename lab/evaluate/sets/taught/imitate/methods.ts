import type { Box } from '../../../../../src/vision/picture/box.ts'
import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { APART_METHODS } from './apart-methods.ts'
import { FURTHER_METHODS } from './further-methods.ts'
import { INK_METHODS } from './ink-methods.ts'
import { blurred, boxMask, inkMask, luma, mixed, moved, randomOf, remade, resized } from './plane.ts'
import { behindInk, inside, type Method, type Scene } from './scene.ts'

const small = async (page: Picture, share: number): Promise<Picture> => {
  const low = await resized(page, { width: Math.round(page.width * share), height: Math.round(page.height * share) })
  return resized(low, page)
}

/** Middle of a part of the page that contains `share` of it, selected by the seed. */
function partOf({ page, seed }: Scene, share: number): Box {
  const random = randomOf(seed)
  const side = Math.sqrt(share)
  const [width, height] = [page.width * side, page.height * side]
  return { x: random() * (page.width - width), y: random() * (page.height - height), width, height }
}

/** Neighbouring lines: the half of the page with more of them. */
const textBlock = ({ page, lines }: Scene): Box => {
  const right = lines.filter(({ x, width }) => x + width / 2 > page.width / 2).length
  const isRight = right >= lines.length / 2
  return {
    x: isRight ? 0.45 * page.width : 0.08 * page.width,
    y: 0.2 * page.height,
    width: 0.45 * page.width,
    height: 0.6 * page.height,
  }
}

const shiftBox = (page: Picture, box: Box, dx: number, dy: number): Picture =>
  moved(page, (x, y) => (inside({ ...box, x: box.x + dx, y: box.y + dy }, x, y) ? [x - dx, y - dy] : [x, y]))

const turnedHue = (degrees: number) => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return ([r, g, b]: readonly [number, number, number]): [number, number, number] => {
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    const [u, v] = [0.492 * (b - y), 0.877 * (r - y)]
    const [p, q] = [c * u - s * v, s * u + c * v]
    return [y + 1.14 * q, y - 0.395 * p - 0.581 * q, y + 2.033 * p]
  }
}

/** A halftone screen, as a printer overlays inks: the period in pixels. */
function halftoned(page: Picture, period: number): Picture {
  const angles = [0.26, 1.31, 0]
  return remade(page, (rgb, x, y) => {
    const of = (c: number) => {
      const [p, q] = [Math.cos(angles[c] as number), Math.sin(angles[c] as number)]
      const dot =
        0.5 +
        0.25 * (Math.cos((2 * Math.PI * (p * x + q * y)) / period) + Math.cos((2 * Math.PI * (p * y - q * x)) / period))
      const light = (rgb[c] as number) / 255
      const edge = Math.max(0, Math.min(1, 0.5 + 3.5 * (light - dot)))
      return 255 * (0.25 * light + 0.75 * edge)
    }
    return [of(0), of(1), of(2)]
  })
}

const FIRST_METHODS: readonly Method[] = [
  {
    name: 'background blurred',
    family: 'softened',
    make: async (scene) => behindInk(scene, await blurred(scene.page, 2.6 * scene.scale)),
  },
  {
    name: 'background flattened',
    family: 'softened',
    make: async (scene) => behindInk(scene, await blurred(scene.page, 22 * scene.scale)),
  },
  {
    name: 'background enlarged from a small picture',
    family: 'softened',
    make: async (scene) => behindInk(scene, await small(scene.page, 0.3 / scene.scale)),
  },
  {
    name: 'background with less contrast',
    family: 'softened',
    async make(scene) {
      const soft = await blurred(scene.page, 14 * scene.scale)
      const pale = remade(
        scene.page,
        (rgb, _x, _y, at) =>
          rgb.map((value, c) => {
            const mean = soft.data[at + c] as number
            return mean + 0.4 * (value - mean)
          }) as unknown as [number, number, number],
      )
      return behindInk(scene, pale)
    },
  },
  {
    name: 'a part retouched',
    family: 'softened',
    async make(scene) {
      const soft = await blurred(scene.page, 12 * scene.scale)
      const random = randomOf(scene.seed + 9)
      const grainy = remade(soft, (rgb) => {
        const grain = 6 * (random() - 0.5)
        return rgb.map((value) => value + grain) as unknown as [number, number, number]
      })
      const part = await blurredMask(scene, [partOf(scene, 0.22)])
      return mixed(scene.page, await behindInk(scene, grainy), part)
    },
  },
  {
    name: 'reprinted by halftone',
    family: 'reprinted',
    make: async (scene) => {
      const { page, scale } = scene
      const dots = halftoned(await blurred(page, 0.8 * scale), 5.2 * scale)
      return mixed(await blurred(dots, 0.6 * scale), page, boxMask(page, scene.portrait ? [scene.portrait] : []))
    },
  },
  {
    name: 'reprinted by inkjet',
    family: 'reprinted',
    async make({ page, scale, seed }) {
      const random = randomOf(seed + 3)
      const soft = await blurred(page, 1.3 * scale)
      const dots = remade(
        soft,
        (rgb) =>
          rgb.map((value) => {
            const light = value / 255
            const isWhite = random() < light
            return 0.72 * value + 0.28 * (isWhite ? 255 : 30)
          }) as unknown as [number, number, number],
      )
      const wet = await blurred(dots, 0.7 * scale)
      return remade(wet, (rgb) => rgb.map((value) => 24 + 0.88 * value) as unknown as [number, number, number])
    },
  },
  {
    name: 'photographed from a screen',
    family: 'reprinted',
    async make({ page, scale }) {
      const soft = await blurred(page, 1.1 * scale)
      const pitch = 2.9 * scale
      return remade(soft, (rgb, x, y) => {
        const u = x + 0.012 * y
        const v = y - 0.012 * x
        const column = (u / pitch) % 1
        const row = 0.86 + 0.14 * Math.cos((2 * Math.PI * v) / pitch)
        return rgb.map((value, c) => {
          const lit = 0.82 + 0.3 * Math.max(0, Math.cos(2 * Math.PI * (column - c / 3)))
          return value * lit * row
        }) as unknown as [number, number, number]
      })
    },
  },
  {
    name: 'background of a similar pattern',
    family: 'reprinted',
    async make(scene) {
      const { page, scale } = scene
      const soft = await blurred(page, 7 * scale)
      const ink = await inkMask(page, scale)
      const { width } = page
      const other = remade(soft, (rgb, x, y) => {
        const from = 3 * (y * width + (width - 1 - x))
        const keep = 1 - (ink[from / 3] as number)
        return rgb.map(
          (value, c) => value + keep * ((page.data[from + c] as number) - (soft.data[from + c] as number)),
        ) as unknown as [number, number, number]
      })
      return behindInk(scene, other)
    },
  },
  {
    name: 'portrait moved',
    family: 'moved',
    async make({ page, portrait, lines, seed }) {
      const random = randomOf(seed + 1)
      const box = portrait ?? lines[0] ?? { x: 0, y: 0, width: page.width / 3, height: page.height / 2 }
      const way = random() < 0.5 ? 1 : -1
      return shiftBox(page, box, way * page.width * (0.014 + 0.012 * random()), page.width * 0.012 * (random() - 0.5))
    },
  },
  {
    name: 'text block moved',
    family: 'moved',
    async make(scene) {
      const random = randomOf(scene.seed + 2)
      const { width } = scene.page
      const step = () => (random() < 0.5 ? -1 : 1) * width * (0.008 + 0.012 * random())
      return shiftBox(scene.page, textBlock(scene), step(), step())
    },
  },
  {
    name: 'text block of another size',
    family: 'moved',
    async make(scene) {
      const box = textBlock(scene)
      const random = randomOf(scene.seed + 4)
      const size = 1 + (random() < 0.5 ? -1 : 1) * (0.03 + 0.03 * random())
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
      return moved(scene.page, (x, y) => (inside(box, x, y) ? [cx + (x - cx) / size, cy + (y - cy) / size] : [x, y]))
    },
  },
  {
    name: 'portrait exchanged with its border',
    family: 'moved',
    async make({ page, portrait, lines, seed }) {
      const box = portrait ?? lines[0] ?? { x: 0, y: 0, width: page.width / 3, height: page.height / 2 }
      const random = randomOf(seed + 5)
      const grown = {
        x: box.x - 0.05 * box.width,
        y: box.y - 0.05 * box.height,
        width: 1.1 * box.width,
        height: 1.1 * box.height,
      }
      const [dx, dy] = [page.width * 0.008 * (random() - 0.5), page.width * 0.008 * (random() - 0.5)]
      const paper = [205 + 30 * random(), 205 + 30 * random(), 205 + 30 * random()] as const
      const rim = 0.025 * box.width
      return remade(page, (rgb, x, y, at) => {
        if (!inside(grown, x - dx, y - dy)) return rgb
        const edge = Math.min(
          x - dx - grown.x,
          grown.x + grown.width - x + dx,
          y - dy - grown.y,
          grown.y + grown.height - y + dy,
        )
        if (edge < rim) return paper
        // The other direction: another typeface.
        const u = Math.round(2 * (grown.x + dx) + grown.width - x)
        const from = 3 * (y * page.width + Math.max(0, Math.min(page.width - 1, u)))
        void at
        return [page.data[from] as number, page.data[from + 1] as number, page.data[from + 2] as number]
      })
    },
  },
  {
    name: 'text of another weight',
    family: 'inked',
    async make({ page, scale, seed }) {
      const isBold = seed % 2 === 0
      const reach = Math.max(1, Math.round(0.9 * scale))
      const around = await blurred(page, 9 * scale)
      const { width, height } = page
      return remade(page, (rgb, x, y, at) => {
        // Only near ink: the background is unchanged.
        let [best, bestAt, least] = [luma(page.data, at), at, luma(page.data, at)]
        for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
          for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
            const near = 3 * (v * width + u)
            const light = luma(page.data, near)
            if (light < least) least = light
            if (isBold ? light < best : light > best) [best, bestAt] = [light, near]
          }
        }
        if (luma(around.data, at) - least < 45) return rgb
        return [page.data[bestAt] as number, page.data[bestAt + 1] as number, page.data[bestAt + 2] as number]
      })
    },
  },
  {
    name: 'text of another font',
    family: 'inked',
    async make({ page, lines, seed }) {
      const slant = (seed % 2 === 0 ? 1 : -1) * 0.22
      return moved(page, (x, y) => {
        const line = lines.find((box) => inside(box, x, y))
        if (!line) return [x, y]
        const middle = line.y + line.height / 2
        return [x + slant * (y - middle), middle + (y - middle) / 0.9]
      })
    },
  },
  {
    name: 'other colours',
    family: 'coloured',
    make: async ({ page, seed }) => remade(page, turnedHue((seed % 2 ? -1 : 1) * 34)),
  },
  {
    name: 'a part in other colours',
    family: 'coloured',
    async make(scene) {
      const turned = remade(scene.page, turnedHue((scene.seed % 2 ? -1 : 1) * 55))
      return mixed(scene.page, turned, await blurredMask(scene, [partOf(scene, 0.3)]))
    },
  },
]

export const METHODS: readonly Method[] = [
  ...FIRST_METHODS,
  ...FURTHER_METHODS,
  ...INK_METHODS,
  ...APART_METHODS.map((method) => ({ ...method, isApart: true as const })),
]

async function blurredMask({ page, scale }: Scene, boxes: readonly Box[]): Promise<Float32Array> {
  const mask = boxMask(page, boxes)
  const data = new Uint8Array(3 * mask.length)
  for (const [i, value] of mask.entries()) data.fill(255 * value, 3 * i, 3 * i + 3)
  const soft = await blurred({ width: page.width, height: page.height, data }, 6 * scale)
  return Float32Array.from(mask, (_, i) => (soft.data[3 * i] as number) / 255)
}
