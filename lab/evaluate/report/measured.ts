import type { Table } from '../measure/table.ts'
import { COST_SETS } from './sets/cost.ts'
import { DOCUMENTS_SETS } from './sets/documents.ts'
import { FACES_SETS } from './sets/faces.ts'
import type { Measured } from './sets/measured.ts'
import { PAGE_SETS } from './sets/page.ts'
import { SERVICE_SETS } from './sets/service.ts'

/** Every set of figures that is kept, by its name. */
export const MEASURED = {
  ...DOCUMENTS_SETS,
  ...FACES_SETS,
  ...PAGE_SETS,
  ...SERVICE_SETS,
  ...COST_SETS,
}

export type SetName = keyof typeof MEASURED
export type FiguresOf<Name extends SetName> = (typeof MEASURED)[Name] extends Measured<infer Figures> ? Figures : never

export type ReadFigures = <Name extends SetName>(name: Name) => FiguresOf<Name>

export const isMeasured = (name: string): name is SetName => Object.hasOwn(MEASURED, name)

/** What is kept for a set in addition to its figures, whoever measured them. */
export function describe(name: SetName, figures: unknown) {
  const { what, data, code } = MEASURED[name] as Measured<unknown>
  return { set: name, what, data: data(figures), code }
}

/** The tables of one set's figures, in order. */
export function tablesOf<Name extends SetName>(name: Name, figures: FiguresOf<Name>): Table[] {
  return Object.values((MEASURED[name] as Measured<FiguresOf<Name>>).tables).map((table) => table(figures))
}
