import type { FaceTemplate } from '../../domain/document/document.ts'
import { joinModels } from '../../domain/face/template.ts'
import { curveOf, thresholdOf } from '../nets/net-list.ts'
import type { Net, Nets } from '../nets/runtime.ts'
import { showPicture } from '../nets/show-picture.ts'
import { mirror, type Picture } from '../picture/picture.ts'

/**
 * An aligned face → a template of unit length that compares by cosine. Two recognisers of different training look at it,
 * where there are two: each one's numbers are scaled so that the cosine of the whole is the weighted mean of theirs.
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
 * By the first recogniser and one look alone, for the many frames of a challenge: compared with a whole template by that
 * recogniser's numbers, at a quarter of the cost.
 */
export async function embedFrame(nets: Nets, aligned: Picture): Promise<FaceTemplate> {
  const net = await nets.get('face-embed')
  return { ...ownTemplate(net), values: await look(net, aligned) }
}

const ownTemplate = (net: Net) => ({ model: net.sha256, curve: curveOf(net.entry, 'score') })

/**
 * Of the face and of its mirror picture, summed: what light and pose do to one side weighs half. The second recogniser
 * looks once: its mirror picture gains nothing next to the first one's and costs 16 CPU-ms.
 */
async function numbersOf(net: Net, aligned: Picture): Promise<number[]> {
  const views = [await look(net, aligned), await look(net, mirror(aligned))] as const
  return toUnitLength(views[0].map((value, at) => value + (views[1][at] as number)))
}

async function look(net: Net, aligned: Picture): Promise<number[]> {
  const { output } = await showPicture(net, aligned)
  if (!output) throw new Error('the recogniser gives no output')
  return toUnitLength(Array.from(output.data))
}

const toUnitLength = (values: number[]): number[] => scale(values, 1 / Math.hypot(...values))

const scale = (values: number[], by: number): number[] => values.map((value) => value * by)
