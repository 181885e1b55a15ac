import { recordIf } from '../../audit/tables/audit.ts'
import type { Credential, Credentials } from '../../ports/accounts.ts'
import { NotOurs } from '../../rights/signed-rows.ts'
import type { Context } from '../../storage/context.ts'
import { compile } from '../../storage/query.ts'
import type { Row } from '../../storage/schema.ts'
import type { Right } from '../credential-rights.ts'

/** A write for every request would be expensive; to the minute is enough to tell which credentials are in use. */
const TOUCH_EVERY_MS = 60_000

export function sqlCredentials({ db, auditKey, signed }: Context): Credentials {
  const find = compile(db, ['username'], ([username]) =>
    db.selectFrom('credential').selectAll().where('username', '=', username).where('revoked_at', 'is', null),
  )
  const touched = new Map<string, number>()
  return {
    async find(username) {
      const row = await find(username)
      return row && signed.isOurs('credential', row) ? credentialOf(row) : undefined
    },
    create: ({ username, tenant, mode, label, rights, passwordHash, createdAt }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const created = await trx
          .insertInto('credential')
          .values(
            signed.sign('credential', {
              username,
              tenant,
              mode,
              label: label ?? null,
              rights: rights?.join(',') ?? null,
              password_hash: passwordHash,
              created_at: createdAt.getTime(),
            }),
          )
          .onConflict((conflict) => conflict.column('username').doNothing())
          .returning('username')
          .executeTakeFirst()
        return recordIf(trx, auditKey, created !== undefined, audit)
      }),
    setPasswordHash: (username, passwordHash, ...audit) =>
      db.transaction().execute(async (trx) => {
        const changed = await signed.change(trx, 'credential', { username }, () => ({ password_hash: passwordHash }))
        if (!changed) throw new NotOurs(`credential ${username}`)
        await recordIf(trx, auditKey, true, audit)
      }),
    async list(tenant) {
      const all = db.selectFrom('credential').selectAll().orderBy('created_at').orderBy('username')
      const rows = await (tenant === undefined ? all : all.where('tenant', '=', tenant)).execute()
      const ours = rows.filter((row) => signed.isOurs('credential', row))
      return ours.map((row) => ({
        ...credentialOf(row),
        ...(row.revoked_at === null ? {} : { revokedAt: new Date(row.revoked_at) }),
        ...(row.last_used_at === null ? {} : { lastUsedAt: new Date(row.last_used_at) }),
      }))
    },
    revoke: (username, at, ...audit) =>
      db.transaction().execute(async (trx) => {
        const revoked = await signed.change(trx, 'credential', { username }, (row: Row<'credential'>) =>
          row.revoked_at === null ? { revoked_at: at.getTime() } : undefined,
        )
        return recordIf(trx, auditKey, revoked !== undefined, audit)
      }),
    async touch(username, at) {
      const now = at.getTime()
      if (now - (touched.get(username) ?? Number.NEGATIVE_INFINITY) < TOUCH_EVERY_MS) return
      touched.set(username, now)
      await db.updateTable('credential').set({ last_used_at: now }).where('username', '=', username).execute()
    },
  }
}

const credentialOf = (row: Row<'credential'>): Credential => ({
  username: row.username,
  tenant: row.tenant,
  mode: row.mode,
  ...(row.label === null ? {} : { label: row.label }),
  ...(row.rights === null ? {} : { rights: row.rights.split(',') as Right[] }),
  passwordHash: row.password_hash,
  createdAt: new Date(row.created_at),
})
