import type { Reviewer, Reviewers } from '../../../actions/ports/reviewers.ts'
import type { Keyring } from '../../keys/keys.ts'
import type { Context } from '../database/context.ts'
import { makeTimeOrderedId } from '../database/identifiers.ts'
import type { ReviewerRow } from '../database/schema.ts'

export function sqlReviewers({ db, keys, clock }: Context): Reviewers {
  const change = (id: string, values: Partial<ReviewerRow>) =>
    db.updateTable('reviewer').set(values).where('id', '=', id).execute()

  return {
    async create({ username, passwordHash, role, tenants }) {
      const now = clock().getTime()
      const created = await db
        .insertInto('reviewer')
        .values({
          id: makeTimeOrderedId(now),
          username,
          password_hash: passwordHash,
          role,
          tenants: tenants ? JSON.stringify(tenants) : null,
          failed_count: 0,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst()
      return created !== undefined
    },
    async byUsername(username) {
      const row = await db.selectFrom('reviewer').selectAll().where('username', '=', username).executeTakeFirst()
      return row && reviewerOf(row, keys)
    },
    async list() {
      const rows = await db.selectFrom('reviewer').selectAll().orderBy('username').execute()
      return rows.map((row) => reviewerOf(row, keys))
    },
    async setPassword(id, passwordHash) {
      await change(id, { password_hash: passwordHash, failed_count: 0, failed_at: null, locked_until: null })
    },
    async setRole(id, role) {
      await change(id, { role })
    },
    async setTenants(id, tenants) {
      await change(id, { tenants: tenants ? JSON.stringify(tenants) : null })
    },
    async setTotp(id, secret) {
      const sealed = secret && keys.wrap(totpContext(id), secret)
      await change(id, { totp_wrapped: sealed?.wrapped ?? null, totp_master_key_id: sealed?.masterKeyId ?? null })
    },
    async setDisabled(id, disabled) {
      await change(id, { disabled_at: disabled ? clock().getTime() : null })
    },
    async countFailedSignIn(id, count, at, lockUntil) {
      await db
        .updateTable('reviewer')
        .set((eb) => ({
          // Of two guesses at the same moment each counts, unless the count begins anew.
          failed_count: count === 1 ? 1 : eb('failed_count', '+', 1),
          failed_at: at.getTime(),
          ...(lockUntil ? { locked_until: lockUntil.getTime() } : {}),
        }))
        .where('id', '=', id)
        .execute()
    },
    async forgetFailedSignIns(id) {
      await change(id, { failed_count: 0, failed_at: null, locked_until: null })
    },
    async spendTimeStep(id, timeStep) {
      const spent = await db
        .updateTable('reviewer')
        .set({ totp_step: timeStep })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', timeStep)]))
        .returning('id')
        .executeTakeFirst()
      return spent !== undefined
    },
  }
}

export const totpContext = (id: string) => `reviewer:${id}:totp`

function reviewerOf(row: ReviewerRow, keys: Keyring): Reviewer {
  const { totp_wrapped: wrapped, totp_master_key_id: masterKeyId } = row
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
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
