import type { ExaminedDatabase } from '../../storage/examine.ts'
import { bad, type Finding, good, unsafe } from './finding.ts'

/** The oldest that its makers still mend in November 2026. */
const LEAST_POSTGRES = 15

/** What this program would find, and do, if it started on this database now. */
export function judgeDatabase({ kind, server, schema, known }: ExaminedDatabase): Finding[] {
  return [judgeServer(kind, server), judgeSchema(schema, known)]
}

function judgeServer(kind: ExaminedDatabase['kind'], server: string): Finding {
  if (kind === 'sqlite') return good('database', `SQLite ${server}`)
  const text = `PostgreSQL ${server}`
  if (Number.parseInt(server, 10) >= LEAST_POSTGRES) return good('database', text)
  return unsafe(
    'database',
    `${text} is not mended by its makers any more`,
    `move to PostgreSQL ${LEAST_POSTGRES} or later`,
  )
}

function judgeSchema(schema: number, known: number): Finding {
  if (schema > known)
    return bad(
      'schema',
      `${schema}, of a newer version; this one knows ${known} and does not start`,
      'start the newer version, or restore a backup of this one',
    )
  if (schema === 0) return good('schema', 'empty: the first start makes it')
  if (schema === known) return good('schema', `${schema}, that of this version`)
  return unsafe(
    'schema',
    `${schema}, of an earlier version; the first start brings it to ${known}`,
    'take a backup first (cli backup FOLDER, with the earlier version): there is no other way back',
  )
}
