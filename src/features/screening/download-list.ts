import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchRefused, fetchGuarded, fetchParts, type Guard, REDIRECTS } from '../../platform/http/fetch-guarded.ts'
import { type ListDownload, ListProblem } from './ports/screening.ts'

/** Several times the size of the largest published list. */
const MAX_BYTES = 16e9
const MAX_CHECKSUM_BYTES = 1e6
/** The timeout for the whole file. */
const TIMEOUT_MS = 60 * 60_000
/** The timeout for the next chunk. */
const IDLE_MS = 60_000
/** Temporary files from before a crash are removed by the next download after this time. */
const LEFT_OVER_MS = 24 * 3_600_000

export const guardLists = (allowedHosts: readonly string[]): Guard => ({
  kind: 'list',
  allowedHosts,
  setting: 'ALLOWED_HOSTS',
})

/** Downloads lists from the addresses that the operator gave, with the same guard as every other outgoing request. */
export function openListDownload(
  allowedHosts: readonly string[],
  dataDir: string,
  limits: Pick<Guard, 'timeoutMs' | 'idleMs'> = { timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS },
): ListDownload {
  const guard = guardLists(allowedHosts)
  const root = join(dataDir, 'fetched-lists')
  return {
    async text(url) {
      const limits = { maxBytes: MAX_CHECKSUM_BYTES, redirects: REDIRECTS }
      const { status, body } = await asProblem(fetchGuarded(guard, url, limits))
      if (status !== 200) throw new ListProblem(`The address of the checksum answered ${status}.`)
      return body.toString('utf8')
    },
    async file(url, use) {
      await mkdir(root, { recursive: true })
      await removeLeftOver(root)
      const folder = await mkdtemp(join(root, 'list-'))
      try {
        const path = join(folder, 'list')
        return await use(path, await asProblem(download({ ...guard, ...limits }, url, path)))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function asProblem<Value>(fetched: Promise<Value>): Promise<Value> {
  try {
    return await fetched
  } catch (error) {
    if (error instanceof FetchRefused) throw new ListProblem(error.message)
    throw error
  }
}

/** Downloads a file and answers its SHA-256. */
async function download(guard: Guard, url: string, path: string): Promise<string> {
  return fetchParts(guard, url, { maxBytes: MAX_BYTES, redirects: REDIRECTS }, async (status, parts) => {
    if (status !== 200) throw new FetchRefused(`The address answered ${status}.`)
    const file = await open(path, 'wx', 0o600)
    const hash = createHash('sha256')
    try {
      for await (const part of parts) {
        hash.update(part)
        await file.write(part)
      }
    } finally {
      await file.close()
    }
    return hash.digest('hex')
  })
}

async function removeLeftOver(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const there = await stat(folder).catch(() => undefined)
    if (there && Date.now() - there.mtimeMs > LEFT_OVER_MS) await rm(folder, { recursive: true, force: true })
  }
}
