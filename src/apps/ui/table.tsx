import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ComponentChildren
  /** Its cells are row headers, which screen readers read with the other cells. */
  isName?: boolean
  /** Aligned like numbers, head and cells. */
  isNumber?: boolean
  /** The head is visually hidden: the cells are clear without it. */
  isHeadHidden?: boolean
  /** The class of the cells only. */
  class?: string
}

interface TableProps<Row> {
  rows: readonly Row[]
  /** `false` leaves a column out. */
  columns: readonly (Column<Row> | false)[]
  keyOf: (row: Row, at: number) => string | number
  isCurrent?: (row: Row) => boolean
  /** For screen readers only. */
  caption?: string
  /** All heads are visually hidden. */
  isHeadless?: boolean
  /** Its rows are compared with each other: on a narrow screen it stays a table, while others stack their cells. */
  isCompared?: boolean
  class?: string
}

/** The table component of every screen. */
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

/** The actions of each row, in its last column. */
export const actions = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  head: 'Actions',
  isHeadHidden: true,
  class: 'number',
  cell,
})

/** On a narrow screen, tables with at least this many columns stack their cells. */
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
