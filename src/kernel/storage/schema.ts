import type { ColumnMeanings } from './column-meanings.ts'
import type { Tables } from './tables.ts'

/** A row as the queries see it. Times are milliseconds since 1970 in bigint columns; sealed columns are Base64. */
export type Row<Table extends keyof Tables> = Table extends keyof ColumnMeanings
  ? Omit<Tables[Table], keyof ColumnMeanings[Table]> & ColumnMeanings[Table]
  : Tables[Table]

/** The tables as the queries see them. */
export type Schema = { [Table in keyof Tables]: Row<Table> }
