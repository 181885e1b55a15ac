import type { SignIns } from '../../../actions/ports/sign-ins.ts'
import type { Context } from '../database/context.ts'

export function sqlSignIns({ db }: Context): SignIns {
  return {
    async create({ idSha256, username, passwordMark, createdAt, seenAt }) {
      await db
        .insertInto('sign_in')
        .values({
          id_sha256: idSha256,
          username,
          password_mark: passwordMark,
          created_at: createdAt.getTime(),
          seen_at: seenAt.getTime(),
        })
        .execute()
    },
    async find(idSha256) {
      const row = await db.selectFrom('sign_in').selectAll().where('id_sha256', '=', idSha256).executeTakeFirst()
      return (
        row && {
          idSha256,
          username: row.username,
          passwordMark: row.password_mark,
          createdAt: new Date(row.created_at),
          seenAt: new Date(row.seen_at),
        }
      )
    },
    async touch(idSha256, at) {
      await db.updateTable('sign_in').set({ seen_at: at.getTime() }).where('id_sha256', '=', idSha256).execute()
    },
    async remove(idSha256) {
      await db.deleteFrom('sign_in').where('id_sha256', '=', idSha256).execute()
    },
    async prune(begunBefore, seenBefore) {
      await db
        .deleteFrom('sign_in')
        .where((eb) => eb.or([eb('created_at', '<', begunBefore.getTime()), eb('seen_at', '<', seenBefore.getTime())]))
        .execute()
    },
  }
}
