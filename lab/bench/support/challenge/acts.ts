import type { Random } from '../../../../packages/specimen/src/random.ts'
import { type ChallengeCheck, SEQUENCES } from '../../../../src/vision/face/challenge/challenge.ts'
import { strengthOf } from './exposure.ts'
import { mannerOf, type Scene } from './film.ts'
import type { Actor } from './people.ts'
import { type Poses, shootPoses } from './poses.ts'
import { buildOval, buildPlane, buildTube } from './surfaces.ts'
import type { Act } from './virtual-camera.ts'

/** What is held in front of the page's camera, or replaces it. */
export const ACTS = ['still', 'moved', 'tilted', 'mask', 'bent', 'looped', 'otherFilm', 'cut', 'twoPeople'] as const
export type ActName = 'genuine' | (typeof ACTS)[number]

/** The findings that are the right reasons against it: at least one must be present. */
export const ACT_REASONS: Record<(typeof ACTS)[number], ChallengeCheck[]> = {
  still: ['MOVES'],
  moved: ['MOVES', 'HEAD'],
  tilted: ['MOVES', 'HEAD'],
  mask: ['MOVES', 'HEAD'],
  bent: ['MOVES', 'HEAD'],
  looped: ['MOVES', 'FILM'],
  otherFilm: ['MOVES', 'FILM'],
  cut: ['FILM'],
  twoPeople: ['ONE_FACE'],
}

export async function prepareAct(
  name: ActName,
  actor: Actor,
  other: Actor,
  random: Random,
): Promise<Pick<Act, 'scenes' | 'script'>> {
  // The page's own net requires a slightly larger move than the service.
  const manner = { ...mannerOf(random), turn: random.between(26, 34), nearer: random.between(1.4, 1.6), back: 0.68 }
  const sceneOf = (sheet: Scene['sheet'], behind = actor): Scene => ({
    background: behind.background,
    toPixels: behind.photographed.toPixels,
    sheet,
    light: random.between(0.85, 1.1),
    grain: random.between(2, 4),
    strength: strengthOf(random),
  })
  const head = (of = actor, behind = actor): Promise<Poses> => shootPoses(sceneOf(of.head, behind), manner, random)
  const sheet = (surface: Scene['sheet'], hold?: Parameters<typeof shootPoses>[3]): Promise<Poses> =>
    shootPoses(sceneOf(surface), manner, random, hold)
  const plane = buildPlane(actor.photographed)

  switch (name) {
    case 'genuine':
      return { scenes: [await head()] }
    case 'still':
      return { scenes: [await sheet(plane, () => ({ yaw: 0, distance: 45 }))] }
    case 'moved':
      return { scenes: [await sheet(plane, ({ yaw }) => ({ yaw: 0, right: yaw / 6, roll: yaw / 5 }))] }
    case 'tilted':
      return { scenes: [await sheet(plane, ({ yaw }) => ({ yaw: 1.4 * yaw }))] }
    case 'mask':
      return { scenes: [await sheet(buildOval(actor.photographed), ({ yaw }) => ({ yaw: 1.1 * yaw }))] }
    case 'bent':
      return { scenes: [await sheet(buildTube(actor.photographed, random.between(8, 14)))] }
    case 'looped':
      return { scenes: [await head()], script: ['LEFT'] }
    case 'otherFilm':
      return { scenes: [await head()], script: [...random.pick(SEQUENCES)] }
    case 'cut':
      return { scenes: [await head(), await head(actor, other)] }
    case 'twoPeople':
      return { scenes: [await head(), await head(other, actor)] }
  }
}
