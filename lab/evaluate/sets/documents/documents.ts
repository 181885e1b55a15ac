import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { explainMisses, missesBySteps } from './explain-misses.ts'
import { figuresOf, measureAll, missesTable } from './measure-documents.ts'

/** Country, type, corners, MRZ and fields as read by the engine, compared with the sources. */
export const documents: EvaluationSet = {
  name: 'documents',
  folder: 'documents',
  async run(context) {
    const outcomes = await measureAll(context, context.progress)
    const json = figuresOf(outcomes)
    const explained = context.explain
      ? [missesBySteps(await explainMisses(context, outcomes), 'Missed values and the step that lost each')]
      : []
    return { json, tables: [...tablesOf('documents', json), missesTable(outcomes), ...explained] }
  },
}
