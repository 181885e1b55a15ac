import type { FoundSession } from '../../contract/console/console-search.ts'

export const EXPORT_FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: () => `${line(COLUMNS)}`,
    row: (row: FoundSession) => line(valuesOf(row)),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    row: (row: FoundSession) => `${JSON.stringify(row)}\n`,
  },
} as const

const COLUMNS = [
  'id',
  'tenant',
  'mode',
  'status',
  'createdUtc',
  'completedUtc',
  'documentType',
  'country',
  'externalId',
] as const satisfies (keyof FoundSession)[]

const valuesOf = (row: FoundSession): string[] => COLUMNS.map((column) => row[column] ?? '')

/** RFC 4180. */
const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`

/** A spreadsheet runs what begins like a formula, also in full-width signs (OWASP, CSV injection); behind an apostrophe it is text. */
function cell(value: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value.trimStart()) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
