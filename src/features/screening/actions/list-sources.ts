import { accept, type Result } from '../../../formats/result.ts'
import { commonEntry } from '../../../kernel/audit/audit-entries.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Scope } from '../../../kernel/ports/tenants.ts'
import { isListName } from '../../../kernel/tenants/tenant.ts'
import type { ListFormat } from '../domain/list-entry.ts'

interface GivenSource {
  list: string
  url: string
  format?: ListFormat | undefined
  sha256?: string | undefined
  sha256Url?: string | undefined
  everyHours: number
}

/** The longest interval between fetches. */
const MOST_HOURS = 24 * 31

/** Has a list fetched automatically from an address from now on. */
export async function scheduleList(
  { listSources, clock }: Pick<Ports, 'listSources' | 'clock'>,
  { list, url, format, sha256, sha256Url, everyHours }: GivenSource,
  actor: string,
): Promise<Result<undefined, string>> {
  const problem = !isListName(list)
    ? 'the name of a list has lower-case letters, digits and dashes, at most 40, and is not blocklist'
    : !isAddress(url) || (sha256Url !== undefined && !isAddress(sha256Url))
      ? 'the address must be an https URL without a password, at most 2,048 characters'
      : sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)
        ? 'a SHA-256 is 64 hexadecimal digits'
        : sha256 !== undefined && sha256Url !== undefined
          ? 'give the SHA-256 or its address, not both'
          : !Number.isInteger(everyHours) || everyHours < 1 || everyHours > MOST_HOURS
            ? `the interval is 1 to ${MOST_HOURS} hours`
            : undefined
  if (problem) return { ok: false, refusal: problem }
  await listSources.put(
    {
      list,
      url,
      everyHours,
      ...(format && { format }),
      ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }),
      ...(sha256Url !== undefined && { sha256Url }),
    },
    commonEntry({ clock }, actor, 'list.schedule', { list, host: new URL(url).host, everyHours }),
  )
  return accept(undefined)
}

/** Stops fetching the list, which stays as it is. */
export async function unscheduleList(
  { listSources, clock }: Pick<Ports, 'listSources' | 'clock'>,
  list: string,
  actor: string,
): Promise<boolean> {
  return listSources.remove(list, commonEntry({ clock }, actor, 'list.unschedule', { list }))
}

/** http is refused at the fetch, unless the operator allows the host. */
function isAddress(url: string): boolean {
  if (url.length > 2_048 || !URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return (protocol === 'https:' || protocol === 'http:') && !username && !password
}

/** Removes the rows of versions that are no longer in force. True while there are some left. */
export const clearStaleLists = ({ watchlists }: Pick<Ports, 'watchlists'>): Promise<boolean> => watchlists.clearStale()

/** How many approved people were compared with each list, and how many of their hits have no answer. */
export async function monitoringFigures(
  { watchlists, listRuns }: Pick<Ports, 'watchlists' | 'listRuns'>,
  scope: Scope,
) {
  const [lists, runs, { total }] = await Promise.all([watchlists.all(), listRuns.runs(), listRuns.alerts(scope, 1)])
  return {
    open: total,
    // People of all tenants are compared with a list in one run, which says something about those that are not shown.
    runs: (scope.tenants ? [] : lists).map(({ name, version, entries }) => {
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
