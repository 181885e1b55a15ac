import { ASKED, type Counts } from '../../report/tables/specimens.ts'

export interface Asked extends Partial<Record<(typeof ASKED)[number], boolean>> {
  fields: boolean[]
  /** Number, names, birth and expiry, on an easy photograph. */
  essentialFields: boolean[]
}

export function countsOf(sides: readonly Asked[]): Counts {
  const count = (answers: readonly (boolean | undefined)[]) => {
    const asked = answers.filter((answer) => answer !== undefined)
    return { n: asked.length, right: asked.filter(Boolean).length }
  }
  const each = Object.fromEntries(ASKED.map((what) => [what, count(sides.map((side) => side[what]))]))
  return {
    ...each,
    countryTypeAndSide: count(sides.map(({ country, type, side }) => country && type && side)),
    fields: count(sides.flatMap(({ fields }) => fields)),
    essentialFields: count(sides.flatMap(({ essentialFields }) => essentialFields)),
  } as Counts
}

/** The combined counts of two parts of a run. */
export function sum(counts: Counts, earlier?: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, { n, right }]) => {
      const before = earlier?.[name as keyof Counts]
      return [name, { n: n + (before?.n ?? 0), right: right + (before?.right ?? 0) }]
    }),
  ) as Counts
}
