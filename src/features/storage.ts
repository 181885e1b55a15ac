import type { Kysely } from 'kysely'
import type { FeaturePorts } from '../kernel/feature-types.ts'
import type { Secrets } from '../kernel/ports/installation.ts'
import type { SessionEffects } from '../kernel/ports/sessions.ts'
import type { SignedRows } from '../kernel/rights/signed-rows.ts'
import type { Session } from '../kernel/session/session.ts'
import type { Context, Database } from '../kernel/storage/context.ts'
import type { Schema } from '../kernel/storage/schema.ts'
import { sqlPairAnswers } from './duplicates/storage.ts'
import { revokeErased, sqlIssuedCredentials } from './issuance/storage.ts'
import { sqlBlocklist, unblockFace } from './screening/storage/blocklist.ts'
import { markPairs, replaceDismissals, sqlDismissals } from './screening/storage/dismissals.ts'
import { sqlListRuns, writeAlert } from './screening/storage/list-runs.ts'
import { sqlListSources } from './screening/storage/list-sources.ts'
import { sqlWatchlists } from './screening/storage/watchlists.ts'
import { countModels, sqlDocumentModels } from './taught/storage/document-models.ts'
import { sqlWalletRequests } from './wallet/storage.ts'

/** The storage of all features. */
export const openFeatureStorage = (
  context: Context,
  secrets: Secrets,
  kind: Database['kind'],
): Omit<FeaturePorts, 'screening' | 'seals'> => ({
  documentModels: sqlDocumentModels(context),
  watchlists: sqlWatchlists(context, kind),
  dismissals: sqlDismissals(context, secrets),
  blocklist: sqlBlocklist(context, secrets),
  listRuns: sqlListRuns(context),
  listSources: sqlListSources(context),
  pairAnswers: sqlPairAnswers(context),
  walletRequests: sqlWalletRequests(context),
  issuedCredentials: sqlIssuedCredentials(context),
})

/** Tables of features whose rows are erased with their session. */
export const FEATURE_TABLES = [
  'wallet_request',
  'credential_offer',
  'watchlist_dismissal',
  'watchlist_alert',
  'pair_answer',
] as const

/**
 * Reads what is needed before the transaction begins: a secret that is read for the first time is written in a
 * transaction of its own.
 */
export const prepareWrites = async (secrets: Secrets, { dismissed }: SessionEffects) => ({
  dismissed: dismissed && (await markPairs(secrets, dismissed)),
})

/** What features write together with a session, in its transaction. */
export async function writeWithSession(
  trx: Kysely<Schema>,
  signed: SignedRows,
  { before, session, effects, prepared, now }: SessionWrite,
): Promise<void> {
  await countModels(trx, before, session)
  if (effects.forgetFace) await unblockFace(trx, signed, session.id, 'forgotten')
  if (effects.alert !== undefined) await writeAlert(trx, session, effects.alert, now.getTime())
  if (prepared.dismissed) await replaceDismissals(trx, signed, session.id, prepared.dismissed)
}

interface SessionWrite {
  /** The row before the change. */
  before: Parameters<typeof countModels>[1]
  session: Session
  effects: SessionEffects
  prepared: Awaited<ReturnType<typeof prepareWrites>>
  now: Date
}

/** Revokes what features issued for a session that is erased. It can run twice. */
export const withdrawErased = revokeErased

/** Erases what features keep of a session outside the tables that refer to it by id. */
export async function eraseWithSession(trx: Kysely<Schema>, signed: SignedRows, id: string): Promise<void> {
  await unblockFace(trx, signed, id, 'erased')
  // An answer about a pair is erased with either session.
  for (const column of ['low_id', 'high_id'] as const)
    await trx.deleteFrom('pair_answer').where(column, '=', id).execute()
}
