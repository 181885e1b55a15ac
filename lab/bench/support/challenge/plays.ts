import type { Random } from '../../../../packages/specimen/src/random.ts'
import { type ChallengeCheck, SEQUENCES } from '../../../../src/vision/face/challenge/challenge.ts'
import type { ChallengeMove } from '../../../../src/vision/face/challenge/moves.ts'
import { strengthOf } from './exposure.ts'
import { mannerOf, playMoves, type Scene, type Shot, shootFilm } from './film.ts'
import type { Actor } from './people.ts'
import type { Sheet, Stand } from './sheet.ts'
import { buildOval, buildPlane, buildTube } from './surfaces.ts'

export const ATTACKS = [
  'still',
  'moved',
  'warped',
  'tilted',
  'mask',
  'looped',
  'otherDraw',
  'cut',
  'twice',
  'shuffled',
  'twoPeople',
  'wrongTime',
  'bent',
] as const
type Attack = (typeof ATTACKS)[number]
export type Kind = 'genuine' | Attack

/** The data that is sent: the frames, the selfie, the requested moves, and how long the service waited for it. */
export interface Play {
  asked: readonly ChallengeMove[]
  shots: Shot[]
  still: Shot
  waitedMs: number
}

/** The findings that are the right reasons against an attack: at least one must be present. */
export const REASONS: Record<Attack, ChallengeCheck[]> = {
  still: ['MOVES'],
  moved: ['MOVES', 'HEAD'],
  warped: ['MOVES', 'HEAD'],
  tilted: ['MOVES', 'HEAD'],
  mask: ['MOVES', 'HEAD'],
  looped: ['MOVES', 'FILM'],
  otherDraw: ['MOVES'],
  cut: ['FILM'],
  twice: ['FILM'],
  shuffled: ['MOVES', 'TIME'],
  twoPeople: ['ONE_FACE'],
  wrongTime: ['TIME'],
  bent: ['MOVES', 'HEAD'],
}

