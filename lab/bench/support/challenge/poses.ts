import type { Random } from '../../../../packages/specimen/src/random.ts'
import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import { toJpeg } from '../../../../src/vision/picture/decode.ts'
import { resize } from '../../../../src/vision/picture/resize.ts'
import { type Manner, type Scene, shootFilm, VIEW } from './film.ts'
import type { Stand } from './sheet.ts'

/** Where an object in front of the camera can be: in the middle, or a number of steps into a move. */
export interface Poses {
  middle: string[]
  moves: Record<ChallengeMove, string[]>
}

/** Pictures from the middle to the end of a move. */
const STEPS = 5
/** Pictures of the same pose: no two pictures of a camera are equal. */
const TAKES = 3
const REST: Stand = { yaw: 0, pitch: 0, roll: 0, right: 0, up: 0, distance: VIEW.usual }

/** Everything a scene can show, as data URLs; `stands` says how it is held when a head would make the move. */
export async function shootPoses(
  scene: Scene,
  manner: Manner,
  random: Random,
  hold: (stand: Stand) => Partial<Stand> = () => ({}),
): Promise<Poses> {
  const shoot = async (stand: Stand): Promise<string> => {
    const shot = shootFilm(scene, [{ at: 0, ...stand, ...hold(stand) }], random)[0]
    if (!shot) throw new Error('nothing was filmed')
    const jpeg = await toJpeg(resize(shot.picture, { width: 2 * VIEW.width, height: 2 * VIEW.height }), 92)
    return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
  }
  const way = async (end: Partial<Stand>): Promise<string[]> => {
    const pictures: string[] = []
    for (let step = 1; step < STEPS + TAKES; step++)
      pictures.push(await shoot(between(REST, end, Math.min(1, step / STEPS))))
    return pictures
  }
  const middle: string[] = []
  for (let take = 0; take < TAKES; take++) middle.push(await shoot(REST))
  return {
    middle,
    moves: {
      // Turning to one's own left moves the nose to the picture's right.
      LEFT: await way({ yaw: manner.turn }),
      RIGHT: await way({ yaw: -manner.turn }),
      NEARER: await way({ distance: VIEW.usual / manner.nearer }),
      BACK: await way({ distance: VIEW.usual / manner.back }),
    },
  }
}

function between(from: Stand, to: Partial<Stand>, share: number): Stand {
  const at = (key: keyof Stand) => from[key] + ((to[key] ?? from[key]) - from[key]) * share
  return {
    yaw: at('yaw'),
    pitch: at('pitch'),
    roll: at('roll'),
    right: at('right'),
    up: at('up'),
    distance: at('distance'),
  }
}
