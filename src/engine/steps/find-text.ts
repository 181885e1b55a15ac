import { fitWithin, resize } from '../geometry.ts'
import { minAreaRect, type Quad } from '../min-area-rect.ts'
import { inputOf } from '../model-list.ts'
import type { Picture, Point } from '../picture.ts'
import type { Models } from '../runtime.ts'
import { toTensor } from '../tensor.ts'

/** Where a line of text lies, in the pixels of the picture that was passed in. */
export interface TextBox {
  quad: Quad
  /** How sure the detector is, 0..1. */
  score: number
}

// The detector's own authors' values; a lower limit joins neighbouring lines, a higher one drops faint print.
const PIXEL_THRESHOLD = 0.3
const BOX_THRESHOLD = 0.5
const UNCLIP_RATIO = 1.6
const MIN_SIDE = 3

/** Finds lines of text, top to bottom. `side` is the longer side at which the detector looks. */
export async function findText(models: Models, picture: Picture, side: number): Promise<TextBox[]> {
  const model = await models.get('text-detect')
  const input = inputOf(model.entry)
  const fitted = fitWithin(picture, side).picture
  const canvas = resize(fitted, { width: toMultiple(fitted.width), height: toMultiple(fitted.height) })
  const outputs = await model.run({ [input.name]: toTensor(canvas, input) })
  const map = Object.values(outputs)[0]
  if (!map) throw new Error('the text detector gave no output')

  const scaleX = picture.width / canvas.width
  const scaleY = picture.height / canvas.height
  const boxes = components(map.data, canvas.width, canvas.height).map(({ quad, score }) => ({
    score,
    quad: quad.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })) as unknown as Quad,
  }))
  return boxes.sort((a, b) => a.quad[0].y - b.quad[0].y)
}

/** The network halves its input five times. */
const toMultiple = (length: number) => Math.max(32, Math.round(length / 32) * 32)

/** Connected regions of the probability map as rotated rectangles, widened by what the training shrank them. */
function components(map: Float32Array, width: number, height: number): TextBox[] {
  const seen = new Uint8Array(width * height)
  const stack: number[] = []
  const boxes: TextBox[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] as number) < PIXEL_THRESHOLD) continue
    seen[start] = 1
    stack.push(start)
    const rim: Point[] = []
    let sum = 0
    let count = 0
    while (stack.length) {
      const at = stack.pop() as number
      const x = at % width
      const y = (at - x) / width
      sum += map[at] as number
      count++
      let inner = 0
      for (const [dx, dy] of NEIGHBOURS) {
        const nx = x + dx
        const ny = y + dy
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
        const next = ny * width + nx
        if ((map[next] as number) < PIXEL_THRESHOLD) continue
        inner++
        if (seen[next]) continue
        seen[next] = 1
        stack.push(next)
      }
      if (inner < 4) rim.push({ x: x - 0.5, y: y - 0.5 }, { x: x + 0.5, y: y + 0.5 })
    }
    if (sum / count < BOX_THRESHOLD) continue
    const rect = minAreaRect(rim)
    if (Math.min(rect.width, rect.height) < MIN_SIDE) continue
    boxes.push({ quad: unclip(rect), score: sum / count })
  }
  return boxes
}

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

function unclip({ quad, width, height }: { quad: Quad; width: number; height: number }): Quad {
  const distance = (width * height * UNCLIP_RATIO) / (2 * (width + height))
  const [tl, tr, , bl] = quad
  const along = { x: (tr.x - tl.x) / width, y: (tr.y - tl.y) / width }
  const down = { x: (bl.x - tl.x) / height, y: (bl.y - tl.y) / height }
  const grown = (p: Point, u: number, v: number): Point => ({
    x: p.x + distance * (u * along.x + v * down.x),
    y: p.y + distance * (u * along.y + v * down.y),
  })
  return [grown(quad[0], -1, -1), grown(quad[1], 1, -1), grown(quad[2], 1, 1), grown(quad[3], -1, 1)]
}
