import { parseArgs } from 'node:util'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { BACKGROUNDS, paintBackground } from '../../packages/specimen/src/photograph/backgrounds.ts'
import { type Random, random } from '../../packages/specimen/src/random.ts'
import { nameSides } from '../../src/apps/hosted-page/corners/corner-net.ts'
import { agreeingSides, leavesPrint } from '../../src/apps/hosted-page/guidance/agree.ts'
import { type Cut, cutFrame, NET_SIDE, windowIn } from '../../src/apps/hosted-page/guidance/cut-frame.ts'
import { findSides, type Quad, type Sides } from '../../src/apps/hosted-page/guidance/find-sides.ts'
import { follow } from '../../src/apps/hosted-page/guidance/follow.ts'
import { LIMITS } from '../../src/apps/hosted-page/guidance/judge-frame.ts'
import type { Point } from '../../src/vision/picture/picture.ts'
import { type Grey, toGrey } from '../../src/vision/picture/quality/measures.ts'
import { cameraScene } from '../../test/support/camera-frame.ts'
import { median, overlap } from '../evaluate/measure/overlap.ts'
import type { Measurement } from './support/bench.ts'
import { VIEWS } from './support/guidance-frames.ts'
import { openPageCorners } from './support/page-net.ts'

const KINDS = ['td1', 'td3', 'us-licence', 'eu-licence', 'td2'] as const
/** In the guide frame, or anywhere: turned by up to 25 degrees or upright, smaller, off-centre. */
const PLACES = ['window', 'anywhere'] as const
const RIGHT = 0.9

/**
 * npm run bench -- outline [FRAMES [FIRST]]: the four corners of a specimen on each background, found by the search for
 * straight sides and by the corner net, and the results of both for the empty table; with the CPU time on one core.
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const [frames = 100, first = 800_000] = parseArgs({ args, allowPositionals: true }).positionals.map(Number)
  const net = openPageCorners()
  const agreement = Object.fromEntries(Object.keys(MOVED).map((name) => [name, { shown: 0, count: 0 }])) as Agreement
  const doubted = { right: 0, cut: 0, count: 0 }
  const cost = { sides: [] as number[], net: [] as number[], follow: [] as number[] }
  for (const place of PLACES) {
    const right = new Map<string, { sides: number; net: number; wrongSides: number; wrongNet: number; count: number }>()
    for (let seed = first; seed < first + frames; seed += 1) {
      const background = BACKGROUNDS[seed % BACKGROUNDS.length] as (typeof BACKGROUNDS)[number]
      const { cut, overview, shown, truth } = await sceneOf(seed, place, background)
      const grey = toGrey(overview)
      const bySides = timed(cost.sides, () => findSides(grey, cut.window))
      const byNet = timed(cost.net, () => nameSides(net(shown.data), { x: 0, y: 0, ...cut.overview }))
      if (byNet.quad && scoreOf(byNet, truth) > RIGHT) {
        countAgreement(agreement, grey, byNet.quad)
        doubted.count += 1
        if (leavesPrint(grey, byNet.quad)) doubted.right += 1
        if (leavesPrint(grey, cutThrough(byNet.quad))) doubted.cut += 1
      }
      timed(cost.follow, () => byNet.quad && follow(byNet.quad, grey, grey))
      const row = right.get(background) ?? { sides: 0, net: 0, wrongSides: 0, wrongNet: 0, count: 0 }
      const [one, other] = [scoreOf(bySides, truth), scoreOf(byNet, truth)]
      right.set(background, {
        count: row.count + 1,
        sides: row.sides + (one > RIGHT ? 1 : 0),
        net: row.net + (other > RIGHT ? 1 : 0),
        wrongSides: row.wrongSides + (bySides.quad && one <= RIGHT ? 1 : 0),
        wrongNet: row.wrongNet + (byNet.quad && other <= RIGHT ? 1 : 0),
      })
    }
    for (const [background, { count, ...row }] of right)
      console.log(
        `${place}, ${background}: of ${count} the sides name ${row.sides} rightly and ${row.wrongSides} wrongly, the net ${row.net} and ${row.wrongNet}`,
      )
  }
  for (const [moved, { shown, count }] of Object.entries(agreement))
    console.log(`${moved}: of ${count} right outlines of the net ${shown} have the picture's sides where they say`)
  console.log(
    `of ${doubted.count} right outlines ${doubted.right} are doubted; run through the document, ${doubted.cut} of ${doubted.count}`,
  )
  let taken = { sides: 0, net: 0 }
  const empty = Math.ceil(frames / 2)
  for (let seed = first; seed < first + empty; seed += 1) {
    const { cut, overview, shown } = await emptyTable(seed)
    const sides = findSides(toGrey(overview), cut.window)
    const named = nameSides(net(shown.data), { x: 0, y: 0, ...cut.overview })
    taken = { sides: taken.sides + (sides.quad ? 1 : 0), net: taken.net + (named.quad ? 1 : 0) }
  }
  console.log(`of ${empty} tables without a document the sides take ${taken.sides} for one, the net ${taken.net}`)
  for (const [name, times] of Object.entries(cost))
    console.log(`${name}: ${median(times).toFixed(1)} ms of CPU, median`)
  return []
}

/**
 * The displacement of a right outline, in fractions of its height and in pixels: undisplaced it must be shown;
 * displaced it must not.
 */
