import { percent, rate, type Table } from '../../measure/table.ts'
import { type DocumentsFigures, documentsConfidence } from './documents.ts'

/** One country, or one document, of the set. */
export interface IssuedGroup {
  n: number
  recognised: number
  /** Country and type: right, of those that are known. */
  country: { n: number; right: number }
  type: { n: number; right: number }
  mrz: { n: number; exact: number }
  fields: { n: number; exact: number }
  /** Values returned with a confidence of 85 or more. */
  sure: { n: number; wrong: number }
}

export interface IssuedFigures extends DocumentsFigures {
  sure: IssuedGroup['sure']
  /** Countries whose pictures were looked at while rules were chosen, and all others. */
  tunedOn: IssuedGroup
  leftOut: IssuedGroup
  byCountry: Record<string, IssuedGroup>
  byDocument: Record<string, IssuedGroup>
  /** Step → values that were lost there; absent if it was not asked. */
  lostAt?: Record<string, number>
}

export const issuedRead = (json: IssuedFigures): Table => ({
  title: 'Official specimens that nobody here drew',
  head: ['what', 'right', 'share'],
  rows: [
    ['recognised', ...rate(json.recognised, json.n)],
    ['country', ...rate(json.countryCorrect, json.countryKnown)],
    ['type', ...rate(json.typeCorrect, json.typeKnown)],
    ['MRZ whole and exact', ...rate(json.mrz.exact, json.mrz.n)],
    ['visual fields exact', ...rate(json.fields.exact, json.fields.n)],
    ['wrong values among those with a confidence of 85 or more', ...rate(json.sure.wrong, json.sure.n)],
  ],
})

export const issuedByCountry = ({ byCountry }: IssuedFigures): Table => groups('By country', 'country', byCountry)

export const issuedByDocument = ({ byDocument }: IssuedFigures): Table => groups('By document', 'document', byDocument)

const groups = (title: string, what: string, of: Record<string, IssuedGroup>): Table => ({
  title,
  head: [what, 'pictures', 'recognised', 'country', 'type', 'MRZ', 'values', 'exact', 'wrong at 85 and more'],
  rows: Object.entries(of).map(([name, { n, recognised, country, type, mrz, fields, sure }]) => [
    name,
    n,
    recognised,
    `${country.right} of ${country.n}`,
    `${type.right} of ${type.n}`,
    `${mrz.exact} of ${mrz.n}`,
    fields.n,
    percent(fields.exact / fields.n),
    `${sure.wrong} of ${sure.n}`,
  ]),
})

export const issuedConfidence = (json: IssuedFigures): Table => documentsConfidence(json)
