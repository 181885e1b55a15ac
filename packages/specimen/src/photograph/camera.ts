import { mapQuad, type Quad, quadOf } from '../../../../src/vision/picture/quad.ts'
import type { Random } from '../random.ts'

export interface Pose {
  /** Degrees by which the document is tilted away from the camera, about its own axes. */
  tiltX: number
  tiltY: number
  /** Degrees, clockwise. */
  roll: number
  /** Fraction of the frame's width or height, whichever is reached first, that the document fills. */
  fill: number
  /** Shift of its centre as a fraction of the free space. */
  shiftX: number
  shiftY: number
}

/** Distance of the camera in document widths: typical of a phone held over a table. */
const DISTANCE = 2.6

/** The corners in the frame of a flat document of the given size. */
export function project(
  document: { width: number; height: number },
  frame: { width: number; height: number },
  pose: Pose,
): Quad {
  const ratio = document.height / document.width
  const corners = quadOf({ x: -0.5, y: -ratio / 2, width: 1, height: ratio })
  const [ax, ay, az] = [pose.tiltX, pose.tiltY, pose.roll].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const seen = mapQuad(corners, ({ x, y }) => {
    const y1 = y * Math.cos(ax)
    const z1 = y * Math.sin(ax)
    const x2 = x * Math.cos(ay) + z1 * Math.sin(ay)
    const z2 = -x * Math.sin(ay) + z1 * Math.cos(ay)
    const scale = DISTANCE / (DISTANCE + z2)
    const [px, py] = [x2 * scale, y1 * scale]
    return { x: px * Math.cos(az) - py * Math.sin(az), y: px * Math.sin(az) + py * Math.cos(az) }
  })
  const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))]
  const scale = pose.fill * Math.min(frame.width / (right - left), frame.height / (bottom - top))
  const roomX = frame.width - scale * (right - left)
  const roomY = frame.height - scale * (bottom - top)
  return mapQuad(seen, ({ x, y }) => ({
    x: round((x - left) * scale + roomX * (0.5 + pose.shiftX / 2)),
    y: round((y - top) * scale + roomY * (0.5 + pose.shiftY / 2)),
  }))
}

export interface PoseRange {
  tilt: number
  roll: number
  fill: readonly [number, number]
}

export function poseWithin({ tilt, roll, fill }: PoseRange, turn: number, random: Random): Pose {
  return {
    tiltX: random.between(-tilt, tilt),
    tiltY: random.between(-tilt, tilt),
    roll: turn + random.between(-roll, roll),
    fill: random.between(fill[0], fill[1]),
    shiftX: random.between(-0.6, 0.6),
    shiftY: random.between(-0.6, 0.6),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
