import { curveOf, thresholdOf } from '../nets/net-list.ts'
import { type Net, type Nets, showPicture } from '../nets/runtime.ts'
import { type Affine, similarity } from '../picture/matrix.ts'
import { mirror, type Picture, type Point } from '../picture/picture.ts'
import { warpAffine } from '../picture/warp.ts'
import type { FaceTemplate } from './face-template.ts'
import { type FacePoints, middleOf } from './find-points.ts'
import { joinModels } from './template.ts'

/**
 * An aligned face → a template of unit length that is compared by cosine. If there are two recognisers of different
 * training, both are used: their values are scaled so that the cosine of the whole is the weighted mean of their
 * cosines.
 */
export async function embedFace(nets: Nets, aligned: Picture): Promise<FaceTemplate> {
  const first = await nets.get('face-embed')
  if (!nets.has('face-embed-second')) return { ...ownTemplate(first), values: await numbersOf(first, aligned) }

  const second = await nets.get('face-embed-second')
  const share = thresholdOf(second.entry, 'share')
  const halves = [
    scale(await numbersOf(first, aligned), Math.sqrt(1 - share)),
    scale(await look(second, aligned), Math.sqrt(share)),
  ]
  return {
    model: joinModels([first.sha256, second.sha256]),
    values: halves.flat(),
    curve: curveOf(second.entry, 'joined'),
    parts: [first, second].map((net, at) => ({ ...ownTemplate(net), length: halves[at]?.length ?? 0 })),
  }
}

/**
 * Uses only the first recogniser and only one look, for the many frames of a challenge. The result is compared with the
 * same recogniser's part of a whole template, at a quarter of the cost.
 */
export async function embedFrame(nets: Nets, aligned: Picture): Promise<FaceTemplate> {
  const net = await nets.get('face-embed')
  return { ...ownTemplate(net), values: await look(net, aligned) }
}

const ownTemplate = (net: Net) => ({ model: net.sha256, curve: curveOf(net.entry, 'score') })

/**
 * The sum over the face and its mirror image: the effect of light and pose on one side is halved. The second recogniser
 * looks once: its mirror image adds nothing to the first one's and costs 16 CPU-ms.
 */
async function numbersOf(net: Net, aligned: Picture): Promise<number[]> {
  const views = [await look(net, aligned), await look(net, mirror(aligned))] as const
  return toUnitLength(views[0].map((value, at) => value + (views[1][at] as number)))
}

async function look(net: Net, aligned: Picture): Promise<number[]> {
  const { output } = await showPicture(net, aligned)
  if (!output) throw new Error('the recogniser gave no output')
  return toUnitLength(Array.from(output.data))
}

const toUnitLength = (values: number[]): number[] => scale(values, 1 / Math.hypot(...values))

const scale = (values: number[], by: number): number[] => values.map((value) => value * by)

const SIDE = 112

/** Where eyes, nose tip and mouth corners lie in the 112 × 112 crop that face recognisers are trained on. */
const REFERENCE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
]

/** Turns, scales and shifts the face so that its features are where the recogniser expects them. */
export function alignFace(picture: Picture, points: FacePoints): Picture {
  return warpAffine(picture, alignmentOf(points), { width: SIDE, height: SIDE })
}

/** Maps the picture's pixels to those of the aligned face. */
export function alignmentOf(points: FacePoints): Affine {
  return similarity(fivePointsOf(points), REFERENCE)
}

/** Both eyes, the nose tip, both corners of the mouth, the picture's left first. */
export function fivePointsOf(points: FacePoints): Point[] {
  return [
    middleOf(points, 36, 41),
    middleOf(points, 42, 47),
    middleOf(points, 30, 30),
    middleOf(points, 48, 48),
    middleOf(points, 54, 54),
  ]
}
