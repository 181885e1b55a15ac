import type { FeatureStorage } from '../../../kernel/storage/feature-storage.ts'
import { sqlBlocklist, unblockFace } from './blocklist.ts'
import { markPairs, replaceDismissals, sqlDismissals } from './dismissals.ts'
import { findListGaps, signCurrentPostings } from './list-gaps.ts'
import { sqlListRuns, writeAlert } from './list-runs.ts'
import { sqlListSources } from './list-sources.ts'
import { sqlWatchlists } from './watchlists.ts'

/** Lists, the tenant's own list, and what was found and answered. */
export const screeningStorage: FeatureStorage = {
  open: (context, secrets, kind) => ({
    watchlists: sqlWatchlists(context, kind),
    dismissals: sqlDismissals(context, secrets),
    blocklist: sqlBlocklist(context, secrets),
    listRuns: sqlListRuns(context),
    listSources: sqlListSources(context),
  }),
  tables: ['watchlist_dismissal', 'watchlist_alert'],
  prepare: async (secrets, { dismissed }) => dismissed && (await markPairs(secrets, dismissed)),
  async write(trx, signed, { session, effects, prepared, now }) {
    if (effects.forgetFace) await unblockFace(trx, signed, session.id, 'forgotten')
    if (effects.alert !== undefined) await writeAlert(trx, session, effects.alert, now.getTime())
    if (prepared) await replaceDismissals(trx, signed, session.id, prepared as string[])
  },
  findGaps: findListGaps,
  signEarlier: signCurrentPostings,
  erase: (trx, signed, id) => unblockFace(trx, signed, id, 'erased'),
}
