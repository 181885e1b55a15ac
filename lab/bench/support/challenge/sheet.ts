import type { Picture } from '../../../../src/vision/picture/picture.ts'

/** A textured surface in space: a grid of vertices in centimetres (x right, y up, z towards the camera) over a photograph. */
export interface Sheet {
  columns: number
  rows: number
  /** x, y, z, then the photograph's pixel, per vertex; NaN where the surface has a hole. */
  vertices: Float64Array
  texture: Picture
}

/** The position of a sheet in front of the camera. Angles in degrees, lengths in centimetres. */
export interface Stand {
  yaw: number
  pitch: number
  roll: number
  right: number
  up: number
  /** Distance from the camera to the middle of the sheet. */
  distance: number
}

export interface View {
  width: number
  height: number
  /** Pixels per centimetre at the usual distance. */
  scale: number
  usual: number
}

/** Offset from the middle of a head to its axis of rotation, the neck. */
const AXIS = { y: -6, z: -3 }

/** Draws a sheet over the existing content, with a depth test. */
export function drawSheet(onto: Picture, sheet: Sheet, stand: Stand, view: View): void {
  const { columns, rows, vertices } = sheet
  const seen = project(sheet, stand, view)
  const depth = new Float64Array(onto.width * onto.height).fill(Number.NEGATIVE_INFINITY)
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      const under = at + columns
      if (isHole(vertices, at) || isHole(vertices, at + 1) || isHole(vertices, under) || isHole(vertices, under + 1))
        continue
      fill(onto, sheet.texture, seen, depth, at * 5, (at + 1) * 5, under * 5)
      fill(onto, sheet.texture, seen, depth, (at + 1) * 5, (under + 1) * 5, under * 5)
    }
  }
}

const isHole = (vertices: Float64Array, at: number): boolean => Number.isNaN(vertices[at * 5] as number)

/** x, y, z on the screen, then the photograph's pixel. */
function project({ vertices }: Sheet, stand: Stand, { width, height, scale, usual }: View): Float64Array {
  const seen = new Float64Array(vertices.length)
  const [yaw, pitch, roll] = [stand.yaw, stand.pitch, stand.roll].map((angle) => (angle * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  for (let at = 0; at < vertices.length; at += 5) {
    let [x, y, z] = vertices.subarray(at, at + 3) as unknown as [number, number, number]
    y -= AXIS.y
    z -= AXIS.z
    ;[x, z] = [x * Math.cos(yaw) + z * Math.sin(yaw), z * Math.cos(yaw) - x * Math.sin(yaw)]
    ;[y, z] = [y * Math.cos(pitch) - z * Math.sin(pitch), z * Math.cos(pitch) + y * Math.sin(pitch)]
    ;[x, y] = [x * Math.cos(roll) - y * Math.sin(roll), y * Math.cos(roll) + x * Math.sin(roll)]
    const near = (scale * usual) / (stand.distance - z - AXIS.z)
    seen[at] = width / 2 + (x + stand.right) * near
    seen[at + 1] = height / 2 - (y + AXIS.y + stand.up) * near
    seen[at + 2] = z
    seen[at + 3] = vertices[at + 3] as number
    seen[at + 4] = vertices[at + 4] as number
  }
  return seen
}

/** A triangle, by the index of its corners in `seen`. */
function fill(
  onto: Picture,
  texture: Picture,
  seen: Float64Array,
  depth: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const [ax, ay, bx, by] = [seen[a] as number, seen[a + 1] as number, seen[b] as number, seen[b + 1] as number]
  const [cx, cy] = [seen[c] as number, seen[c + 1] as number]
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  // Triangles that face away are hidden by the rest of the head.
  if (area <= 1e-9) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx)))
  const right = Math.min(onto.width - 1, Math.floor(Math.max(ax, bx, cx)))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy)))
  const bottom = Math.min(onto.height - 1, Math.floor(Math.max(ay, by, cy)))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const wb = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
      const wc = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
      const wa = 1 - wb - wc
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue
      const mixed = (which: number) =>
        wa * (seen[a + which] as number) + wb * (seen[b + which] as number) + wc * (seen[c + which] as number)
      const z = mixed(2)
      const at = y * onto.width + x
      if (z <= (depth[at] as number)) continue
      depth[at] = z
      sample(texture, mixed(3), mixed(4), onto.data, at * 3)
    }
  }
}

/** Bilinear; the last pixel is repeated beyond the edge. */
export function sample({ width, height, data }: Picture, x: number, y: number, to: Uint8Array, at: number): void {
  const px = Math.min(Math.max(x, 0), width - 1.001)
  const py = Math.min(Math.max(y, 0), height - 1.001)
  const [left, top] = [Math.floor(px), Math.floor(py)]
  const [fx, fy] = [px - left, py - top]
  for (let channel = 0; channel < 3; channel++) {
    const from = (top * width + left) * 3 + channel
    const upper = (data[from] as number) * (1 - fx) + (data[from + 3] as number) * fx
    const lower = (data[from + width * 3] as number) * (1 - fx) + (data[from + width * 3 + 3] as number) * fx
    to[at + channel] = Math.round(upper * (1 - fy) + lower * fy)
  }
}
