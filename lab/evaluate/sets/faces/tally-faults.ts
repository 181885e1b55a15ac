import { usualSquareOf } from '../../../../src/vision/face/find-points.ts'
import { judgeOcclusion } from '../../../../src/vision/face/judge-features.ts'
import { readFace } from '../../../../src/vision/face/read-face.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import { toJpeg } from '../../../../src/vision/picture/decode.ts'
import type { ReadEngine } from '../../../../src/vision/read-engine.ts'
import type { Findings } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { codesOf, type FacesMadeFigures, type Tally, tallyTable } from '../../report/tables/selfies.ts'
import { count } from './faces-quality.ts'
import type { GoodSelfie } from './good-selfie.ts'
import { FAULTS } from './made-faults.ts'

/** The number of good pictures from which the faults are made. */
export const BASES = 40

/** One fault at a time: the face is uncovered, and fits into the rest of the picture when one side is cropped. */
export async function canBeCut(engine: ReadEngine, { picture, face, points }: GoodSelfie): Promise<boolean> {
  const covered = await judgeOcclusion(await engine.nets.get('face-occlusion'), picture, face)
  const { x, y, width, height } = boundsOf(points)
  const left = Math.min(picture.width - x, x + width, picture.height - y, y + height)
  return covered < 0.1 && left > 1.15 * usualSquareOf(points).width
}

/** The requested number, evenly over the list. */
export function spread<Item>(items: Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, most)
}

/** Every fault on every picture: the code of each refusal. */
export async function tallyFaults(
  engine: ReadEngine,
  bases: GoodSelfie[],
  progress: (done: number, total: number) => void,
): Promise<Record<string, Tally>> {
  const byLabel: Record<string, Tally> = {}
  for (const [i, base] of bases.entries()) {
    const neighbour = bases[(i + 1) % bases.length] as GoodSelfie
    for (const [label, { refusal, make }] of Object.entries(FAULTS)) {
      const jpeg = await toJpeg(await make(base, neighbour))
      const { value: outcome } = await engine.read((context) => readFace(context, jpeg))
      count(byLabel, label, refusal, outcome.ok ? undefined : outcome.refusal)
    }
    progress(i + 1, bases.length)
  }
  return byLabel
}

/** The results for original pictures and for those made from the good ones, for either set. */
export function findingsOf(
  set: 'facesGood' | 'facesMade',
  taken: Record<string, Tally>,
  bases: number,
  made: Record<string, Tally>,
): Findings {
  const expected = Object.fromEntries(Object.entries(FAULTS).map(([label, { refusal }]) => [label, refusal]))
  const figures: FacesMadeFigures = { taken, bases, codes: codesOf(made, expected) }
  const everyFault = tallyTable(`faces made from ${bases} good ones, with a fault and without`, made)
  return { json: { byLabel: { ...taken, ...made } }, figures, tables: [...tablesOf(set, figures), everyFault] }
}
