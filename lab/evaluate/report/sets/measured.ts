import { type Table, thousands } from '../../measure/table.ts'

/** A measurement: its description, the amount of data, the measured code, and the tables that show it. */
export interface Measured<Figures> {
  what: string
  data(figures: Figures): string
  code: readonly string[]
  tables: Record<string, (figures: Figures) => Table>
}

export const READING = ['src/vision', 'src/formats', 'models/*.onnx'] as const
export const DRAWN = [...READING, 'packages/specimen', 'lab/issuers'] as const
export const STORAGE = ['src/platform', 'src/kernel'] as const
export const SERVICE = ['src/app.ts', 'src/kernel', 'src/platform'] as const
export const PAGE = ['src/apps/hosted-page'] as const

export const measured = <Figures>(
  what: string,
  data: (figures: Figures) => string,
  code: readonly string[],
  tables: Measured<Figures>['tables'],
): Measured<Figures> => ({ what, data, code, tables })

export const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number): string =>
  thousands([...items].reduce((all, item) => all + of(item), 0))
