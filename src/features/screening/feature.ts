import { Type } from 'typebox'
import type { Feature } from '../../kernel/feature.ts'
import { type Finding, good, unsafe } from '../../kernel/operations/finding.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { findBlocked } from './actions/blocklist.ts'
import { monitoringFigures } from './actions/list-sources.ts'
import { listSearch } from './actions/screen-session.ts'
import { CaseWatchlist } from './contract/watchlist.ts'
import type { Screening } from './ports/screening.ts'
import { caseWatchlist } from './present-watchlist.ts'
import { watchlistFactors } from './rules/watchlist.ts'
import { settings } from './settings.ts'
import { screeningStorage } from './storage/screening-storage.ts'

const EVERY_MS = 60_000

/** Lists of persons: sanctions, politically exposed persons, and the tenant's own blocklist. */
export const screening: Feature = {
  name: 'screening',
  factors: watchlistFactors,
  settings,
  sessionPart: listSearch,
  storage: screeningStorage,
  caseFields: { watchlist: Type.Optional(CaseWatchlist) },
  casePart: { view: ({ session, person }) => ({ watchlist: caseWatchlist(session, person) }) },
  overview: async (ports, scope) => ({ lists: await monitoringFigures(ports, scope) }),
  exportedFiles: [
    {
      name: 'lists.json',
      about: 'entries of lists that may be you, found after the decision, and what reviewers said about them',
      read: (_, { laterHits, hitAnswers }) =>
        (laterHits ?? hitAnswers) && {
          laterHits: laterHits ?? [],
          answers: (hitAnswers ?? []).map(({ by: _, ...answer }) => answer),
        },
    },
    {
      name: 'blocklist.json',
      about: "entries of the company's own list that name you, your document or your face, and why",
      read: async (ports, session) => (await findBlocked(ports, session)).map(({ by: _, ...entry }) => entry),
    },
  ],
  bundledFiles: [
    {
      name: 'watchlist.json',
      read: (_, { laterHits, hitAnswers }) =>
        (laterHits ?? hitAnswers) && { laterHits: laterHits ?? [], answers: hitAnswers ?? [] },
    },
  ],
  async open({ storage: { watchlists } }) {
    // Loaded with the first search.
    let opened: Promise<Screening> | undefined
    const load = () => {
      opened ??= import('./open-screening.ts').then(({ openScreening }) => openScreening(watchlists))
      return opened
    }
    return {
      screening: {
        find: async (...asked) => (await load()).find(...asked),
        findAmong: async (...asked) => (await load()).findAmong(...asked),
        findChanged: async (...asked) => (await load()).findChanged(...asked),
      },
    }
  },
  async consoleRoutes(context, auth) {
    const [{ consoleWatchlistRoutes }, { consoleBlocklistRoutes, consoleBlocklistAdminRoutes }] = await Promise.all([
      import('./routes/watchlist.ts'),
      import('./routes/blocklist.ts'),
    ])
    return {
      reviewers: [consoleWatchlistRoutes(context, auth), consoleBlocklistRoutes(context, auth)],
      admins: [consoleBlocklistAdminRoutes(context, auth)],
    }
  },
  async jobs({ ports, config, metrics, owner, warn }) {
    const { clearStaleLists } = await import('./actions/list-sources.ts')
    const { watchLists } = await import('./jobs.ts')
    const { monitorLists } = await import('./actions/monitor-lists.ts')
    const { fetchDue } = await import('./jobs.ts')
    watchLists(metrics, ports)
    return [
      { name: 'lists', everyMs: EVERY_MS, run: () => clearStaleLists(ports) },
      { name: 'fetching lists', everyMs: EVERY_MS, run: () => fetchDue(ports, config, owner, warn) },
      { name: 'monitoring of lists', everyMs: EVERY_MS, run: () => monitorLists(ports, owner) },
    ]
  },
  commands: {
    lists: () => import('./commands/lists.ts'),
    blocklist: () => import('./commands/blocklist.ts'),
  },
  judgeStorage: judgeLists,
}

/** Whether automatic fetches of lists succeed; no findings if there are no lists. */
export async function judgeLists(
  { watchlists, listSources }: Pick<Ports, 'watchlists' | 'listSources'>,
  now: Date,
): Promise<Finding[]> {
  const [lists, sources] = await Promise.all([watchlists.all(), listSources.all()])
  const failing = sources.flatMap(({ list, last, goodAt, everyHours }) => {
    if (last?.outcome === 'failed') return [`${list}: ${last.text}`]
    const late = goodAt && now.getTime() - goodAt.getTime() > 2 * everyHours * 3_600_000
    return late ? [`${list}: not fetched since ${goodAt.toISOString().slice(0, 16)}, due every ${everyHours} h`] : []
  })
  if (failing.length)
    return failing.map((text) => unsafe('lists', text, 'lists fetch NAME tries it now; the previous version is in use'))
  if (!lists.length && !sources.length) return []
  const days = lists.map(({ name, importedAt }) => {
    const age = Math.floor((now.getTime() - importedAt.getTime()) / 86_400_000)
    return `${name} ${age === 0 ? 'of today' : `${age} days old`}`
  })
  return [good('lists', days.join(', ') || 'not imported yet')]
}
