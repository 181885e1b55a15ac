import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import { figuresOf, measureAll, missesTable } from './measure-documents.ts'

/** Country, type, corners, MRZ and fields as the engine reads them, against what the sources state. */
export const documents: EvaluationSet = {
  name: 'documents',
  folder: 'documents',
  async run({ engine, folder, progress }) {
    const outcomes = await measureAll({ engine, folder }, progress)
    const json = figuresOf(outcomes)
    return { json, tables: [...tablesOf('documents', json), missesTable(outcomes)] }
  },
}
