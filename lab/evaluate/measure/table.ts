export interface Table {
  title: string
  head: string[]
  rows: (string | number)[][]
}

/** As Markdown with its title, so that it can be copied into a page. */
export const renderTable = (table: Table): string => `${table.title}\n\n${renderRows(table)}`

/** Only the rows, for a page that has its own heading. A missing figure is a fault. */
export function renderRows({ title, head, rows }: Table): string {
  const cells = [head, ...rows].map((row) => row.map(String))
  if (cells.flat().some((cell) => /\b(undefined|NaN)\b/.test(cell)))
    throw new Error(`a figure is missing in "${title}"`)
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = cells
  return [line(first), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n')
}

export const percent = (share: number, digits = 1): string =>
  Number.isFinite(share) ? `${(100 * share).toFixed(digits)} %` : '–'

/** "67 of 71" and "94.4 %". */
export const rate = (right: number, of: number): [string, string] => [
  `${thousands(right)} of ${thousands(of)}`,
  percent(right / of),
]

export const thousands = (value: number): string => value.toLocaleString('en-US')
