import { commonEntry } from '../../../actions/admin/audit-entries.ts'
import type { Ports } from '../../../actions/ports/ports.ts'
import { accept, type Result } from '../../../domain/result.ts'
import { isListName } from '../../../domain/tenant.ts'
import type { ListEntry, ListFormat } from '../domain/list-entry.ts'
import { openListFile } from '../formats/open-list-file.ts'
import { keysOfEntry, SEGMENT, SegmentBuilder } from '../match/name-index.ts'
import type { VersionCounts } from '../ports/screening.ts'
import { unscheduleList } from './list-sources.ts'

/** Entries that are written at once: other writers wait no longer than that takes. */
const BATCH = 1_000
/** Rows of an index, which are smaller. */
const POSTINGS = 2_000

interface ImportedList extends VersionCounts {
  name: string
  version: number
}

interface ListFile {
  name: string
  path: string
  /** What is recorded as where it came from. */
  origin: string
  format?: ListFormat | undefined
  /** Refuses another file, where it is given: hex. */
  sha256?: string | undefined
  /** Refuses a list of fewer persons. */
  leastEntries?: number | undefined
}

/**
 * Reads a file into a new version of a list and puts it in force in place of the one before, in one step: until then, and
 * after a crash in between, the earlier version is the one in force. A file without a single person is refused.
 */
export async function importList(
  ports: Pick<Ports, 'watchlists' | 'clock'>,
  { name, path, origin, format, sha256, leastEntries = 1 }: ListFile,
  actor: string,
  progress: (persons: number, bytes: number, of: number) => void = () => {},
): Promise<Result<ImportedList, string>> {
  if (!isListName(name))
    return { ok: false, refusal: 'a list is called by small letters, digits and dashes, at most 40, and not blocklist' }
  const { watchlists } = ports
  const file = await openListFile(path, format)
  const version = await watchlists.beginVersion(name, { format: file.about.format, origin })
  try {
    const counts = await writeEntries(ports, version, file, progress)
    const whole = { ...file.about, ...counts, sha256: file.sha256() }
    const problem =
      counts.entries === 0
        ? 'the file names no person'
        : sha256 !== undefined && sha256.toLowerCase() !== whole.sha256
          ? `the file has the SHA-256 ${whole.sha256}, not ${sha256.toLowerCase()}`
          : counts.entries < leastEntries
            ? `the file names ${counts.entries} persons, and at least ${leastEntries} are expected`
            : undefined
    if (problem) {
      await watchlists.abandon(version)
      return { ok: false, refusal: problem }
    }
    const detail = {
      list: name,
      version,
      origin,
      format: whole.format,
      entries: whole.entries,
      changed: whole.changed,
      sha256: whole.sha256,
    }
    const entry = commonEntry(ports, actor, 'list.import', detail)
    if (await watchlists.activate(version, whole, entry)) return accept({ name, version, ...whole })
    await watchlists.abandon(version)
    return { ok: false, refusal: `another import of ${name} came first` }
  } catch (error) {
    await watchlists.abandon(version)
    throw error
  }
}

async function writeEntries(
  { watchlists }: Pick<Ports, 'watchlists'>,
  version: number,
  file: Awaited<ReturnType<typeof openListFile>>,
  progress: (persons: number, bytes: number, of: number) => void,
): Promise<Pick<VersionCounts, 'entries' | 'skipped' | 'changed'>> {
  const counts = { entries: 0, skipped: 0, changed: 0 }
  let batch: { number: number; entry: ListEntry }[] = []
  const flush = async () => {
    if (!batch.length) return
    const { added, changed } = await watchlists.addEntries(version, batch)
    counts.entries += added
    counts.changed += changed
    counts.skipped += batch.length - added
    batch = []
  }
  // Entries are indexed part by part: never more than one is in memory.
  let next = 0
  let part = new SegmentBuilder()
  const endPart = async () => {
    const segment = Math.floor((next - 1) / SEGMENT)
    let rows = []
    for (const row of part.rows()) {
      rows.push(row)
      if (rows.length < POSTINGS) continue
      await watchlists.addPostings(version, segment, rows)
      rows = []
    }
    if (rows.length) await watchlists.addPostings(version, segment, rows)
    part = new SegmentBuilder()
  }
  const said = { bytes: 0, of: 0 }
  for await (const item of file.entries((bytes, of) => Object.assign(said, { bytes, of }))) {
    if ('skipped' in item) {
      counts.skipped += item.skipped
      continue
    }
    part.add(next % SEGMENT, keysOfEntry(item.entry))
    batch.push({ number: next, entry: item.entry })
    next += 1
    if (batch.length === BATCH) {
      await flush()
      progress(counts.entries, said.bytes, said.of)
    }
    if (next % SEGMENT === 0) await endPart()
  }
  await flush()
  if (next % SEGMENT !== 0) await endPart()
  progress(counts.entries, said.of, said.of)
  return counts
}

/** Takes a list out of use and fetches it no more; its entries are removed in the background. */
export async function removeList(
  { watchlists, listSources, clock }: Pick<Ports, 'watchlists' | 'listSources' | 'clock'>,
  name: string,
  actor: string,
): Promise<boolean> {
  await unscheduleList({ listSources, clock }, name, actor)
  return watchlists.remove(name, commonEntry({ clock }, actor, 'list.remove', { list: name }))
}
