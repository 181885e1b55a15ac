import { recordEntry, recordIf } from '../../audit/tables/audit.ts'
import type { SignIn, SignIns } from '../../ports/accounts.ts'
import type { Context } from '../../storage/context.ts'
import type { Row } from '../../storage/schema.ts'

export function sqlSignIns({ db, auditKey, signed }: Context): SignIns {
  return {
    async create({ idSha256, username, passwordMark, network, agent, provider, createdAt, seenAt }) {
      await db
        .insertInto('sign_in')
        .values(
          signed.sign('sign_in', {
            id_sha256: idSha256,
            username,
            password_mark: passwordMark,
            network,
            agent,
            provider_subject: provider?.subject ?? null,
            provider_session: provider?.session ?? null,
            created_at: createdAt.getTime(),
            seen_at: seenAt.getTime(),
          }),
        )
        .execute()
    },
    async find(idSha256) {
      const row = await db.selectFrom('sign_in').selectAll().where('id_sha256', '=', idSha256).executeTakeFirst()
      return row && signed.isOurs('sign_in', row) ? signInOf(row) : undefined
    },
    async list() {
      const rows = await db.selectFrom('sign_in').selectAll().orderBy('created_at', 'desc').execute()
      return rows.filter((row) => signed.isOurs('sign_in', row)).map(signInOf)
    },
    async touch(idSha256, at) {
      await db.updateTable('sign_in').set({ seen_at: at.getTime() }).where('id_sha256', '=', idSha256).execute()
    },
    remove: (idSha256, ...audit) =>
      db.transaction().execute(async (trx) => {
        const deleted = await trx
          .deleteFrom('sign_in')
          .where('id_sha256', '=', idSha256)
          .returning('id_sha256')
          .execute()
        return recordIf(trx, auditKey, deleted.length > 0, audit)
      }),
    // Token and sign-ins in one transaction: a provider that was not answered sends the same token again.
    endByProvider: ({ signIn: { subject, session }, tokenId, expiresAt }, now, audit) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('logout_token').where('expires_at', '<', now.getTime()).execute()
        const made = await trx
          .insertInto('logout_token')
          .values({ id_sha256: tokenId, expires_at: expiresAt.getTime() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (made.numInsertedOrUpdatedRows !== 1n) return false
        if (subject === undefined && session === undefined) return true
        const deleted = await trx
          .deleteFrom('sign_in')
          .$if(subject !== undefined, (query) => query.where('provider_subject', '=', subject ?? null))
          .$if(session !== undefined, (query) => query.where('provider_session', '=', session ?? null))
          .returning('username')
          .execute()
        for (const { username } of deleted) await recordEntry(trx, auditKey, audit(username))
        return true
      }),
    async removeAll(username) {
      await db.deleteFrom('sign_in').where('username', '=', username).execute()
    },
    async removeOthers(username, exceptSha256) {
      await db.deleteFrom('sign_in').where('username', '=', username).where('id_sha256', '<>', exceptSha256).execute()
    },
    async rememberDevice(idSha256, username, at) {
      const seen = { username, seen_at: at.getTime(), failed_count: 0 }
      await db
        .insertInto('known_device')
        .values({ id_sha256: idSha256, ...seen })
        .onConflict((conflict) => conflict.column('id_sha256').doUpdateSet(seen))
        .execute()
    },
    async findDevice(idSha256) {
      const row = await db.selectFrom('known_device').selectAll().where('id_sha256', '=', idSha256).executeTakeFirst()
      return row && { username: row.username, failures: row.failed_count }
    },
    async countDeviceFailure(idSha256) {
      await db
        .updateTable('known_device')
        .set((eb) => ({ failed_count: eb('failed_count', '+', 1) }))
        .where('id_sha256', '=', idSha256)
        .execute()
    },
    async pruneDevices(seenBefore) {
      await db.deleteFrom('known_device').where('seen_at', '<', seenBefore.getTime()).execute()
    },
    async prune(begunBefore, seenBefore) {
      await db
        .deleteFrom('sign_in')
        .where((eb) => eb.or([eb('created_at', '<', begunBefore.getTime()), eb('seen_at', '<', seenBefore.getTime())]))
        .execute()
    },
  }
}

const signInOf = (row: Row<'sign_in'>): SignIn => ({
  idSha256: row.id_sha256,
  username: row.username,
  passwordMark: row.password_mark,
  network: row.network,
  agent: row.agent,
  ...((row.provider_subject ?? row.provider_session) !== null && {
    provider: {
      ...(row.provider_subject !== null && { subject: row.provider_subject }),
      ...(row.provider_session !== null && { session: row.provider_session }),
    },
  }),
  createdAt: new Date(row.created_at),
  seenAt: new Date(row.seen_at),
})
