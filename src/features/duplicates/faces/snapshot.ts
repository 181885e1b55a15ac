import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode } from '../../../kernel/session/session-words.ts'
import type { Context } from '../../../kernel/storage/context.ts'
import { makeFolder, writeDurably } from '../../../platform/durable-file.ts'
import { newKey, type Wrapped } from '../../../platform/keys/keys.ts'
import { open, openJson, seal, sealJson } from '../../../platform/keys/seal.ts'
import { Unavailable } from '../../../platform/unavailable.ts'

/**
 * The index of faces in files, so that a restart reads these and not the database. They are sealed, and hold only full
 * segments: what came later is read from the database. The file of a segment is removed as soon as somebody in it is
 * erased.
 */
interface Snapshot {
  /** What the files hold, if they belong to this database; otherwise they are removed. */
  open(): Promise<SavedIndex | undefined>
  /** The content of a segment. Undefined if the file is missing or damaged. */
  read(file: string): Promise<Buffer | undefined>
  /** Writes a segment, and gives its file. */
  write(content: Buffer): Promise<string>
  remove(file: string): void
  /** Replaces the list of what there is. Files that are not in it are removed. */
  close(index: SavedIndex): Promise<void>
  /** Whether another key would be used now: then everything has to be written again. */
  isOfOldKey(): boolean
}

export interface SavedIndex {
  /** Erasures until then are not in it. */
  erasedUntil: number
  tenants: SavedTenant[]
}

export interface SavedTenant {
  tenant: string
  /** The last number of a print that was read. */
  upTo: number
  shards: { mode: Mode; model: string; length: number; segments: SavedSegment[] }[]
}

/** Rows of prints with numbers in this range. Without a file, they have to be read from the database. */
interface SavedSegment {
  least: number
  most: number
  file?: string
}

/** The file that lists the others. */
interface Manifest {
  format: typeof FORMAT
  key: Wrapped
  sealed: string
}

interface Sealed extends SavedIndex {
  node: string
  /** The database has it too: if not, it is another one, or an earlier state of this one. */
  marker: string
}

/** Grows with every change of the rows in memory: they are written as they are. */
const FORMAT = 1
const MANIFEST = 'manifest.json'
const SEGMENT_SUFFIX = '.faces'
const KEY_CONTEXT = 'face snapshot key'
const LIST_CONTEXT = 'face snapshot'
const segmentContext = (file: string) => `face snapshot:${file}`
const settingOf = (node: string) => `face snapshot ${node}`
/** Markers of nodes that were not seen for this long are removed; their snapshots are then not used. */
const MARKER_MS = 30 * 86_400_000

export const snapshotFolder = (dataDir: string): string => join(dataDir, 'face-index')

/** Nothing of it can be read after the rotation of the master key. */
export const removeSnapshot = (dataDir: string): Promise<void> =>
  rm(snapshotFolder(dataDir), { recursive: true, force: true })

export function openSnapshot(
  { db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>,
  folder: string,
  warn: (message: string) => void,
): Snapshot {
  let key: { wrapped: Wrapped; dataKey: Buffer } | undefined
  let node: string = randomUUID()
  let marker: string | undefined

  function currentKey(): { wrapped: Wrapped; dataKey: Buffer } {
    if (key && key.wrapped.masterKeyId === keys.currentId()) return key
    const dataKey = newKey()
    key = { wrapped: keys.wrap(KEY_CONTEXT, dataKey), dataKey }
    return key
  }

  function readList(text: string): Sealed {
    const manifest = JSON.parse(text) as Partial<Manifest>
    if (manifest.format !== FORMAT || !manifest.key || !manifest.sealed) throw new Error('it is of another version')
    if (manifest.key.masterKeyId !== keys.currentId()) throw new Error('it is sealed under another master key')
    const dataKey = keys.unwrap(KEY_CONTEXT, manifest.key)
    const list = openJson<Sealed>(dataKey, LIST_CONTEXT, manifest.sealed)
    if (list.erasedUntil < clock().getTime() - MARKER_MS) throw new Error('it is older than a month')
    key = { wrapped: manifest.key, dataKey }
    return list
  }

  async function markersOf(of: string): Promise<string[]> {
    const row = await db.selectFrom('setting').select('value').where('name', '=', settingOf(of)).executeTakeFirst()
    return row ? row.value.split(' ') : []
  }

  /** The database knows both until the file is replaced. */
  async function mark(markers: string[]): Promise<void> {
    const values = { value: markers.join(' '), updated_at: clock().getTime() }
    await db
      .insertInto('setting')
      .values({ name: settingOf(node), ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute()
    await db
      .deleteFrom('setting')
      .where('name', 'like', `${settingOf('')}%`)
      .where('updated_at', '<', clock().getTime() - MARKER_MS)
      .execute()
  }

  async function sweep(kept: ReadonlySet<string>): Promise<void> {
    const files = await readdir(folder).catch(ifMissing([]))
    for (const file of files) if (file !== MANIFEST && !kept.has(file)) await rm(join(folder, file), { force: true })
  }

  return {
    async open() {
      const text = await readFile(join(folder, MANIFEST), 'utf8').catch(ifMissing(undefined))
      if (text === undefined) {
        await sweep(new Set())
        return undefined
      }
      let reason: string
      try {
        const list = readList(text)
        if ((await markersOf(list.node)).includes(list.marker)) {
          node = list.node
          marker = list.marker
          return list
        }
        reason = 'the database is another one, or an earlier state of it'
      } catch (error) {
        if (error instanceof Unavailable) throw error
        reason = reasonOf(error)
      }
      warn(`the snapshot of the faces is not used, they are loaded from the database: ${reason}`)
      key = undefined
      await rm(folder, { recursive: true, force: true })
      return undefined
    },
    async read(file) {
      const sealed = await readFile(join(folder, file)).catch(ifMissing(undefined))
      if (!sealed) return undefined
      try {
        return open(currentKey().dataKey, segmentContext(file), sealed)
      } catch (error) {
        warn(
          `a file of the snapshot of the faces is damaged, its faces are loaded from the database: ${reasonOf(error)}`,
        )
        rmSync(join(folder, file), { force: true })
        return undefined
      }
    },
    async write(content) {
      const file = `${randomUUID()}${SEGMENT_SUFFIX}`
      await makeFolder(folder)
      await writeDurably(join(folder, file), seal(currentKey().dataKey, segmentContext(file), content))
      return file
    },
    remove: (file) => rmSync(join(folder, file), { force: true }),
    async close(index) {
      const { wrapped, dataKey } = currentKey()
      const next = randomUUID()
      const list: Sealed = { ...index, node, marker: next }
      await mark([next, ...(marker === undefined ? [] : [marker])])
      const manifest: Manifest = { format: FORMAT, key: wrapped, sealed: sealJson(dataKey, LIST_CONTEXT, list) }
      await makeFolder(folder)
      await writeDurably(join(folder, MANIFEST), Buffer.from(JSON.stringify(manifest)))
      marker = next
      const files = index.tenants.flatMap(({ shards }) => shards.flatMap(({ segments }) => segments))
      await sweep(new Set(files.flatMap(({ file }) => file ?? [])))
    },
    isOfOldKey: () => key !== undefined && key.wrapped.masterKeyId !== keys.currentId(),
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const ifMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return value
  }
