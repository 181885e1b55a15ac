import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeDurably } from '../durable-file.ts'
import { type Keyring, newKey, type Wrapped } from '../keys/keys.ts'
import { open, seal } from '../keys/seal.ts'
import type { Row } from './tables.ts'

/** What a backup says of itself. It is written last: a backup without it is none. */
export interface Manifest {
  format: 1
  id: string
  takenAt: string
  /** Of the database that it was taken from. */
  schemaVersion: number
  /** The key that its parts are sealed with, under the master key. */
  key: Wrapped
  /** In the order in which they can be put back. */
  tables: { name: string; rows: number; parts: BackupPart[] }[]
  /** Pictures, by session and object, as they are stored: sealed under keys that are in the tables. */
  pictures: { count: number; bytes: number; parts: BackupPart[] }
  /** Sessions that were erased while it was taken: their rows are in it, and are left out when it is put back. */
  erased: string[]
}

interface BackupPart {
  file: string
  sha256: string
}

/** A picture in the backup. */
export interface KeptPicture {
  session_id: string
  object: string
  bytes: number
  sha256: string
}

export const MANIFEST = 'manifest.json'
export const PICTURES = 'pictures'

/** What is wrong with a backup, for the person who runs the command. */
export class BackupError extends Error {}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes the parts of one backup, each sealed for its own place. */
export function partWriter(folder: string, id: string, keys: Keyring) {
  const dataKey = newKey()
  return {
    key: keys.wrap(contextOf(id), dataKey),
    async write(name: string, rows: readonly object[]): Promise<BackupPart> {
      const file = `${id}/${name}`
      const lines = gzipSync(rows.map((row) => JSON.stringify(row)).join('\n'))
      const sealed = seal(dataKey, `${contextOf(id)}:${name}`, lines)
      await writeDurably(join(folder, file), sealed)
      return { file, sha256: sha256Of(sealed) }
    },
  }
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`there is no whole backup in ${folder}`)
    throw error
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new BackupError(`this backup has format ${manifest.format}, which a newer program wrote`)
  return manifest
}

/** Opens the parts; throws a BackupError where one is missing, changed, or sealed under another master key. */
export function partReader(folder: string, { id, key }: Pick<Manifest, 'id' | 'key'>, keys: Keyring) {
  const dataKey = keyOf(id, key, keys)
  return async <Kind extends object = Row>({ file, sha256 }: BackupPart): Promise<Kind[]> => {
    const sealed = await readFile(join(folder, file)).catch(() => undefined)
    if (!sealed) throw new BackupError(`${file} is missing`)
    if (sha256Of(sealed) !== sha256) throw new BackupError(`${file} is not as it was written`)
    const text = gunzipSync(open(dataKey, `${contextOf(id)}:${file.slice(id.length + 1)}`, sealed)).toString()
    return text ? text.split('\n').map((line) => JSON.parse(line) as Kind) : []
  }
}

function keyOf(id: string, key: Wrapped, keys: Keyring): Buffer {
  try {
    return keys.unwrap(contextOf(id), key)
  } catch (cause) {
    throw new BackupError(
      `the backup is sealed under master key ${key.masterKeyId}: set MASTER_KEY to it, or put its file master.key into DATA_DIR`,
      { cause },
    )
  }
}

const contextOf = (id: string) => `backup:${id}`
