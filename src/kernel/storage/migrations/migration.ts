import type { Database } from '../context.ts'

/**
 * The migration from the previous release to this one. It never changes after its release: later changes are steps of
 * their own.
 */
export interface Migration {
  /**
   * The number of the schema afterwards, as `schema_version` stores it. Those of steps between two releases are
   * skipped.
   */
  schema: number
  /** Both databases accept them unless they ask for the kind. */
  statements(kind: Database['kind']): string[]
}

/**
 * Triggers that make the database itself refuse a change to a table's rows, when the condition on `old`, and on `new`
 * of an update, is true.
 */
export function refuse(kind: Database['kind'], table: string, verb: 'update' | 'delete', condition = 'true'): string[] {
  const name = `${table}_refuse_${verb}`
  const message = `${table} is append-only`
  if (kind === 'sqlite') {
    const body = `begin select raise(abort, '${message}'); end`
    return [`create trigger ${name} before ${verb} on ${table} when ${condition} ${body}`]
  }
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if ${condition} then raise exception '${message}'; end if;
       return ${verb === 'update' ? 'new' : 'old'};
     end $$`,
    `create trigger ${name} before ${verb} on ${table} for each row execute function ${name}()`,
  ]
}
