import { existsSync } from 'node:fs'
import path from 'node:path'
import type { EvaluationContext, EvaluationSet, Findings } from '../../evaluation.ts'
import { detPlot } from '../../measure/plot.ts'
import { equalError, errorsAt, type Scores } from '../../measure/rates.ts'
import { tablesOf } from '../../report/measured.ts'
import type { LivenessCloseFigures } from '../../report/tables/liveness.ts'
import { judgeFolder, livenessFigures, scoresOf } from './liveness.ts'

/**
 * Live or filmed from a screen, cropped so closely that nothing is left around the face; and the limits chosen on each
 * of the two sets, shown on the other.
 */
export const livenessClose: EvaluationSet = { name: 'livenessClose', folder: 'liveness-close', run }

async function run({ engine, folder, progress }: EvaluationContext): Promise<Findings> {
  const judged = await judgeFolder(engine, folder, progress)
  const whole = path.join(path.dirname(folder), 'liveness')
  const others = existsSync(whole) ? scoresOf(await judgeFolder(engine, whole, progress)) : undefined
  const close = scoresOf(judged)
  const json: LivenessCloseFigures = {
    ...livenessFigures(judged),
    crossed: others
      ? [
          { chosenOn: 'full frames', shownOn: 'close faces', ...shown(others, close) },
          { chosenOn: 'close faces', shownOn: 'full frames', ...shown(close, others) },
        ]
      : [],
  }
  return {
    json,
    tables: tablesOf('livenessClose', json),
    plots: { 'liveness-close-det': detPlot('Passive liveness of faces cut close', close) },
  }
}

/** The equal error limit of one set, and the errors of the other with it. */
function shown(chosen: Scores, other: Scores) {
  const { threshold } = equalError(chosen)
  const { falseAccepts, falseRejects } = errorsAt(other, threshold)
  return {
    threshold,
    apcer: falseAccepts / other.negatives.length,
    bpcer: falseRejects / other.positives.length,
  }
}