const MOVED = {
  'as it is': [0, 0, 0],
  'a third of its height too low': [1 / 3, 0, 0],
  '12 pixels aside': [0, 12, 0],
} as const

type Agreement = Record<keyof typeof MOVED, { shown: number; count: number }>

function countAgreement(agreement: Agreement, grey: Grey, quad: Quad): void {
  const height = Math.hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1])
  for (const [name, [share, byX, byY]] of Object.entries(MOVED)) {
    const moved = quad.map(([x, y]) => [x + byX, y + byY + share * height]) as Quad
    const row = agreement[name as keyof typeof MOVED]
    row.count += 1
    if (agreeingSides(grey, moved) >= LIMITS.sides) row.shown += 1
  }
}

/** The outline without the last third of the document. */
function cutThrough([a, b, c, d]: Quad): Quad {
  const within = ([x, y]: Point2, [toX, toY]: Point2): Point2 => [x + (toX - x) / 3, y + (toY - y) / 3]
  return [a, within(b, a), within(c, d), d]
}

type Point2 = Quad[number]

async function sceneOf(seed: number, place: (typeof PLACES)[number], background: (typeof BACKGROUNDS)[number]) {
  const source = random(`outline/${place}/${seed}`)
  const { front } = await drawSpecimen({ kind: source.pick(KINDS), seed })
  const { video, element } = source.pick(VIEWS)
  const cut = cutFrame(video, element)
  const widest = (windowIn('document', element).width * cut.seen.width) / video.width
  const pose = place === 'window' ? { fill: widest * source.between(0.84, 1) } : anywhere(widest, source)
  const { canvas, quad } = await cameraScene(front, { ...video, seed, background, ...pose })
  const scale = cut.overview.width / cut.seen.width
  const truth = quad.map(({ x, y }) => ({ x: (x - cut.seen.x) * scale, y: (y - cut.seen.y) * scale }))
  return { cut, truth, ...piecesOf(canvas, cut) }
}

function anywhere(widest: number, source: Random) {
  const upright = source.next() < 0.35
  return {
    fill: widest * source.between(0.6, 1) * (upright ? 0.75 : 1),
    roll: upright ? 90 : source.between(-25, 25),
    shift: { x: source.between(-0.3, 0.3), y: source.between(-0.15, 0.15) },
  }
}

async function emptyTable(seed: number) {
  const source = random(`outline/empty/${seed}`)
  const { video, element } = source.pick(VIEWS)
  const canvas = createCanvas(video.width, video.height)
  paintBackground(
    canvas.getContext('2d'),
    BACKGROUNDS[seed % BACKGROUNDS.length] as (typeof BACKGROUNDS)[number],
    source,
  )
  const cut = cutFrame(video, element)
  return { cut, ...piecesOf(canvas, cut) }
}

function piecesOf(canvas: Canvas, { seen, overview }: Cut) {
  const piece = (width: number, height: number) => {
    const target = createCanvas(width, height)
    target.getContext('2d').drawImage(canvas, seen.x, seen.y, seen.width, seen.height, 0, 0, width, height)
    return target.getContext('2d').getImageData(0, 0, width, height)
  }
  return { overview: piece(overview.width, overview.height), shown: piece(NET_SIDE, NET_SIDE) }
}

const scoreOf = ({ quad }: Sides, truth: Point[]): number =>
  quad
    ? overlap(
        quad.map(([x, y]) => ({ x, y })),
        truth,
      )
    : 0

function timed<Value>(times: number[], work: () => Value): Value {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  times.push((user + system) / 1000)
  return value
}
