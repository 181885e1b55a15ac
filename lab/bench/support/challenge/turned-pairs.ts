import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { random } from '../../../../packages/specimen/src/random.ts'
import { CHALLENGE_LIMITS } from '../../../../src/features/challenge/judge/judge-challenge.ts'
import { MOVE_LIMITS, noseShift } from '../../../../src/vision/face/challenge/find-moves.ts'
import { findFaces, pickFace } from '../../../../src/vision/face/detect-faces.ts'
import { type FacePoints, findPointsTwice, measureFacePose } from '../../../../src/vision/face/find-points.ts'
import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { ChallengeFigures } from '../../../evaluate/report/tables/challenge.ts'
import { shootFilm } from './film.ts'
import { type Actor, type Half, halfOf } from './people.ts'
import { buildPlane } from './surfaces.ts'

interface Seen {
  points: FacePoints
  yaw: number
}

const STRAIGHT = 8

/** Real pictures of one person, frontal and turned; and each actor's picture, frontal and tilted. */
export async function measureTurned(
  engine: ReadEngine,
  folder: string,
  half: Half,
  actors: readonly Actor[],
): Promise<ChallengeFigures['turned']> {
  const people = new Map<string, Seen[]>()
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).toSorted()
  for (const file of files) {
    const name = file.replace(/_\d+\.jpg$/, '')
    if (halfOf(name) !== half) continue
    const seen = await look(engine, await decode(await readFile(path.join(folder, file))))
    if (seen) people.set(name, [...(people.get(name) ?? []), seen])
  }
  const heads = [...people.values()].flatMap((seen) =>
    seen
      .filter(({ yaw }) => Math.abs(yaw) < STRAIGHT)
      .flatMap((from) =>
        seen.filter((to) => Math.abs(to.yaw - from.yaw) >= MOVE_LIMITS.turn).map((to) => isHead(from, to)),
      ),
  )

  const planes: boolean[] = []
  for (const [at, actor] of actors.entries()) {
    const chance = random(`tilted/${at}`)
    const scene = {
      background: actor.background,
      toPixels: actor.photographed.toPixels,
      sheet: buildPlane(actor.photographed),
      light: 1,
      grain: 3,
      strength: 0,
    }
    const stand = (yaw: number) => ({ at: 0, yaw, pitch: 0, roll: 0, right: 0, up: 0, distance: 45 })
    const yaws = [0, 20, -25, 30, -35, 40, -45]
    const shots = shootFilm(scene, yaws.map(stand), chance)
    const seen: (Seen | undefined)[] = []
    for (const { picture } of shots) seen.push(await look(engine, await decode(await toJpeg(picture, 65))))
    const [from, ...tilted] = seen
    if (from) for (const to of tilted) if (to) planes.push(isHead(from, to))
  }
  return {
    heads: { n: heads.length, wrong: heads.filter((head) => !head).length },
    planes: { n: planes.length, wrong: planes.filter((head) => head).length },
  }
}

/** By the nose only, whatever angle the pose net reports. */
function isHead(from: Seen, to: Seen): boolean {
  const turn = to.yaw - from.yaw
  const shift = -Math.sign(turn) * noseShift(from, to)
  return (
    shift > CHALLENGE_LIMITS.nose && shift / Math.sin((Math.abs(turn) * Math.PI) / 180) > CHALLENGE_LIMITS.nosePerTurn
  )
}

async function look(engine: ReadEngine, picture: Picture): Promise<Seen | undefined> {
  const { value } = await engine.read(async ({ nets }) => {
    const face = pickFace(await findFaces(nets, picture), picture)
    if (!face) return undefined
    const points = await findPointsTwice(await nets.get('face-landmark'), picture, face)
    const { yaw } = await measureFacePose(await nets.get('face-pose'), picture, face, points)
    return { points, yaw }
  })
  return value
}