export function play(kind: Kind, actor: Actor, other: Actor, random: Random): Play {
  const asked = random.pick(SEQUENCES)
  const scene = sceneOf(actor, random)
  const manner = mannerOf(random)
  const film = (moves: readonly ChallengeMove[], of = scene) => shootFilm(of, playMoves(moves, manner, random), random)
  const done = (shots: Shot[], still = stillOf(scene, random)): Play => ({
    asked,
    shots,
    still,
    waitedMs: (shots.at(-1)?.at ?? 0) + random.between(300, 3_000),
  })
  const flat = (sheet: Sheet, change: (stand: Stand) => Partial<Stand>) => {
    const stands = playMoves(asked, manner, random).map((stand) => ({ ...stand, ...change(stand) }))
    return done(shootFilm({ ...scene, sheet }, stands, random))
  }
  const plane = () => buildPlane(actor.photographed)

  switch (kind) {
    case 'genuine':
      return done(film(asked))
    case 'still':
      return flat(plane(), () => ({ yaw: 0, distance: 45 }))
    case 'moved':
      return flat(plane(), ({ yaw }) => ({ yaw: 0, right: yaw / 6, roll: yaw / 5 }))
    case 'tilted': {
      const steep = random.between(1, 1.7)
      return flat(plane(), ({ yaw }) => ({ yaw: yaw * steep }))
    }
    case 'mask':
      return flat(buildOval(actor.photographed), ({ yaw }) => ({ yaw: yaw * random.between(0.9, 1.3) }))
    case 'bent':
      return flat(buildTube(actor.photographed, random.between(8, 14)), () => ({}))
    case 'warped': {
      const stands = playMoves(asked, manner, random)
      const strength = random.between(0.5, 1.5)
      const shots = stands.map((stand) => {
        const sheet = pushed(plane(), (strength * stand.yaw) / 15)
        return shootFilm({ ...scene, sheet }, [{ ...stand, yaw: 0 }], random)[0] as Shot
      })
      return done(shots)
    }
    case 'looped': {
      const [first] = asked
      const once = film(first ? [first] : [])
      const length = (once.at(-1)?.at ?? 0) - (once[0]?.at ?? 0) + 350
      return done(
        [0, 1, 2].flatMap((turn) =>
          once.filter((_, i) => i % 3 === 0).map(({ at, picture }) => ({ at: at + turn * length, picture })),
        ),
      )
    }
    case 'otherDraw': {
      const another = random.pick(SEQUENCES.filter((moves) => moves !== asked))
      return done(film(another))
    }
    case 'cut': {
      const rooms = [undefined, other, undefined]
      const pieces = asked.map((move, i) => film([move], { ...sceneOf(actor, random, rooms[i]), sheet: actor.head }))
      let at = 1_000
      const shots = pieces.flatMap((piece) =>
        piece
          .filter((_, i) => i % 3 === 1)
          .map(({ picture }) => {
            at += 350
            return { at, picture }
          }),
      )
      return done(shots)
    }
    case 'twice': {
      const shots = film(asked)
      const at = random.whole(2, shots.length - 3)
      const picture = (shots[at] as Shot).picture
      const again = at + random.whole(1, 2)
      return done(shots.map((shot, i) => (i === again ? { ...shot, picture } : shot)))
    }
    case 'shuffled': {
      const shots = film(asked)
      const order = shots.map((_, i) => ({ i, key: random.next() })).toSorted((a, b) => a.key - b.key)
      return done(shots.map(({ at }, i) => ({ at, picture: (shots[order[i]?.i ?? 0] as Shot).picture })))
    }
    case 'twoPeople': {
      const stands = playMoves(asked, manner, random)
      const half = random.whole(Math.floor(stands.length * 0.2), Math.floor(stands.length * 0.6))
      const shots = shootFilm(scene, stands, random)
      const others = shootFilm({ ...scene, sheet: other.head }, stands, random)
      return done(shots.map((shot, i) => (i < half ? shot : (others[i] as Shot))))
    }
    case 'wrongTime': {
      const right = done(film(asked))
      const { shots } = right
      const begun = shots[0]?.at ?? 0
      switch (random.whole(0, 2)) {
        case 0: // A recording that is longer than the time that the service waited.
          return { ...right, waitedMs: (shots.at(-1)?.at ?? 0) * random.between(0.2, 0.7) }
        case 1: // All frames at the same time.
          return { ...right, shots: shots.map(({ at, picture }) => ({ at: begun + (at - begun) / 8, picture })) }
        default: // Frames too far apart to be one film.
          return {
            ...right,
            shots: shots.map(({ at, picture }) => ({ at: begun + (at - begun) * 9, picture })),
            waitedMs: 80_000,
          }
      }
    }
  }
}

function sceneOf({ photographed, head, background }: Actor, random: Random, behind?: Actor): Scene {
  return {
    background: behind?.background ?? background,
    toPixels: (behind?.photographed ?? photographed).toPixels,
    sheet: head,
    light: random.between(0.75, 1.15),
    grain: random.between(2, 5),
    strength: strengthOf(random),
  }
}

const stillOf = (scene: Scene, random: Random): Shot => ({
  at: 0,
  picture: (shootFilm(scene, [{ at: 0, yaw: 0, pitch: 0, roll: 0, right: 0, up: 0, distance: 45 }], random)[0] as Shot)
    .picture,
})

/** The middle of the picture shifted to one side by this many centimetres, with fixed edges. */
function pushed(sheet: Sheet, by: number): Sheet {
  const vertices = sheet.vertices.slice()
  for (let at = 0; at < vertices.length; at += 5) {
    const [x, y] = [vertices[at] as number, vertices[at + 1] as number]
    vertices[at] = x + by * Math.max(0, 1 - (x / 9) ** 2) * Math.max(0, 1 - (y / 14) ** 2)
  }
  return { ...sheet, vertices }
}
