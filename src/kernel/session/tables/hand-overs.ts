import type { HandOvers } from '../../ports/sessions.ts'
import type { Context } from '../../storage/context.ts'
import type { Locale } from '../session-words.ts'

export function sqlHandOvers({ db, signed }: Context): HandOvers {
  const drop = async (sessionId: string): Promise<void> => {
    await db.deleteFrom('hand_over').where('session_id', '=', sessionId).execute()
  }
  return {
    async create({ codeSha256, tenant, sessionId, lang, expiresAt, firstIssuedAt }) {
      await db
        .insertInto('hand_over')
        .values(
          signed.sign('hand_over', {
            code_sha256: codeSha256,
            tenant,
            session_id: sessionId,
            lang: lang ?? null,
            expires_at: expiresAt.getTime(),
            first_issued_at: firstIssuedAt.getTime(),
          }),
        )
        .execute()
    },
    async find(codeSha256, now) {
      const row = await db
        .selectFrom('hand_over')
        .selectAll()
        .where('code_sha256', '=', codeSha256)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      if (!row || !signed.isOurs('hand_over', row)) return undefined
      return {
        codeSha256,
        tenant: row.tenant,
        sessionId: row.session_id,
        ...(row.lang && { lang: row.lang as Locale }),
        expiresAt: new Date(row.expires_at),
        firstIssuedAt: new Date(row.first_issued_at ?? row.expires_at),
      }
    },
    async spend(codeSha256) {
      const spent = await db
        .deleteFrom('hand_over')
        .where('code_sha256', '=', codeSha256)
        .returning('session_id')
        .executeTakeFirst()
      if (spent) await drop(spent.session_id)
      return spent !== undefined
    },
    drop,
    async prune(now) {
      await db.deleteFrom('hand_over').where('expires_at', '<=', now.getTime()).execute()
    },
  }
}
