import type { Logger } from 'kysely'
import type { Tracing } from '../../../actions/ports/tracing.ts'

/** Tells of every statement as a part of what asked for it: what it does to which table, and none of its values. */
export function traceQueries(tracing: Tracing | undefined, system: 'sqlite' | 'postgresql'): { log?: Logger } {
  if (!tracing) return {}
  return {
    log({ level, query: { sql }, queryDurationMillis, ...rest }) {
      const span = tracing.here()
      if (!span) return
      const { operation, table } = describeStatement(sql)
      const failure = level === 'error' && 'error' in rest ? rest.error : undefined
      const facts = {
        'db.system.name': system,
        'db.operation.name': operation,
        ...(table !== undefined && { 'db.collection.name': table }),
        ...(level === 'error' && { 'error.type': failure instanceof Error ? failure.name : 'Error' }),
      }
      const now = performance.now()
      span.addPart(table === undefined ? operation : `${operation} ${table}`, facts, now - queryDurationMillis, now)
    },
  }
}

/** The first word and the first table. */
function describeStatement(sql: string): { operation: string; table?: string } {
  const [, operation = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? []
  return { operation: operation.toUpperCase(), ...(table !== undefined && { table }) }
}
