import type { HandOvers } from '../../../actions/ports/hand-overs.ts'
import type { Locale } from '../../../domain/vocabulary.ts'
import type { Context } from '../database/context.ts'

export function sqlHandOvers({ db }: Context): HandOvers {
  return {
    async create({ codeSha256, tenant, sessionId, lang, expiresAt }) {
      await db
        .insertInto('hand_over')
        .values({
          code_sha256: codeSha256,
          tenant,
          session_id: sessionId,
          lang: lang ?? null,
          expires_at: expiresAt.getTime(),
        })
        .execute()
    },
    async find(codeSha256, now) {
      const row = await db
        .selectFrom('hand_over')
        .selectAll()
        .where('code_sha256', '=', codeSha256)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return (
        row && {
          codeSha256,
          tenant: row.tenant,
          sessionId: row.session_id,
          ...(row.lang && { lang: row.lang as Locale }),
          expiresAt: new Date(row.expires_at),
        }
      )
    },
    async prune(now) {
      await db.deleteFrom('hand_over').where('expires_at', '<=', now.getTime()).execute()
    },
  }
}
