import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { asUnavailable } from '../storage-fault.ts'

/** Kysely's SQLite dialect over Node's own SQLite: one connection, transactions one after the other. */
export function nodeSqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateSqliteDriver({ database: async () => adapt(openFile(path)) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * Takes the write lock when a transaction begins: one that first reads and then writes cannot conflict with another
 * process in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  /**
   * SQLite rolls a transaction back automatically when the disk is full; the error of a second rollback must not hide
   * the cause.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error
    })
  }
}

function openFile(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite gives its log the mode of the database: only for the owner.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  // The cache, in KiB, fits the upper pages of every index of a million sessions. Ids are random, so the default of 2
  // MB would read most of them again for each new session.
  insist(() =>
    database.exec(`
      pragma busy_timeout = ${BUSY_MS};
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma secure_delete = on;
      pragma temp_store = memory;
      pragma cache_size = -65536;
    `),
  )
  return database
}

/** How long a write waits for another process that writes. Nothing else in this process runs meanwhile. */
export const BUSY_MS = 4_000

/** More than the number of different queries in this folder. */
const MAX_STATEMENTS = 200

function adapt(database: DatabaseSync): SqliteDatabase {
  /** In the order of use (LRU): those of the migrations, used once, make room for the queries. */
  const statements = new Map<string, Statement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? adaptStatement(reached(() => database.prepare(sql)))
      statements.delete(sql)
      statements.set(sql, statement)
      if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? sql)
      return statement
    },
  }
}

type Statement = ReturnType<SqliteDatabase['prepare']>

function adaptStatement(statement: StatementSync): Statement {
  const values = (parameters: ReadonlyArray<unknown>) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => reached(() => statement.all(...values(parameters))),
    run: (parameters) => reached(() => statement.run(...values(parameters))),
    iterate: (parameters) => reached(() => statement.iterate(...values(parameters))),
  }
}

function reached<Value>(ask: () => Value): Value {
  try {
    return ask()
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** Several processes that open a new file at once get a lock error without waiting: so they retry until the timeout. */
function insist(work: () => void): void {
  const until = performance.now() + BUSY_MS
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

const SQLITE_BUSY = 5
