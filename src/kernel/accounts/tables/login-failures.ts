import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { LoginFailures } from '../../ports/accounts.ts'
import type { Secrets } from '../../ports/installation.ts'
import type { Context, Database } from '../../storage/context.ts'
import type { Schema } from '../../storage/schema.ts'
import { FORGET_FAILURES_MS, FREE_TRIES, LONGEST_PAUSE_MS, pauseAfter } from '../login-pauses.ts'

const PRUNE_EVERY_MS = 60_000

/** A key is a name or an address; what was typed as a name may be a password, so only a keyed hash is stored. */
export function sqlLoginFailures({ db }: Context, secrets: Secrets, kind: Database['kind']): LoginFailures {
  let pruneAt = 0

  async function hashesOf(keys: readonly string[]): Promise<string[]> {
    const secret = await secrets.get('login-failure')
    // In order: two tries that count the same keys cannot wait for each other.
    return keys.map((key) => createHmac('sha256', secret).update(key).digest('hex')).sort()
  }

  async function prune(now: number): Promise<void> {
    if (now < pruneAt && now > pruneAt - 2 * PRUNE_EVERY_MS) return
    pruneAt = now + PRUNE_EVERY_MS
    const free = sql.raw(kind === 'postgres' ? 'for update skip locked' : '')
    await sql`delete from login_failure where key_hash in (
      select key_hash from login_failure where last_at < ${now - FORGET_FAILURES_MS} ${free})`.execute(db)
  }

  return {
    async take(keys, at) {
      const now = at.getTime()
      const hashes = await hashesOf(keys)
      await prune(now)
      const earlier = new Map<string, number>()
      const wait = await db
        .transaction()
        .execute(async (trx) => {
          for (const hash of hashes) {
            const row = await find(trx, hash)
            if (row) earlier.set(hash, row.last_at)
            if (!(await count(trx, hash, now))) throw new Hasty(waitOf(await find(trx, hash), now))
          }
          return 0
        })
        .catch((error: unknown) => {
          if (error instanceof Hasty) return error.seconds
          throw error
        })
      if (wait > 0) return { wait }
      return {
        wait: 0,
        async giveBack() {
          for (const hash of hashes) {
            const lastAt = earlier.get(hash) ?? now
            await sql`update login_failure set failures = failures - 1,
              last_at = case when last_at = ${now} then ${lastAt} else last_at end
              where key_hash = ${hash} and failures > 0`.execute(db)
          }
        },
      }
    },
    async forget(keys) {
      for (const hash of await hashesOf(keys))
        await db.deleteFrom('login_failure').where('key_hash', '=', hash).execute()
    },
  }
}

class Hasty extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('a pause is not over')
    this.seconds = seconds
  }
}

const find = (db: Kysely<Schema>, hash: string) =>
  db.selectFrom('login_failure').selectAll().where('key_hash', '=', hash).executeTakeFirst()

/** Counts and looks in one statement, so that of simultaneous tries no more are counted than are free. */
async function count(db: Kysely<Schema>, hash: string, now: number): Promise<boolean> {
  // One from the future was counted under a wrong clock.
  const isOld = sql`(login_failure.last_at < ${now - FORGET_FAILURES_MS} or login_failure.last_at > ${now + LONGEST_PAUSE_MS})`
  const { rows } = await sql`insert into login_failure (key_hash, failures, last_at) values (${hash}, 1, ${now})
    on conflict (key_hash) do update
    set failures = case when ${isOld} then 1 else login_failure.failures + 1 end, last_at = ${now}
    where ${isOld} or login_failure.last_at + ${PAUSES} <= ${now}
    returning failures`.execute(db)
  return rows.length > 0
}

const PAUSES = sql.raw(
  `case ${pausesUntilLongest()
    .map(({ failures, pause }) => `when login_failure.failures <= ${failures} then ${pause}`)
    .join(' ')} else ${LONGEST_PAUSE_MS} end`,
)

function pausesUntilLongest(): { failures: number; pause: number }[] {
  const all: { failures: number; pause: number }[] = []
  for (let failures = FREE_TRIES - 1; pauseAfter(failures) < LONGEST_PAUSE_MS; failures++)
    all.push({ failures, pause: pauseAfter(failures) })
  return all
}

const waitOf = (row: { failures: number; last_at: number } | undefined, now: number): number =>
  Math.max(1, Math.ceil(((row?.last_at ?? now) + pauseAfter(row?.failures ?? 0) - now) / 1000))
