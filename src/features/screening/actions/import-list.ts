import { accept, type Result } from '../../../formats/result.ts'
import { commonEntry } from '../../../kernel/audit/audit-entries.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import { isListName } from '../../../kernel/tenants/tenant.ts'
import type { ListEntry, ListFormat } from '../domain/list-entry.ts'
import type { OpenedListFile } from '../formats/open-list-file.ts'
import { readListFile } from '../formats/read-list-file.ts'
import { keysOfEntry, SEGMENT, SegmentBuilder } from '../match/name-index.ts'
import type { VersionCounts } from '../ports/screening.ts'
import { unscheduleList } from './list-sources.ts'

/** Entries per transaction: other writers wait no longer than one takes. */
const BATCH = 1_000
/** Index rows per transaction. They are smaller. */
const POSTINGS = 2_000

interface ImportedList extends VersionCounts {
  name: string
  version: number
}

interface ListFile {
  name: string
  path: string
  /** The recorded origin of the list. */
  origin: string
  format?: ListFormat | undefined
  /** The expected SHA-256 in hex; any other file is refused. */
  sha256?: string | undefined
  /** A list with fewer persons is refused. */
  leastEntries?: number | undefined
}

/**
 * Reads a file into a new version of a list, which replaces the current one atomically: until then, and after a crash,
 * the earlier version is in force. A file without a single person is refused.
 */
export async function importList(
  ports: Pick<Ports, 'watchlists' | 'clock'>,
  { name, path, origin, format, sha256, leastEntries = 1 }: ListFile,
  actor: string,
  progress: (persons: number, bytes: number, of: number) => void = () => {},
): Promise<Result<ImportedList, string>> {
  if (!isListName(name))
    return {
      ok: false,
      refusal: 'the name of a list has lower-case letters, digits and dashes, at most 40, and is not blocklist',
    }
  const { watchlists } = ports
  const file = await readListFile(path, format)
  const version = await watchlists.beginVersion(name, { format: file.about.format, origin })
  try {
    const counts = await writeEntries(ports, version, file, progress)
    const whole = { ...file.about, ...counts, sha256: file.sha256() }
    const problem =
      counts.entries === 0
        ? 'the file has no person'
        : sha256 !== undefined && sha256.toLowerCase() !== whole.sha256
          ? `the file has the SHA-256 ${whole.sha256}, not ${sha256.toLowerCase()}`
          : counts.entries < leastEntries
            ? `the file has ${counts.entries} persons, but at least ${leastEntries} are expected`
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
    return { ok: false, refusal: `another import of ${name} finished first` }
  } catch (error) {
    await watchlists.abandon(version)
    throw error
  }
}

async function writeEntries(
  { watchlists }: Pick<Ports, 'watchlists'>,
  version: number,
  file: OpenedListFile,
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
  // The index is built in parts: only one is in memory at a time.
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

/** Takes a list out of use and stops fetching it; its entries are removed in the background. */
export async function removeList(
  { watchlists, listSources, clock }: Pick<Ports, 'watchlists' | 'listSources' | 'clock'>,
  name: string,
  actor: string,
): Promise<boolean> {
  await unscheduleList({ listSources, clock }, name, actor)
  return watchlists.remove(name, commonEntry({ clock }, actor, 'list.remove', { list: name }))
}
