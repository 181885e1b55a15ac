import type { Ports } from '../../../actions/ports/ports.ts'
import type { Scope } from '../../../actions/ports/tenants.ts'

/** What is counted of each list that is in use or fetched by itself. */
export async function listFigures({
  watchlists,
  listRuns,
  listSources,
  clock,
}: Pick<Ports, 'watchlists' | 'listRuns' | 'listSources' | 'clock'>) {
  const [lists, runs, sources] = await Promise.all([watchlists.all(), listRuns.runs(), listSources.all()])
  const names = new Set([...lists.map(({ name }) => name), ...sources.map(({ list }) => list)])
  return [...names].map((list) => {
    const current = lists.find(({ name }) => name === list)
    const run = runs.find((each) => each.list === list)
    const source = sources.find((each) => each.list === list)
    return {
      list,
      ...(current && {
        persons: current.entries,
        ageSeconds: Math.round((clock().getTime() - current.importedAt.getTime()) / 1_000),
      }),
      ...(run && { compared: run.compared }),
      ...(source && { hasFailed: source.last?.outcome === 'failed' }),
    }
  })
}

/** How far approved people were compared with each list, and how many hits of theirs nobody has answered. */
export async function monitoringFigures(
  { watchlists, listRuns }: Pick<Ports, 'watchlists' | 'listRuns'>,
  scope: Scope,
) {
  const [lists, runs, { total }] = await Promise.all([watchlists.all(), listRuns.runs(), listRuns.alerts(scope, 1)])
  return {
    open: total,
    runs: lists.map(({ name, version, entries }) => {
      const run = runs.find((each) => each.version === version)
      return {
        list: name,
        persons: entries,
        compared: run?.compared ?? 0,
        found: run?.found ?? 0,
        isDone: run?.doneAt !== undefined,
      }
    }),
  }
}
