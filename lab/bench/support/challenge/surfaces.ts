import { type Affine, applyAffine, invertAffine, similarity } from '../../../../src/vision/picture/matrix.ts'
import type { Picture, Point } from '../../../../src/vision/picture/picture.ts'
import { type FaceModel, VERTEX_OF_POINT } from './face-model.ts'
import { type Sheet, sample } from './sheet.ts'

/** The position of a head in a photograph: from centimetres (y down) to pixels. */
export interface Photographed {
  picture: Picture
  points: readonly Point[]
  toPixels: Affine
}

/** Brows, nose, eyes and mouth: the jaw's points move with the view. */
const INNER = Array.from({ length: 51 }, (_, i) => i + 17)

/** Finds the position of the model's face in a frontal photograph. */
export function placeFace(model: FaceModel, picture: Picture, points: readonly Point[]): Photographed {
  const from = INNER.map((point) => flatOf(model, point))
  const toPixels = similarity(
    from,
    INNER.map((point) => points[point] as Point),
  )
  return { picture, points, toPixels }
}

const flatOf = ({ vertices }: FaceModel, point: number): Point => {
  const [x, y] = vertices[VERTEX_OF_POINT[point] as number] as [number, number, number]
  return { x, y: -y }
}

/** Half a head: width, height and depth, with hair; its centre is behind the face. */
const HEAD = { x: 8.3, y: 11.5, z: 9, up: 1.5, back: -3 }
const STEP = 0.4
const [WIDE, TALL] = [48, 64]

/**
 * A head with the photograph as its texture: the model's relief, warped to this face's own features, on an ellipsoid.
 */
export function buildHead(model: FaceModel, { picture, points, toPixels }: Photographed): Sheet {
  const relief = reliefOf(model, bend(model, points, toPixels))
  return gridOver(picture, toPixels, (x, y) => {
    const left = 1 - (x / HEAD.x) ** 2 - ((y - HEAD.up) / HEAD.y) ** 2
    if (left <= 0) return Number.NaN
    return relief(x, y) ?? HEAD.back + HEAD.z * Math.sqrt(left)
  })
}

/** The photograph on paper, held so that its face has the size of the person's own. */
export function buildPlane({ picture, toPixels }: Photographed): Sheet {
  return gridOver(picture, toPixels, () => 3)
}

/** The face cut out of the paper. */
export function buildOval({ picture, toPixels }: Photographed): Sheet {
  return gridOver(picture, toPixels, (x, y) => ((x / 7.6) ** 2 + ((y - 0.5) / 10) ** 2 < 1 ? 3 : Number.NaN))
}

/** The same paper bent around a tube as wide as a head. */
export function buildTube({ picture, toPixels }: Photographed, radius = 9): Sheet {
  return gridOver(picture, toPixels, (x) =>
    Math.abs(x) < radius * 0.95 ? Math.sqrt(radius ** 2 - x ** 2) - radius + 5 : Number.NaN,
  )
}

/** The background: the photograph without the head, which is filled from its surroundings. */
export function clearHead({ picture, toPixels }: Photographed): Picture {
  const { width, height } = picture
  const back = invertAffine(toPixels)
  const known = new Uint8Array(width * height)
  for (let at = 0; at < known.length; at++) {
    const { x, y } = applyAffine(back, { x: at % width, y: Math.floor(at / width) })
    known[at] = (x / (HEAD.x * 1.15)) ** 2 + ((-y - HEAD.up) / (HEAD.y * 1.1)) ** 2 > 1 ? 1 : 0
  }
  return fillUnknown(picture, known)
}

function gridOver(texture: Picture, toPixels: Affine, depthAt: (x: number, y: number) => number): Sheet {
  const vertices = new Float64Array(WIDE * TALL * 5)
  for (let at = 0; at < WIDE * TALL; at++) {
    const x = ((at % WIDE) - (WIDE - 1) / 2) * STEP
    const y = ((TALL - 1) / 2 - Math.floor(at / WIDE)) * STEP + 1
    const pixel = applyAffine(toPixels, { x, y: -y })
    const z = depthAt(x, y)
    vertices.set([Number.isNaN(z) ? Number.NaN : x, y, z, pixel.x, pixel.y], at * 5)
  }
  return { columns: WIDE, rows: TALL, vertices, texture }
}

/** The model's vertices moved to this face's features, by the nearest of the 68 points. */
function bend(model: FaceModel, points: readonly Point[], toPixels: Affine): FaceModel['vertices'] {
  const back = invertAffine(toPixels)
  const moves = INNER.map((point) => {
    const from = flatOf(model, point)
    const to = applyAffine(back, points[point] as Point)
    return { from, dx: to.x - from.x, dy: to.y - from.y }
  })
  return model.vertices.map(([x, y, z]) => {
    let [weights, dx, dy] = [1e-3, 0, 0]
    for (const move of moves) {
      const weight = 1 / ((move.from.x - x) ** 2 + (move.from.y + y) ** 2 + 0.3) ** 2
      weights += weight
      dx += weight * move.dx
      dy += weight * move.dy
    }
    return [x + dx / weights, y - dy / weights, z]
  })
}

/** The depth of the face at a point; undefined outside the face. */
function reliefOf({ triangles }: FaceModel, vertices: FaceModel['vertices']) {
  const found = new Map<string, number>()
  const key = (x: number, y: number) => `${Math.round(x * 100)},${Math.round(y * 100)}`
  return (x: number, y: number): number | undefined => {
    const known = found.get(key(x, y))
    if (known !== undefined) return known
    let top: number | undefined
    for (const corners of triangles) {
      const [a, b, c] = corners.map((corner) => vertices[corner]) as [
        [number, number, number],
        [number, number, number],
        [number, number, number],
      ]
      const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
      if (Math.abs(area) < 1e-9) continue
      const wb = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
      const wc = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
      if (wb < 0 || wc < 0 || wb + wc > 1) continue
      const z = a[2] * (1 - wb - wc) + b[2] * wb + c[2] * wc
      if (top === undefined || z > top) top = z
    }
    if (top !== undefined) found.set(key(x, y), top)
    return top
  }
}

/** From coarse to fine: unknown pixels get the mean of their surroundings. */
function fillUnknown(picture: Picture, known: Uint8Array): Picture {
  const { width, height } = picture
  if (width <= 2 || height <= 2 || known.every((each) => each)) return picture
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const small: Picture = { width: w, height: h, data: new Uint8Array(w * h * 3) }
  const smallKnown = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let [n, r, g, b] = [0, 0, 0, 0]
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const from = Math.min(height - 1, 2 * y + dy) * width + Math.min(width - 1, 2 * x + dx)
        if (!known[from]) continue
        n++
        r += picture.data[from * 3] as number
        g += picture.data[from * 3 + 1] as number
        b += picture.data[from * 3 + 2] as number
      }
      if (!n) continue
      smallKnown[y * w + x] = 1
      small.data.set([r / n, g / n, b / n], (y * w + x) * 3)
    }
  }
  const filled = fillUnknown(small, smallKnown)
  const data = new Uint8Array(picture.data)
  for (let at = 0; at < known.length; at++) {
    if (!known[at]) sample(filled, (at % width) / 2, Math.floor(at / width) / 2, data, at * 3)
  }
  return { width, height, data }
}
