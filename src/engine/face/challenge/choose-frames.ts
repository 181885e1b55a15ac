import type { SeenFrame } from '../../../domain/face/challenge/seen.ts'
import { CHALLENGE_IMAGES } from '../../../domain/vocabulary.ts'

/** Of how many frames liveness is judged: the worst of them counts. */
const STRAIGHT_FRAMES = 3

/** Further round than this the net for liveness has seen few faces. */
const STRAIGHT_DEGREES = 12

/** The frames that say most: the first and the last with a face, and the ends of the moves. In order. */
export function chooseKeyFrames(frames: readonly SeenFrame[]): number[] {
  const found = frames.flatMap(({ face }, at) => (face ? [{ at, yaw: face.pose.yaw, size: face.box.width }] : []))
  const most = (of: (each: (typeof found)[number]) => number) =>
    found.reduce<(typeof found)[number] | undefined>(
      (best, each) => (best && of(best) >= of(each) ? best : each),
      undefined,
    )
  const [first, last] = [found[0], found.at(-1)]
  const straight = first ? first.yaw : 0
  const size = first?.size ?? 1
  // By how far they lead from where the first frame was, so that the moves that were made come before those that were not.
  const ends = [
    { frame: most(({ yaw }) => yaw), way: ({ yaw }: { yaw: number }) => (yaw - straight) / 20 },
    { frame: most(({ yaw }) => -yaw), way: ({ yaw }: { yaw: number }) => (straight - yaw) / 20 },
    { frame: most(({ size: each }) => each), way: ({ size: each }: { size: number }) => (each / size - 1) / 0.3 },
    { frame: most(({ size: each }) => -each), way: ({ size: each }: { size: number }) => (size / each - 1) / 0.3 },
  ].flatMap(({ frame, way }) => (frame ? [{ at: frame.at, far: way(frame) }] : []))
  const chosen = [first?.at, last?.at, ...ends.toSorted((a, b) => b.far - a.far).map(({ at }) => at)]
  const kept = [...new Set(chosen)].filter((at) => at !== undefined).slice(0, CHALLENGE_IMAGES.length)
  return kept.toSorted((a, b) => a - b)
}

/** Frames that look into the camera, spread over the whole. */
export function chooseStraightFrames(frames: readonly SeenFrame[]): number[] {
  const straight = frames.flatMap(({ face }, at) => (face && Math.abs(face.pose.yaw) < STRAIGHT_DEGREES ? [at] : []))
  const picks = Array.from({ length: STRAIGHT_FRAMES }, (_, i) =>
    Math.round((i * (straight.length - 1)) / (STRAIGHT_FRAMES - 1)),
  )
  return [...new Set(picks)].flatMap((pick) => straight[pick] ?? [])
}
