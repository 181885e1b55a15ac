import type { Config } from '../../kernel/config.ts'
import { keptForScrape, type Metrics } from '../../kernel/operations/metrics.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { fetchList } from './actions/fetch-list.ts'
import { openListDownload } from './download-list.ts'

/** The metrics of each list that is in use or fetched automatically. */
export function watchLists(
  { watch }: Metrics,
  { watchlists, listRuns, listSources, clock }: Pick<Ports, 'watchlists' | 'listRuns' | 'listSources' | 'clock'>,
): void {
  const readAll = keptForScrape(() => Promise.all([watchlists.all(), listRuns.runs(), listSources.all()]))
  const current = async () => (await readAll())[0]
  const add = (name: string, help: string, read: () => Promise<{ list: string; value: number | undefined }[]>) =>
    watch(name, help, async () => (await read()).map(({ list, value }) => ({ labels: { list }, value })), ['list'])
  add('limen_list_persons', 'Persons on a list in the version in force.', async () =>
    (await current()).map(({ name, entries }) => ({ list: name, value: entries })),
  )
  add('limen_list_age_seconds', 'Time since the version in force was imported.', async () =>
    (await current()).map(({ name, importedAt }) => ({
      list: name,
      value: Math.round((clock().getTime() - importedAt.getTime()) / 1_000),
    })),
  )
  add('limen_list_people_compared', 'Approved people compared with the list.', async () =>
    (await readAll())[1].map(({ list, compared }) => ({ list, value: compared })),
  )
  add('limen_list_fetch_failed', '1 if the last fetch of a list failed and the previous version is in use.', async () =>
    (await readAll())[2].map(({ list, last }) => ({ list, value: Number(last?.outcome === 'failed') })),
  )
}

/** Fetches a list that is due. True if another one may be due. */
export async function fetchDue(
  ports: Ports,
  { allowedHosts, dataDir }: Pick<Config, 'allowedHosts' | 'dataDir'>,
  owner: string,
  warn: (message: string) => void,
): Promise<boolean> {
  const fetched = await fetchList(ports, openListDownload(allowedHosts, dataDir), owner)
  if (fetched?.result.outcome === 'failed')
    warn(`the list ${fetched.list} was not fetched and stays as it is: ${fetched.result.text}`)
  return fetched !== undefined
}
