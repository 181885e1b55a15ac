import { ask } from '../../../apps/console/api.ts'
import type { Mode } from '../../../kernel/accounts/contract/console-mode.ts'
import type { BlocklistView, BlockRequest, HitAnswerRequest, WatchlistQueue } from '../contract/watchlist.ts'

export const readWatchlist = (mode: Mode) => ask<WatchlistQueue>('GET', `watchlist?mode=${mode}`)
export const readBlocklist = (mode: Mode, tenant: string) =>
  ask<BlocklistView>('GET', `blocklist?${new URLSearchParams({ mode, ...(tenant && { tenant }) })}`)
export const block = (entry: BlockRequest) => ask<{ id: string }>('POST', 'blocklist', entry)
export const unblock = (tenant: string, mode: Mode, id: string) =>
  ask<void>('DELETE', `blocklist/${id}?${new URLSearchParams({ mode, tenant })}`)
/** Answers whether an entry of a list is the person of a case. */
export const answerHit = (id: string, answer: HitAnswerRequest) => ask<void>('POST', `cases/${id}/hits`, answer)
