import { resize } from '../geometry.ts'
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
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = resize(picture, {
    width: toMultiple(picture.width * scale),
    height: toMultiple(picture.height * scale),
  })
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
  const isText = (at: number) => (map[at] as number) >= PIXEL_THRESHOLD
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || !isText(start)) continue
    seen[start] = 1
    stack.push(start)
    const rim: Point[] = []
    let sum = 0
    let count = 0
    const visit = (next: number): number => {
      if (!isText(next)) return 0
      if (!seen[next]) {
        seen[next] = 1
        stack.push(next)
      }
      return 1
    }
    while (stack.length) {
      const at = stack.pop() as number
      const x = at % width
      const y = (at - x) / width
      sum += map[at] as number
      count++
      const inner =
        (x + 1 < width ? visit(at + 1) : 0) +
        (x > 0 ? visit(at - 1) : 0) +
        (y + 1 < height ? visit(at + width) : 0) +
        (y > 0 ? visit(at - width) : 0)
      if (inner < 4) rim.push({ x: x - 0.5, y: y - 0.5 }, { x: x + 0.5, y: y + 0.5 })
    }
    if (sum / count < BOX_THRESHOLD) continue
    const rect = minAreaRect(rim)
    if (Math.min(rect.width, rect.height) < MIN_SIDE) continue
    boxes.push({ quad: unclip(rect), score: sum / count })
  }
  return boxes
}

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
