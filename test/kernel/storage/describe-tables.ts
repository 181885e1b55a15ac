import { type Kysely, sql } from 'kysely'

interface Column {
  table_name: string
  column_name: string
  type: string
  is_required: number
  key_position: number
}

/** The text of tables.ts, from the tables of a migrated SQLite database. */
export async function describeTables<Any>(db: Kysely<Any>): Promise<string> {
  const { rows } = await sql<Column>`
    select m.name as table_name, c.name as column_name, c.type, c."notnull" as is_required, c.pk as key_position
    from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' order by m.name, c.cid`.execute(db)
  const tables = Map.groupBy(rows, ({ table_name }) => table_name)
  const described = [...tables].map(([name, columns]) => `  ${name}: {\n${columns.map(describeColumn).join('')}  }\n`)
  return `${HEAD}export interface Tables {\n${described.join('')}}\n`
}

const HEAD = `// Written from the migrations: UPDATE_TABLES=1 npm test -- test/kernel/storage/tables.test.ts

/** The columns of every table. A column with a default is written like any other. */
`

function describeColumn({ column_name, type, is_required, key_position }: Column): string {
  const written = /^text$/i.test(type) ? 'string' : /int/i.test(type) ? 'number' : undefined
  if (!written) throw new Error(`column ${column_name}: no type is known for ${type}`)
  return `    ${column_name}: ${written}${is_required || key_position ? '' : ' | null'}\n`
}
