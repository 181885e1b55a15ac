import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { NamedFile } from '../../certificates/collect-trust.ts'
import { UsageError } from './usage.ts'

/** Every file of a folder of trust, those of its folders too. */
export function readTrustFolder(folder: string): NamedFile[] {
  const found: NamedFile[] = []
  for (const entry of entriesOf(folder, true)) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    found.push({ name: relative(folder, path), bytes: readFileSync(path) })
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** What lies in a folder that somebody named. */
export function entriesOf(folder: string, recursive = false) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
