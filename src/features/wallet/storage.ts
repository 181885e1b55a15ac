import type { FeaturePorts } from '../../kernel/feature-types.ts'
import type { Context } from '../../kernel/storage/context.ts'
import type { WalletRequests } from './wallets.ts'

export function sqlWalletRequests({ db }: Context): WalletRequests {
  return {
    async create({ idSha256, tenant, sessionId, expiresAt }) {
      await db
        .insertInto('wallet_request')
        .values({ id_sha256: idSha256, tenant, session_id: sessionId, expires_at: expiresAt.getTime() })
        .execute()
    },
    async find(idSha256, now) {
      const row = await db
        .selectFrom('wallet_request')
        .select(['tenant', 'session_id'])
        .where('id_sha256', '=', idSha256)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row && { tenant: row.tenant, sessionId: row.session_id }
    },
    async prune(now) {
      await db.deleteFrom('wallet_request').where('expires_at', '<=', now.getTime()).execute()
    },
  }
}

/** Removes requests that were answered or are over. */
export const pruneWalletRequests = ({ walletRequests }: FeaturePorts, now: Date): Promise<void> =>
  walletRequests.prune(now)
