import type { RecaptureReading } from '../../domain/document.ts'
import { warpQuad } from '../geometry.ts'
import type { Quad } from '../min-area-rect.ts'
import { inputOf, thresholdOf } from '../model-list.ts'
import type { Picture } from '../picture.ts'
import type { Models } from '../runtime.ts'
import { shrinkWithin } from '../shrink.ts'
import { toTensor } from '../tensor.ts'
import { grown, wholePicture } from './find-document.ts'

/** The net's view of a document: a margin of an eighteenth of its size on every side. */
const MARGIN = 1 / 18
const WORKING_SIDE = 1280

/** Original, screen or copy? Undefined when the net is not there: then it stays unknown. */
export async function judgeRecapture(
  models: Models,
  photo: Picture,
  quad: Quad | undefined,
): Promise<RecaptureReading | undefined> {
  if (!models.has('recapture')) return undefined
  const model = await models.get('recapture')
  const input = inputOf(model.entry)
  const { picture, scale } = await shrinkWithin(photo, WORKING_SIDE)
  const scaled = quad?.map(({ x, y }) => ({ x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 }))
  const views = [wholePicture(picture), ...(scaled ? [grown(scaled as unknown as Quad, MARGIN)] : [])]
  const told: [original: number, screen: number, copy: number][] = []
  for (const view of views) {
    const tensor = toTensor(warpQuad(picture, view, input, 'repeat'), input)
    const { data } = (await model.run({ [input.name]: tensor })).told ?? {}
    if (!data) throw new Error('the recapture net tells nothing')
    told.push([data[0] as number, data[1] as number, data[2] as number])
  }
  const original = Math.min(...told.map(([chance]) => chance))
  const screen = Math.max(...told.map(([, chance]) => chance))
  const copy = Math.max(...told.map(([, , chance]) => chance))
  return {
    score: Math.round(
      Math.min(scoreOf(copy, thresholdOf(model.entry, 'copy')), scoreOf(screen, thresholdOf(model.entry, 'screen'))),
    ),
    kinds: { original, screen, copy },
  }
}

/** 100 where the net sees nothing of it, 50 at its threshold, 0 where it is sure. */
function scoreOf(chance: number, limit: number): number {
  return chance <= limit ? 100 - (50 * chance) / limit : (50 * (1 - chance)) / (1 - limit)
}
