import type { Picture } from '../../../../../src/vision/picture/picture.ts'
import { blurred, inkMask, mixed, randomOf, remade } from './plane.ts'
import { behindInk, inside, type Method, type Scene } from './scene.ts'

type Colour = [number, number, number]

/** The background with the fine structures of each channel changed: `of` receives them and returns the replacement. */
async function reinked(scene: Scene, of: (fine: Colour) => Colour): Promise<Picture> {
  const soft = await blurred(scene.page, 6 * scene.scale)
  const changed = remade(scene.page, (rgb, _x, _y, at) => {
    const under = [soft.data[at], soft.data[at + 1], soft.data[at + 2]] as Colour
    const fine = of(rgb.map((value, c) => value - (under[c] as number)) as Colour)
    return fine.map((value, c) => value + (under[c] as number)) as Colour
  })
  return behindInk(scene, changed)
}

/**
 * Methods that print with other inks. No limit was chosen on them; the measure of inks was designed with knowledge of
 * them.
 */
export const INK_METHODS: readonly Method[] = [
  {
    name: 'one ink missing',
    family: 'coloured',
    make: (scene) => reinked(scene, (fine) => fine.map((value, c) => (c === scene.seed % 3 ? 0 : value)) as Colour),
  },
  {
    name: 'one ink twice as strong',
    family: 'coloured',
    make: (scene) =>
      reinked(scene, (fine) => fine.map((value, c) => (c === scene.seed % 3 ? 2 * value : value)) as Colour),
  },
  {
    name: 'inks exchanged',
    family: 'coloured',
    make: (scene) => reinked(scene, ([red, green, blue]) => (scene.seed % 2 ? [blue, red, green] : [green, blue, red])),
  },
  {
    name: 'letters in ink of another colour',
    family: 'coloured',
    async make({ page, scale, seed }) {
      const tint: Colour = seed % 2 ? [-4, 10, 46] : [46, 12, -6]
      const other = remade(page, (rgb) => rgb.map((value, c) => value + (tint[c] as number)) as Colour)
      return mixed(page, other, await inkMask(page, scale))
    },
  },
  {
    name: 'a small part in a slightly other colour',
    family: 'coloured',
    make: async ({ page, seed }) => {
      const random = randomOf(seed + 5)
      const [width, height] = [0.32 * page.width, 0.2 * page.height]
      const part = { x: random() * (page.width - width), y: random() * (page.height - height), width, height }
      const by = random() < 0.5 ? -0.16 : 0.16
      return remade(page, ([red, green, blue], x, y) =>
        inside(part, x, y) ? [red * (1 + by), green, blue * (1 - by)] : [red, green, blue],
      )
    },
  },
]
