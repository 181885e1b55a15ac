import { parseArgs } from 'node:util'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { BACKGROUNDS } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { addNoise } from '../../packages/specimen/src/photograph/sensor.ts'
import { type Random, random } from '../../packages/specimen/src/random.ts'
import { cutFrame } from '../../src/apps/hosted-page/guidance/cut-frame.ts'
import type { Quad } from '../../src/apps/hosted-page/guidance/find-sides.ts'
import { FOLLOWING, type Following, follow, movedBetween } from '../../src/apps/hosted-page/guidance/follow.ts'
import { LIMITS } from '../../src/apps/hosted-page/guidance/judge-frame.ts'
import type { Quad as Corners } from '../../src/vision/picture/quad.ts'
import { type Grey, toGrey } from '../../src/vision/picture/quality/measures.ts'
import { cameraScene } from '../../test/support/camera-frame.ts'
import type { Measurement } from './support/bench.ts'
import { VIEWS } from './support/guidance-frames.ts'

const KINDS = ['td1', 'us-licence', 'eu-licence', 'td3', 'td2'] as const
const { video, element } = VIEWS[0] as (typeof VIEWS)[number]
const MARGIN = 200
/** The number of frames between two runs of the net on a slow device. */
const FRAMES = 8
/** The movement of the hand: pixels of the camera's picture between consecutive frames, and around its position. */
const HANDS = {
  trembling: { step: 0, around: 7 },
  wandering: { step: 14, around: 7 },
  'laying it down': { step: 45, around: 7 },
}
/** The alternatives; the first of each is what the page uses. */
const WEIGHED: Partial<Following>[] = [
  {},
  { unrest: 0.02, apart: 100 },
  { unrest: 0.02 },
  { unrest: 0.1 },
  { unrest: 1 },
  { apart: 3 },
  { apart: 12 },
  { piece: 7 },
  { piece: 14 },
  { lost: 20 },
  { lost: 45 },
  { coarse: 3 },
  { coarse: 6 },
]

/**
 * npm run bench -- follow [RUNS [FIRST]] [--weigh]: an outline that is right in the first frame, tracked through a run
 * of frames with three hands and five backgrounds. How far is it from the document at the end, and does the page say
 * "hold still" for moving hands? The numbers of `FOLLOWING` were chosen on seeds from 600,000 (--weigh shows the
 * alternatives).
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { weigh: { type: 'boolean' } } })
  const [runs = 60, first = 610_000] = positionals.map(Number)
  const weighed = (values.weigh ? WEIGHED : [{}]).map((other) => ({ other, how: { ...FOLLOWING, ...other } }))
  for (const [name, hand] of Object.entries(HANDS)) {
    const ends = weighed.map(() => [] as number[])
    const moves: number[] = []
    for (let seed = first; seed < first + runs; seed += 1) {
      const { quad, frames, path } = await shoot(seed, hand)
      const [byX, byY] = path.at(-1) as [number, number]
      for (const [at, { how }] of weighed.entries()) {
        let followed = quad
        for (let frame = 1; frame < frames.length; frame += 1)
          followed = follow(followed, frames[frame - 1] as Grey, frames[frame] as Grey, how) ?? followed
        const off = followed.map(([x, y], corner) => {
          const [truthX, truthY] = quad[corner] as [number, number]
          return Math.hypot(x - truthX - byX, y - truthY - byY)
        })
        ends[at]?.push(Math.max(...off))
      }
      for (let frame = 1; frame < frames.length; frame += 1) {
        const [x, y] = path[frame] as [number, number]
        const here = quad.map(([cornerX, cornerY]) => [cornerX + x, cornerY + y]) as Quad
        moves.push(movedBetween(here, frames[frame] as Grey, frames[frame - 1] as Grey))
      }
    }
    for (const [at, { other }] of weighed.entries())
      console.log(`${name} ${JSON.stringify(other)}: worst corner off by ${range(ends[at] ?? [])} pixels of 320`)
    const still = moves.filter((moved) => moved <= LIMITS.moved).length
    console.log(`${name}: moved by ${range(moves)} a frame; mistaken for still ${still} of ${moves.length}`)
  }
  return []
}

const range = (values: number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.5, 0.9, 1].map((share) => (sorted[Math.round(share * (sorted.length - 1))] ?? 0).toFixed(1)).join(', ')
}

async function shoot(seed: number, hand: { step: number; around: number }) {
  const source = random(`follow/${seed}`)
  const { front } = await drawSpecimen({ kind: KINDS[seed % KINDS.length] ?? 'td1', seed })
  const { canvas, quad } = await cameraScene(front, {
    width: video.width + 2 * MARGIN,
    height: video.height + 2 * MARGIN,
    fill: 0.45,
    seed,
    background: BACKGROUNDS[Math.floor(seed / KINDS.length) % BACKGROUNDS.length] ?? 'wood',
  })
  const angle = source.between(0, 2 * Math.PI)
  const cut = cutFrame(video, element)
  const scale = cut.overview.width / cut.seen.width
  const path = Array.from({ length: FRAMES }, (_, at): [number, number] => {
    const along = hand.step * Math.min(at, 3)
    const by = (way: number) => along * way + (at ? source.between(-hand.around, hand.around) / 2 : 0)
    return [by(Math.cos(angle)), by(Math.sin(angle))]
  })
  return {
    quad: inOverview(quad, cut.seen, scale),
    path: path.map(([x, y]): [number, number] => [x * scale, y * scale]),
    frames: path.map(([x, y]) => overviewOf(canvas, x, y, source)),
  }
}

const inOverview = (quad: Corners, seen: { x: number; y: number }, scale: number): Quad =>
  quad.map(({ x, y }) => [(x - MARGIN - seen.x) * scale, (y - MARGIN - seen.y) * scale]) as Quad

function overviewOf(canvas: Canvas, x: number, y: number, source: Random): Grey {
  const { seen, overview } = cutFrame(video, element)
  const frame = createCanvas(video.width, video.height)
  frame.getContext('2d').drawImage(canvas, x - MARGIN, y - MARGIN)
  addNoise(frame, 2, source)
  const target = createCanvas(overview.width, overview.height)
  const pen = target.getContext('2d')
  pen.drawImage(frame, seen.x, seen.y, seen.width, seen.height, 0, 0, overview.width, overview.height)
  return toGrey(pen.getImageData(0, 0, overview.width, overview.height))
}
