import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findFaces } from '../../../../src/engine/face/detect-faces.ts'
import { judgeLiveness, surroundingsOf } from '../../../../src/engine/face/judge-liveness.ts'
import { pickFace } from '../../../../src/engine/face/pick-face.ts'
import { inputOf } from '../../../../src/engine/nets/net-list.ts'
import type { Net } from '../../../../src/engine/nets/runtime.ts'
import { PREDICTION, showPicture } from '../../../../src/engine/nets/show-picture.ts'
import { crop } from '../../../../src/engine/picture/crop.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import type { Picture } from '../../../../src/engine/picture/picture.ts'
import { resize } from '../../../../src/engine/picture/resize.ts'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { readCsv } from '../../measure/csv.ts'
import { acceptedAt, auc, type Scores } from '../../measure/rates.ts'
import { tablesOf } from '../../report/measured.ts'
import { levelled } from './liveness.ts'

/** Whether the net that tells screens and copies of documents adds anything to the liveness of a face. */
export const livenessCues: EvaluationSet = { name: 'livenessCues', folder: 'liveness', run }

/** How much its log odds count in addition to those of the liveness model. */
const WEIGHTS = [0.3, 1]

interface Seen {
  live: boolean
  /** Log odds of a living person. */
  face: number
  /** Log odds that the cue finds nothing. */
  cues: Record<string, number>
}

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const rows = await readCsv(path.join(folder, 'labels.csv'))
  const recapture = await engine.nets.get('recapture')
  const seen: Seen[] = []
  for (const [i, { file = '', label }] of rows.entries()) {
    const picture = await decode(await levelled(await readFile(path.join(folder, file))))
    const face = pickFace(await findFaces(engine.nets, picture), picture)
    if (face) {
      const { kinds } = await judgeLiveness(engine.nets, picture, face)
      const whole = await predict(recapture, picture)
      const near = await predict(recapture, crop(picture, surroundingsOf(picture, face)))
      seen.push({
        live: label === 'live',
        face: odds(kinds.live),
        cues: {
          'no screen, whole picture': odds(1 - whole[1]),
          'no screen, around the face': odds(1 - near[1]),
          'no copy, whole picture': odds(1 - whole[2]),
          'no copy, around the face': odds(1 - near[2]),
        },
      })
    }
    progress(i + 1, rows.length)
  }

  const measured = [
    { name: 'liveness model alone', ...rates(seen, ({ face }) => face) },
    ...Object.keys(seen[0]?.cues ?? {}).flatMap((cue) => [
      { name: `${cue}, alone`, ...rates(seen, ({ cues }) => cues[cue] ?? 0) },
      ...WEIGHTS.map((weight) => ({
        name: `liveness model with ${weight} of ${cue}`,
        ...rates(seen, ({ face, cues }) => face + weight * (cues[cue] ?? 0)),
      })),
    ]),
  ]
  const json = Object.fromEntries(measured.map(({ name, ...rest }) => [name, rest]))
  return { json, tables: tablesOf('livenessCues', json) }
}

function rates(seen: Seen[], score: (seen: Seen) => number) {
  const scores: Scores = {
    positives: seen.filter(({ live }) => live).map(score),
    negatives: seen.filter(({ live }) => !live).map(score),
  }
  return { auc: auc(scores), at5: acceptedAt(scores, 0.05).rate, at2: acceptedAt(scores, 0.02).rate }
}

async function predict(model: Net, picture: Picture): Promise<[original: number, screen: number, copy: number]> {
  const input = inputOf(model.entry)
  const { data } = (await showPicture(model, resize(picture, input)))[PREDICTION] ?? {}
  if (!data) throw new Error('the recapture net tells nothing')
  return [data[0] as number, data[1] as number, data[2] as number]
}

function odds(chance: number): number {
  const kept = Math.min(1 - 1e-6, Math.max(1e-6, chance))
  return Math.log(kept / (1 - kept))
}
