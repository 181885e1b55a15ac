import type { Random } from '../../../../packages/specimen/src/random.ts'
import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import { type Affine, applyAffine } from '../../../../src/vision/picture/matrix.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import { type Exposure, openExposure, settleExposure } from './exposure.ts'
import { addNoiseTo } from './noise.ts'
import { fillRim } from './rim.ts'
import { drawSheet, type Sheet, type Stand, sample, type View } from './sheet.ts'

/** A phone held upright at arm's length. */
export const VIEW: View = { width: 360, height: 480, scale: 10, usual: 45 }

export interface Shot {
  /** Milliseconds since the challenge was drawn. */
  at: number
  picture: Picture
}

/** How one person moves: each has their own range, speed and jitter. */
export interface Manner {
  turn: number
  nearer: number
  back: number
  /** Duration of one move out and back. */
  moveMs: number
  sway: number
}

export const mannerOf = (random: Random): Manner => ({
  turn: random.between(19, 33),
  nearer: random.between(1.28, 1.6),
  back: random.between(0.66, 0.8),
  moveMs: random.between(1_400, 2_100),
  sway: random.between(0.5, 2),
})

const REST: Stand = { yaw: 0, pitch: 0, roll: 0, right: 0, up: 0, distance: VIEW.usual }

/** The number of frames that the page sends. */
const FRAMES = 16

/** Pause before the first move and after the last. */
const STILL_MS = 700

/** The pose of a head at each moment of a sequence of moves, one per frame. */
export function playMoves(moves: readonly ChallengeMove[], manner: Manner, random: Random): (Stand & { at: number })[] {
  const start = random.between(900, 2_500)
  const total = 2 * STILL_MS + moves.length * manner.moveMs
  const frameMs = total / (FRAMES - 1)
  return Array.from({ length: FRAMES }, (_, i) => {
    const ms = i * frameMs + (i ? random.between(-20, 20) : 0)
    const within = (ms - STILL_MS) / manner.moveMs
    const move = moves[Math.floor(within)]
    const out = move ? swing(within - Math.floor(within)) : 0
    const sway = () => random.normal() * manner.sway
    return {
      at: start + ms,
      // Turning to one's own left moves the nose to the picture's right.
      yaw: (move === 'LEFT' ? out : move === 'RIGHT' ? -out : 0) * manner.turn + 0.6 * sway(),
      pitch: 0.8 * sway(),
      roll: 0.8 * sway(),
      right: 0.15 * sway(),
      up: 0.15 * sway(),
      distance:
        REST.distance /
        (1 + (move === 'NEARER' ? out * (manner.nearer - 1) : move === 'BACK' ? out * (manner.back - 1) : 0)),
    }
  })
}

/** Out, a short pause, and back: 0 → 1 → 0. */
function swing(share: number): number {
  const rise = (x: number) => x * x * (3 - 2 * x)
  if (share < 0.4) return rise(share / 0.4)
  return share < 0.6 ? 1 : rise((1 - share) / 0.4)
}

/** Camera and background of a scene. */
export interface Scene {
  background: Picture
  /** Scale from centimetres to the background's pixels. */
  toPixels: Affine
  sheet: Sheet
  light: number
  grain: number
  /** Strength of the camera's automatic exposure. */
  strength: number
}

/** How far the hand may move the camera, in pixels. */
const ROOM = 40

/** A whole film, one picture per pose. The camera is hand-held. */
export function shootFilm(scene: Scene, stands: readonly (Stand & { at: number })[], random: Random): Shot[] {
  const wall = paintWall(scene)
  let hand = { x: 0, y: 0 }
  let exposure: Exposure | undefined
  return stands.map(({ at, ...stand }) => {
    hand = { x: 0.8 * hand.x + 2.5 * random.normal(), y: 0.8 * hand.y + 2.5 * random.normal() }
    const [right, down] = [Math.round(hand.x), Math.round(hand.y)].map((each) =>
      Math.max(-ROOM, Math.min(ROOM, each)),
    ) as [number, number]
    const picture = cutWall(wall, right, down)
    const moved = { ...stand, right: stand.right - right / VIEW.scale, up: stand.up + down / VIEW.scale }
    drawSheet(picture, scene.sheet, moved, VIEW)
    exposure = exposure ? settleExposure(exposure, picture, random) : openExposure(picture, scene.strength)
    const { gain, white } = exposure
    const flicker = 1 + 0.01 * random.normal()
    const light = white.map((each) => each * gain * scene.light * flicker) as Exposure['white']
    addNoiseTo(picture, light, scene.grain, random)
    return { at, picture }
  })
}

/** The background, slightly larger than a frame. */
function paintWall({ background: photograph, toPixels }: Scene): Picture {
  const background = fillRim(photograph)
  const [width, height] = [VIEW.width + 2 * ROOM, VIEW.height + 2 * ROOM]
  const wall: Picture = { width, height, data: new Uint8Array(width * height * 3) }
  for (let at = 0; at < width * height; at++) {
    const x = ((at % width) - width / 2) / VIEW.scale
    const y = (Math.floor(at / width) - height / 2) / VIEW.scale
    const from = applyAffine(toPixels, { x, y })
    sample(background, mirrored(from.x, background.width), mirrored(from.y, background.height), wall.data, at * 3)
  }
  return wall
}

/** Beyond its photograph, a room is continued by mirroring. */
function mirrored(at: number, length: number): number {
  const turned = ((at % (2 * length)) + 2 * length) % (2 * length)
  return turned < length ? turned : 2 * length - turned
}

function cutWall(wall: Picture, right: number, down: number): Picture {
  const { width, height } = VIEW
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const from = ((y + ROOM + down) * wall.width + ROOM + right) * 3
    data.set(wall.data.subarray(from, from + width * 3), y * width * 3)
  }
  return { width, height, data }
}
