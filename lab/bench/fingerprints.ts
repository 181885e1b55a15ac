import { parseArgs } from 'node:util'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { BACKGROUNDS } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { random } from '../../packages/specimen/src/random.ts'
import { nameSides } from '../../src/apps/hosted-page/corners/corner-net.ts'
import { cutFrame, NET_SIDE } from '../../src/apps/hosted-page/guidance/cut-frame.ts'
import {
  fingerprintOf,
  hasChanged,
  isSameSide,
  likenessOf,
  movedBy,
  type SceneFingerprint,
} from '../../src/apps/hosted-page/guidance/scene-fingerprint.ts'
import { toGrey } from '../../src/vision/picture/quality/measures.ts'
import { cameraScene, type FrameOptions } from '../../test/support/camera-frame.ts'
import type { Measurement } from './support/bench.ts'
import { VIEWS } from './support/guidance-frames.ts'
import { openPageCorners } from './support/page-net.ts'

const KINDS = ['td1', 'us-licence', 'eu-licence'] as const
const { video, element } = VIEWS[0] as (typeof VIEWS)[number]
const MARGIN = 16
const net = openPageCorners()

/** What happened between the refused picture and now; whether the scene and the side are still the same. */
const HAPPENINGS = ['trembled', 'moved', 'turned', 'upright', 'on its head', 'other side', 'other side, moved'] as const
type Happening = (typeof HAPPENINGS)[number]
const SAME_SCENE: readonly Happening[] = ['trembled']
const OTHER_SIDE: readonly Happening[] = ['other side', 'other side, moved']

/**
 * npm run bench -- fingerprints [COUNT [FIRST]]: does the page remember correctly what was refused? A card in front of
 * the camera, and the same a moment later. The limits were chosen on seeds from 700,000.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const [count = 60, first = 710_000] = parseArgs({ args, allowPositionals: true }).positionals.map(Number)
  const rows = HAPPENINGS.map((happening) => ({
    happening,
    scene: [] as number[],
    side: [] as number[],
    right: { scene: 0, side: 0 },
  }))
  for (let seed = first; seed < first + count; seed += 1) {
    const before = await fingerprintAfter(seed, 'trembled', 0)
    for (const row of rows) {
      const now = await fingerprintAfter(seed, row.happening, 1)
      if (now.page && before.page) row.scene.push(movedBy(now.page.quad, before.page.quad))
      if (hasChanged(now, before) !== SAME_SCENE.includes(row.happening)) row.right.scene += 1
      if (!now.page || !before.page) continue
      row.side.push(likenessOf(now.page.side, before.page.side))
      if (isSameSide(now.page.side, before.page.side) !== OTHER_SIDE.includes(row.happening)) row.right.side += 1
    }
  }
  for (const { happening, scene, side, right } of rows)
    console.log(
      `${happening}: corners moved by ${range(scene)}, scene right ${right.scene} of ${count}; side alike ${range(side)}, right ${right.side} of ${side.length}`,
    )
  return []
}

const range = (values: number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return [0, 0.05, 0.5, 0.95, 1]
    .map((share) => (sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(2))
    .join(' ')
}

async function fingerprintAfter(seed: number, happening: Happening, at: number): Promise<SceneFingerprint> {
  const source = random(`prints/${seed}/${happening}/${at}`)
  const { front, back = front } = await drawSpecimen({ kind: KINDS[seed % KINDS.length] ?? 'td1', seed })
  const moves = happening.endsWith('moved') || happening === 'turned'
  const pose: Partial<FrameOptions> = {
    ...(moves && { shift: { x: source.between(-0.3, 0.3), y: source.between(-0.15, 0.15) } }),
    ...(happening === 'turned' && { roll: source.between(8, 25) * (source.next() < 0.5 ? -1 : 1) }),
    ...(happening === 'upright' && { roll: 90 }),
    ...(happening === 'on its head' && { roll: 180 }),
  }
  const { canvas } = await cameraScene(OTHER_SIDE.includes(happening) ? back : front, {
    width: video.width + 2 * MARGIN,
    height: video.height + 2 * MARGIN,
    fill: happening === 'upright' ? 0.5 : 0.7,
    seed,
    background: BACKGROUNDS[Math.floor(seed / KINDS.length) % BACKGROUNDS.length] ?? 'wood',
    ...pose,
  })
  return fingerprintIn(canvas, source.between(-6, 6), source.between(-6, 6))
}

/** As in the page: a small overview of what is visible, and the corners from the net. */
function fingerprintIn(canvas: Canvas, x: number, y: number): SceneFingerprint {
  const frame = createCanvas(video.width, video.height)
  frame.getContext('2d').drawImage(canvas, x - MARGIN, y - MARGIN)
  const cut = cutFrame(video, element)
  const piece = (from: typeof cut.seen, width: number, height: number) => {
    const target = createCanvas(width, height)
    target.getContext('2d').drawImage(frame, from.x, from.y, from.width, from.height, 0, 0, width, height)
    return target.getContext('2d').getImageData(0, 0, width, height)
  }
  const overview = toGrey(piece(cut.seen, cut.overview.width, cut.overview.height))
  const shown = piece({ x: 0, y: 0, ...video }, NET_SIDE, NET_SIDE)
  return fingerprintOf(overview, nameSides(net(shown.data), cut.picture).quad)
}
