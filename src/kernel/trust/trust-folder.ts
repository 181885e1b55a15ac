import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { NamedFile, Refusal } from '../../formats/x509/collect-trust.ts'
import { UsageError } from '../../platform/cli/usage.ts'

/** The option that names it, for commands that verify a chip. */
export const TRUST_FOLDER = {
  type: 'string',
  value: 'FOLDER',
  required: true,
  description: 'master lists with their roots, certificates, revocation lists',
} as const

/** Every file of a folder of trust anchors, including subfolders. */
export function readTrustFolder(folder: string): NamedFile[] {
  const found: NamedFile[] = []
  for (const entry of entriesOf(folder, true)) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    found.push({ name: relative(folder, path), bytes: readFileSync(path) })
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The contents of a folder that somebody named. */
export function entriesOf(folder: string, recursive = false) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** What could not be used in a folder of trust anchors, as a reason. */
export const refusedFiles = (refused: readonly Refusal[]) =>
  refused.map(({ file, reason }) => ({ code: 'TRUST_FILE_REFUSED', text: `${file}: ${reason}` }) as const)
