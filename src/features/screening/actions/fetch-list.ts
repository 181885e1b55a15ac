import type { Ports } from '../../../kernel/ports/ports.ts'
import { type FetchResult, type ListDownload, ListProblem, type ListSource } from '../ports/screening.ts'

type Needs = Pick<Ports, 'watchlists' | 'listSources' | 'clock'>

/**
 * Longer than it takes to fetch and read the largest list. After a crash, another node takes over when the lease ends.
 */
const LEASE_SECONDS = 2 * 3_600
/** A failed fetch is tried again after this time, or after the interval if that is shorter. */
const RETRY_HOURS = 1
/** Lists normally shrink by a few entries. One that has lost more than half was truncated, or is another list. */
const LEAST_SHARE = 0.5

interface Fetched {
  list: string
  result: FetchResult
}

/**
 * Fetches the list that is due, or the one that is named, and puts it in force. If the fetch fails or the list is much
 * smaller than before, the current version stays in force and the problem is recorded as the result. Only one node does
 * it.
 */
export async function fetchList(
  ports: Needs,
  download: ListDownload,
  owner: string,
  asked: { list?: string; takeSmaller?: boolean } = {},
): Promise<Fetched | undefined> {
  const source = await ports.listSources.claim(owner, ports.clock(), LEASE_SECONDS, asked.list)
  if (!source) return undefined
  const finish = async (found: Omit<FetchResult, 'at'>): Promise<Fetched> => {
    const at = ports.clock()
    const result = { ...found, text: found.text.slice(0, 500), at }
    const hours = result.outcome === 'failed' ? Math.min(RETRY_HOURS, source.everyHours) : source.everyHours
    await ports.listSources.finish(owner, source.list, result, new Date(at.getTime() + hours * 3_600_000))
    return { list: source.list, result }
  }
  try {
    return await finish(await fetchAndImport(ports, download, source, asked.takeSmaller === true))
  } catch (error) {
    if (error instanceof ListProblem)
      return finish({ outcome: 'failed', text: error.message.replace(/^(has|is) /, 'the file $1 ') })
    await finish({ outcome: 'failed', text: 'the service had an internal error, which is in its log' })
    throw error
  }
}

async function fetchAndImport(
  ports: Needs,
  download: ListDownload,
  source: ListSource,
  takeSmaller: boolean,
): Promise<Omit<FetchResult, 'at'>> {
  const { list: name, url, format } = source
  const wanted = source.sha256 ?? (source.sha256Url && checksumIn(await download.text(source.sha256Url), url))
  const current = (await ports.watchlists.all()).find((each) => each.name === name)
  if (wanted && wanted === current?.sha256) return UNCHANGED
  return download.file(url, async (path, sha256) => {
    if (wanted && wanted !== sha256)
      return { outcome: 'failed', text: `the file has the SHA-256 ${sha256}, not ${wanted}` }
    if (sha256 === current?.sha256) return UNCHANGED
    const least = takeSmaller ? 1 : Math.ceil((current?.entries ?? 0) * LEAST_SHARE)
    // Loaded with the first file: a service that fetches no lists does not need this code.
    const { importList } = await import('./import-list.ts')
    const imported = await importList(
      ports,
      { name, path, origin: new URL(url).host, format, sha256, leastEntries: least },
      'system',
    )
    return imported.ok
      ? { outcome: 'imported', text: `version ${imported.value.version} with ${imported.value.entries} persons` }
      : { outcome: 'failed', text: imported.refusal }
  })
}

const UNCHANGED = { outcome: 'unchanged', text: 'the same file as before' } as const

/** The checksum of this address in a file of checksums, or the only checksum in the file. */
function checksumIn(text: string, url: string): string {
  const file = new URL(url).pathname.split('/').at(-1) ?? ''
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [hex] = /\b[0-9a-f]{64}\b/i.exec(line) ?? []
    return hex ? [{ hex: hex.toLowerCase(), isOfFile: file !== '' && line.includes(file) }] : []
  })
  const found = lines.find(({ isOfFile }) => isOfFile) ?? (lines.length === 1 ? lines[0] : undefined)
  if (!found) throw new ListProblem('the address of the checksum has no SHA-256 of this file')
  return found.hex
}
