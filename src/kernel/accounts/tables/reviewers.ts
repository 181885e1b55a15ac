import { type Kysely, sql } from 'kysely'
import { accept, refuse } from '../../../formats/result.ts'
import type { Keyring } from '../../../platform/keys/keys.ts'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import { recordIf } from '../../audit/tables/audit.ts'
import type { AccountChange, Reviewer, Reviewers } from '../../ports/accounts.ts'
import { NotOurs } from '../../rights/signed-rows.ts'
import type { Context, Database } from '../../storage/context.ts'
import type { Row, Schema } from '../../storage/schema.ts'

export function sqlReviewers({ db, keys, clock, auditKey, signed }: Context, kind: Database['kind']): Reviewers {
  const valuesOf = (id: string, { passwordHash, role, tenants, totpSecret, disabled }: AccountChange) => ({
    ...(passwordHash !== undefined && { password_hash: passwordHash, ...NO_FAILURES }),
    ...(role !== undefined && { role }),
    ...(tenants !== undefined && { tenants: tenants === 'all' ? null : JSON.stringify(tenants) }),
    ...(totpSecret !== undefined && sealTotp(id, totpSecret === 'none' ? undefined : totpSecret)),
    ...(disabled !== undefined && { disabled_at: disabled ? clock().getTime() : null }),
  })
  const sealTotp = (id: string, secret: Uint8Array | undefined) => {
    const sealed = secret && keys.wrap(totpContext(id), secret)
    return { totp_wrapped: sealed?.wrapped ?? null, totp_master_key_id: sealed?.masterKeyId ?? null }
  }
  const ours = (row: Row<'reviewer'>) => signed.isOurs('reviewer', row)

  return {
    create: ({ username, passwordHash, role, tenants, subject }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const now = clock().getTime()
        const created = await trx
          .insertInto('reviewer')
          .values(
            signed.sign('reviewer', {
              id: makeTimeOrderedId(now),
              username,
              password_hash: passwordHash,
              subject: subject ?? null,
              role,
              tenants: tenants ? JSON.stringify(tenants) : null,
              failed_count: 0,
              created_at: now,
            }),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, created !== undefined, audit)
      }),
    async byUsername(username) {
      const row = await db.selectFrom('reviewer').selectAll().where('username', '=', username).executeTakeFirst()
      return row && ours(row) ? reviewerOf(row, keys) : undefined
    },
    async bySubject(subject) {
      const row = await db.selectFrom('reviewer').selectAll().where('subject', '=', subject).executeTakeFirst()
      return row && ours(row) ? reviewerOf(row, keys) : undefined
    },
    async list() {
      const rows = await db.selectFrom('reviewer').selectAll().orderBy('username').execute()
      return rows.filter(ours).map((row) => reviewerOf(row, keys))
    },
    change: (id, wanted, ...audit) =>
      db.transaction().execute(async (trx) => {
        const { role, disabled, by, byProvider } = wanted
        if (by !== undefined || role === 'reviewer' || disabled) {
          // In sequence: if two admins disable each other, the later one finds that they no longer are one.
          if (kind === 'postgres') await sql`lock table reviewer in share row exclusive mode`.execute(trx)
          const admins = (await listAdmins(trx)).filter(ours)
          if (by !== undefined && !admins.some(({ username }) => username === by)) return refuse('NOT_ADMIN')
          const isLast = !byProvider && admins.length === 1 && admins[0]?.id === id
          if (isLast && (role === 'reviewer' || disabled)) return refuse('LAST_ADMIN')
        }
        const values = valuesOf(id, wanted)
        if (Object.keys(values).length && !(await signed.change(trx, 'reviewer', { id }, () => values)))
          throw new NotOurs(`account ${id}`)
        await recordIf(trx, auditKey, true, audit)
        return accept(undefined)
      }),
    async countFailedSignIn(id, count, at, lockUntil) {
      await db
        .updateTable('reviewer')
        .set((eb) => ({
          // Two simultaneous guesses both count, unless the count starts again.
          failed_count: count === 1 ? 1 : eb('failed_count', '+', 1),
          failed_at: at.getTime(),
          ...(lockUntil ? { locked_until: lockUntil.getTime() } : {}),
        }))
        .where('id', '=', id)
        .execute()
    },
    async forgetFailedSignIns(id) {
      await db.updateTable('reviewer').set(NO_FAILURES).where('id', '=', id).execute()
    },
    async spendTimeStep(id, timeStep) {
      const spent = await db
        .updateTable('reviewer')
        .set({ totp_step: timeStep })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('totp_step', 'is', null),
            eb('totp_step', '<', timeStep),
            // Used while the clock was ahead: otherwise nobody could sign in until that time.
            eb('totp_step', '>', timeStep + STEPS_AHEAD),
          ]),
        )
        .returning('id')
        .executeTakeFirst()
      return spent !== undefined
    },
  }
}

/** Half an hour of codes; clocks differ only by seconds. */
const STEPS_AHEAD = 60

const NO_FAILURES = { failed_count: 0, failed_at: null, locked_until: null }

const listAdmins = (db: Kysely<Schema>) =>
  db.selectFrom('reviewer').selectAll().where('role', '=', 'admin').where('disabled_at', 'is', null).execute()

export const totpContext = (id: string) => `reviewer:${id}:totp`

function reviewerOf(row: Row<'reviewer'>, keys: Keyring): Reviewer {
  const { totp_wrapped: wrapped, totp_master_key_id: masterKeyId } = row
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    ...(row.subject === null ? {} : { subject: row.subject }),
    role: row.role,
    ...(row.tenants === null ? {} : { tenants: JSON.parse(row.tenants) as string[] }),
    ...(wrapped && masterKeyId ? { totpSecret: keys.unwrap(totpContext(row.id), { masterKeyId, wrapped }) } : {}),
    failedCount: row.failed_count,
    ...(row.failed_at === null ? {} : { failedAt: new Date(row.failed_at) }),
    ...(row.locked_until === null ? {} : { lockedUntil: new Date(row.locked_until) }),
    createdAt: new Date(row.created_at),
    ...(row.disabled_at === null ? {} : { disabledAt: new Date(row.disabled_at) }),
  }
}
