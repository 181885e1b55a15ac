import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ComponentChildren
  /** Its cells name their rows, and are read out with the others. */
  isName?: boolean
  /** Aligned as numbers are, head and cells. */
  isNumber?: boolean
  /** The head is read out but not shown: what the cells hold is clear by itself. */
  isHeadHidden?: boolean
  /** Of the cells alone. */
  class?: string
}

interface TableProps<Row> {
  rows: readonly Row[]
  /** `false` leaves a column out. */
  columns: readonly (Column<Row> | false)[]
  keyOf: (row: Row, at: number) => string | number
  isCurrent?: (row: Row) => boolean
  /** Read out, not shown. */
  caption?: string
  /** No head is shown; all are read out. */
  isHeadless?: boolean
  /** Its rows are compared with each other: it stays a table where there is little room, while others stack their cells. */
  isCompared?: boolean
  class?: string
}

/** The table of every screen. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, columns, keyOf, isCurrent, caption, isHeadless, isCompared, class: name } = props
  const shown = columns.filter((column) => column !== false)
  const stacks = !isHeadless && !isCompared && shown.length >= STACKED_FROM
  return (
    <table class={[name, stacks && 'stacks'].filter(Boolean).join(' ') || undefined}>
      {caption !== undefined && <caption class="hidden">{caption}</caption>}
      <thead class={isHeadless ? 'hidden' : undefined}>
        <tr>
          {shown.map(({ head, isNumber, isHeadHidden }) => (
            <th key={head} scope="col" class={isNumber ? 'number' : undefined}>
              {isHeadHidden ? <span class="hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} aria-current={isCurrent?.(row) ? 'true' : undefined}>
            {shown.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What can be done in each row, at its end. */
export const actions = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  head: 'Actions',
  isHeadHidden: true,
  class: 'number',
  cell,
})

/** Fewer columns fit a phone side by side. */
const STACKED_FROM = 4

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, cell, isName, isNumber, isHeadHidden, class: name } = column
  const names = [isNumber && 'number', name].filter(Boolean).join(' ') || undefined
  return isName ? (
    <th scope="row" class={names}>
      {cell(row)}
    </th>
  ) : (
    <td class={names} data-head={isHeadHidden ? undefined : head}>
      {cell(row)}
    </td>
  )
}
