import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { type UnseenFigures, unseenLost } from '../../report/tables/unseen.ts'
import { countryOfTruth, type DocumentTruth } from './document-truth.ts'
import { explainMisses, missesBySteps, stepCounts } from './explain-misses.ts'
import { figuresOf, type MeasuredDocument, measureAll, missesTable, sureOf } from './measure-documents.ts'
import { withoutType } from './without-type.ts'

/**
 * Documents with values transcribed by hand: as read by the engine, and once more without knowledge of their type:
 * without the catalogue's entries of their issuer and the labels of their languages.
 */
export const unseen: EvaluationSet = {
  name: 'unseen',
  folder: 'unseen',
  async run(context) {
    const { engine, progress } = context
    const without = (truth: DocumentTruth) => withoutType(engine.catalogue, countryOfTruth(truth) ?? '')
    const whole = await measureAll(context, (done, of) => progress(done, 2 * of))
    const untaught = await measureAll(context, (done, of) => progress(of + done, 2 * of), without)
    const misses = await explainMisses(context, untaught, without)
    const json: UnseenFigures = {
      ...figuresOf(whole),
      byModel: byModel(whole),
      withoutType: { ...figuresOf(untaught), byModel: byModel(untaught) },
      lostAt: stepCounts(misses),
    }
    return {
      json,
      tables: [
        ...tablesOf('unseen', json),
        unseenLost(json),
        missesTable(whole),
        missesTable(untaught, 'Misses without what knows their type'),
        ...(context.explain ? [missesBySteps(misses, 'The step that lost each, without what knows their type')] : []),
      ],
    }
  },
}

const modelOf = ({ country, type, side }: DocumentTruth): string => [country, type, side].filter(Boolean).join(' ')

function byModel(outcomes: readonly MeasuredDocument[]): UnseenFigures['byModel'] {
  const groups = Map.groupBy(outcomes, ({ truth }) => modelOf(truth))
  return Object.fromEntries(
    [...groups].map(([model, group]) => {
      const { recognised, n, fields } = figuresOf(group)
      return [model, { n, recognised, fields: { n: fields.n, exact: fields.exact }, sure: sureOf(group) }]
    }),
  )
}
