import type { EvaluationSet } from '../../evaluation.ts'
import { tablesOf } from '../../report/measured.ts'
import type { IssuedFigures, IssuedGroup } from '../../report/tables/issued.ts'
import { unseenLost } from '../../report/tables/unseen.ts'
import { countryOfTruth, type DocumentTruth } from './document-truth.ts'
import { explainMisses, missesBySteps, stepCounts } from './explain-misses.ts'
import { figuresOf, type MeasuredDocument, measureAll, missesTable, sureOf } from './measure-documents.ts'

interface IssuedTruth extends DocumentTruth {
  /** What the document is, in words. */
  model?: string
}

/** The countries whose pictures were looked at while rules and limits were chosen. All others were left out. */
const TUNED_ON = 'USA IRN IDN ARG AUT BHR CAN CHN CZE HUN KAZ NLD ESP'.split(' ')

/**
 * Official specimens and mock documents that nobody here drew, with every printed value: as a whole, by country, and by
 * document.
 */
export const issued: EvaluationSet = {
  name: 'issued',
  folder: 'issued',
  async run(context) {
    const outcomes = await measureAll(context, context.progress)
    const misses = context.explain ? await explainMisses(context, outcomes) : undefined
    const json: IssuedFigures = {
      ...figuresOf(outcomes),
      sure: sureOf(outcomes),
      tunedOn: groupOf(outcomes.filter(isTunedOn)),
      leftOut: groupOf(outcomes.filter((outcome) => !isTunedOn(outcome))),
      byCountry: groupsOf(outcomes, (truth) => countryOfTruth(truth) ?? 'not a country'),
      byDocument: groupsOf(outcomes, ({ model, country, type }) => model ?? [country, type].filter(Boolean).join(' ')),
      ...(misses && { lostAt: stepCounts(misses) }),
    }
    return {
      json,
      tables: [
        ...tablesOf('issued', json),
        missesTable(outcomes),
        ...(misses ? [unseenLost(json), missesBySteps(misses, 'Missed values and the step that lost each')] : []),
      ],
    }
  },
}

const isTunedOn = ({ truth }: MeasuredDocument): boolean => TUNED_ON.includes(countryOfTruth(truth) ?? '')

function groupsOf(
  outcomes: readonly MeasuredDocument[],
  nameOf: (truth: IssuedTruth) => string,
): Record<string, IssuedGroup> {
  const groups = [...Map.groupBy(outcomes, ({ truth }) => nameOf(truth))]
  return Object.fromEntries(
    groups.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => [name, groupOf(group)]),
  )
}

function groupOf(outcomes: readonly MeasuredDocument[]): IssuedGroup {
  const { n, recognised, countryKnown, countryCorrect, typeKnown, typeCorrect, mrz, fields } = figuresOf(outcomes)
  return {
    n,
    recognised,
    country: { n: countryKnown, right: countryCorrect },
    type: { n: typeKnown, right: typeCorrect },
    mrz: { n: mrz.n, exact: mrz.exact },
    fields: { n: fields.n, exact: fields.exact },
    sure: sureOf(outcomes),
  }
}
