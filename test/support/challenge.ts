import { BROAD, type ChallengeSeen, type SeenFace, type SeenFrame } from '../../src/vision/face/challenge/challenge.ts'
import type { ChallengeMove } from '../../src/vision/face/challenge/moves.ts'
import type { FaceTemplate } from '../../src/vision/face/face-template.ts'

/** How a head stands in one frame: turned by degrees to the person's own left, and as large as so many at the start. */
export interface Standing {
  left: number
  size: number
}

const OUT: Record<ChallengeMove, Standing> = {
  LEFT: { left: 25, size: 1 },
  RIGHT: { left: -25, size: 1 },
  NEARER: { left: 0, size: 1.4 },
  BACK: { left: 0, size: 0.7 },
}
const MIDDLE: Standing = { left: 0, size: 1 }

/** Two frames of rest, three a move, and so on: 14 frames for three moves. */
export function standings(moves: readonly ChallengeMove[]): Standing[] {
  return [MIDDLE, MIDDLE, ...moves.flatMap((move) => [OUT[move], OUT[move], OUT[move], MIDDLE])]
}

/** What the engine would see of a head, or of a picture of one that the pose net takes for turned. */
export function seenOf(
  stands: readonly Standing[],
  { flat = false, template }: { flat?: boolean; template: FaceTemplate },
): ChallengeSeen {
  return { frames: stands.map((stand, at) => frameOf(stand, at, flat, template)) }
}

function frameOf({ left, size }: Standing, at: number, flat: boolean, template: FaceTemplate): SeenFrame {
  const face: SeenFace = {
    box: { x: 120, y: 160, width: 120 * size, height: 120 * size },
    points: pointsOf(left, size, flat),
    pose: { yaw: -left, pitch: 0, roll: 0 },
    light: 120 + (at % 3),
    template,
    liveness: 95,
  }
  const broad = new Uint8Array(BROAD.width * BROAD.height * 3).fill(90)
  const grain = Uint8Array.from({ length: 4096 }, (_, i) => 100 + ((i * (at + 3) * 7) % 23))
  return { width: 360, height: 480, others: 0, face, broad, grain }
}

/** Corners of eyes and mouth in one plane, the tip of the nose before it, its root between the eyes; all other points in its middle. */
export function pointsOf(left: number, size: number, flat: boolean): { x: number; y: number }[] {
  const turn = (left * Math.PI) / 180
  const place = (x: number, y: number, z: number) => ({
    x: 180 + size * 10 * (x * Math.cos(turn) + (flat ? 0 : z) * Math.sin(turn)),
    y: 240 + size * 10 * y,
  })
  return Array.from({ length: 68 }, (_, point) => {
    if (point === 27) return place(0, -2, 0)
    if (point === 30) return place(0, 1, 3.5)
    if (point >= 36 && point < 42) return place(-4.5 + ((point - 36) % 4), -2, 0)
    if (point >= 42 && point < 48) return place(1.5 + ((point - 42) % 4), -2, 0)
    if (point === 48) return place(-2.5, 4, 0)
    if (point === 54) return place(2.5, 4, 0)
    if (point > 48) return place(0, 4, 0)
    return place(0, 0, 0)
  })
}
