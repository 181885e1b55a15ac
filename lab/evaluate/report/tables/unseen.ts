import { percent, rate, type Table } from '../../measure/table.ts'
import { type DocumentsFigures, documentsConfidence } from './documents.ts'

export interface UnseenFigures extends DocumentsFigures {
  byModel: Record<string, ModelFigures>
  /** The same without knowledge of their type. */
  withoutType: DocumentsFigures & { byModel: Record<string, ModelFigures> }
  /**
   * Step → values that were lost there, without knowledge of their type. Absent in figures from before it was counted.
   */
  lostAt?: Record<string, number>
}

interface ModelFigures {
  n: number
  recognised: number
  fields: { n: number; exact: number }
  /** Values returned with a confidence of 85 or more. */
  sure: { n: number; wrong: number }
}

export const unseenRead = (json: UnseenFigures): Table => ({
  title: 'Documents that are not described',
  head: ['what', 'right', 'share', 'without what knows their type', 'share'],
  rows: [
    ['recognised', ...both(json, ({ recognised, n }) => [recognised, n])],
    ['country', ...both(json, ({ countryCorrect, countryKnown }) => [countryCorrect, countryKnown])],
    ['type', ...both(json, ({ typeCorrect, typeKnown }) => [typeCorrect, typeKnown])],
    ['visual fields exact', ...both(json, ({ fields }) => [fields.exact, fields.n])],
    ['wrong values among those with a confidence of 85 or more', ...both(json, wrongOfSure)],
  ],
})

const both = (json: UnseenFigures, of: (figures: UnseenFigures['withoutType']) => [right: number, n: number]) => [
  ...rate(...of(json)),
  ...rate(...of(json.withoutType)),
]

function wrongOfSure({ byModel }: { byModel: Record<string, ModelFigures> }): [number, number] {
  const models = Object.values(byModel)
  const total = (count: (model: ModelFigures) => number) => models.reduce((sum, model) => sum + count(model), 0)
  return [total(({ sure }) => sure.wrong), total(({ sure }) => sure.n)]
}

export const unseenByModel = ({ byModel, withoutType }: UnseenFigures): Table => ({
  title: 'By document',
  head: ['document', 'pictures', 'values', 'exact', 'without its type', 'wrong at 85 and more'],
  rows: Object.entries(byModel).map(([model, { n, fields, sure }]) => {
    const untaught = withoutType.byModel[model]?.fields
    const share = untaught ? percent(untaught.exact / untaught.n) : ''
    return [model, n, fields.n, percent(fields.exact / fields.n), share, `${sure.wrong} of ${sure.n}`]
  }),
})

export const unseenConfidence = (json: UnseenFigures): Table => documentsConfidence(json)

/** Of the values that were not read as printed. */
export const unseenLost = ({ lostAt = {} }: Pick<UnseenFigures, 'lostAt'>): Table => ({
  title: 'Where missed values were lost',
  head: ['step', 'values'],
  rows: Object.entries(lostAt),
})
