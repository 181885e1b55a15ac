import type { RecaptureReading } from '../../domain/document.ts'
import { warpQuad } from '../geometry.ts'
import type { Quad } from '../min-area-rect.ts'
import { inputOf, thresholdOf } from '../model-list.ts'
import type { Picture } from '../picture.ts'
import type { Model, Models } from '../runtime.ts'
import { shrinkWithin } from '../shrink.ts'
import { toTensor } from '../tensor.ts'
import { grown, wholePicture } from './find-document.ts'
import { judgeScreen } from './judge-screen.ts'

/** The net's view of a document: a margin of an eighteenth of its size on every side. */
const MARGIN = 1 / 18
const WORKING_SIDE = 1280

/** Original, screen or copy? Undefined when a net is not there: then it stays unknown. */
export async function judgeRecapture(
  models: Models,
  photo: Picture,
  quad: Quad | undefined,
): Promise<RecaptureReading | undefined> {
  if (!models.has('recapture')) return undefined
  const pixels = await judgeScreen(models, photo)
  if (pixels === undefined) return undefined

  const model = await models.get('recapture')
  const { picture, scale } = await shrinkWithin(photo, WORKING_SIDE)
  const scaled = quad?.map(({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 }))
  const [, screen] = await told(model, picture, wholePicture(picture))
  // Whether it is a copy shows on the document alone: there is none without one.
  const [, , copy] = scaled ? await told(model, picture, grown(scaled as unknown as Quad, MARGIN)) : [1, 0, 0]
  const shown = chanceOf(pixels + oddsOf(screen) - thresholdOf(model.entry, 'screenOdds'))
  return {
    score: Math.round(Math.min(scoreOf(copy, thresholdOf(model.entry, 'copy')), scoreOf(shown, 0.5))),
    kinds: { original: (1 - copy) * (1 - shown), screen: shown, copy },
  }
}

async function told(
  model: Model,
  picture: Picture,
  part: Quad,
): Promise<[original: number, screen: number, copy: number]> {
  const input = inputOf(model.entry)
  const tensor = toTensor(warpQuad(picture, part, input, 'repeat'), input)
  const { data } = (await model.run({ [input.name]: tensor })).told ?? {}
  if (!data) throw new Error('the recapture net tells nothing')
  return [data[0] as number, data[1] as number, data[2] as number]
}

/** Probabilities of exactly 0 and 1 do not outweigh everything else. */
const FLOOR = 1e-3
const oddsOf = (chance: number): number => Math.log((chance + FLOOR) / (1 - chance + FLOOR))
const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** 100 where the net sees nothing of it, 50 at its threshold, 0 where it is sure. */
function scoreOf(chance: number, limit: number): number {
  return chance <= limit ? 100 - (50 * chance) / limit : (50 * (1 - chance)) / (1 - limit)
}
