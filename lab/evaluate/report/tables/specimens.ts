import { rate, type Table } from '../../measure/table.ts'

/** The checks of each side; checks that do not apply are omitted. */
export const ASKED = ['recognised', 'country', 'type', 'side', 'mrz', 'barcode', 'signature'] as const

type Counted = (typeof ASKED)[number] | 'countryTypeAndSide' | 'fields' | 'essentialFields'
export type Counts = Record<Counted, { n: number; right: number }>

const NAMES = {
  countryTypeAndSide: 'country, type and side',
  mrz: 'MRZ exact',
  barcode: 'PDF417 of a licence’s back',
  fields: 'printed fields exact',
  essentialFields: '— number, names, birth and expiry on easy photographs',
  signature: 'a signature’s picture given, or not given, as it should be',
} satisfies Partial<Record<Counted, string>>

export type SpecimensFigures = Pick<Counts, keyof typeof NAMES>

export const specimensFigures = (counts: Counts): SpecimensFigures =>
  Object.fromEntries(namesOf().map((name) => [name, counts[name]])) as SpecimensFigures

export const specimensRead = (counts: SpecimensFigures): Table => ({
  title: 'Specimens, photographed in any turn',
  head: ['what', 'right', 'share'],
  rows: namesOf().map((name) => [NAMES[name], ...rate(counts[name].right, counts[name].n)]),
})

const namesOf = () => Object.keys(NAMES) as (keyof typeof NAMES)[]
