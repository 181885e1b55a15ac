import type { Ports } from '../../actions/ports/ports.ts'
import type { Config } from '../../config.ts'
import { fetchList } from './actions/fetch-list.ts'
import { openListDownload } from './download-list.ts'

/** Fetches a list that is due. True when another one may be due. */
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
