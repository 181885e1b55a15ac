import { readFile } from 'node:fs/promises'
import type { Keyring } from '../../platform/keys/keys.ts'
import type { BackupProgress, BackupVerdict } from '../ports/installation.ts'
import { BackupError, type KeptPicture, type Manifest, partReader, readManifest, sha256Of } from './backup-file.ts'
import { pictureFile } from './take-backup.ts'

/** Reads everything in a backup, as a restore would; reports what is missing or not as it was written. */
export async function verifyBackup(keys: Keyring, folder: string, progress: BackupProgress): Promise<BackupVerdict> {
  const manifest = await readManifest(folder, keys, { unsealed: true })
  const { id, takenAt, format } = manifest
  const faults = [
    ...(format === 1 ? ['the manifest is of version 1.0 and carries no MAC: nothing shows whether it is whole'] : []),
    ...(await faultsInTables(manifest, folder, keys, progress)),
    ...(await faultsInPictures(manifest, folder, keys, progress)),
  ]
  return { id, takenAt, faults }
}

async function faultsInTables(manifest: Manifest, folder: string, keys: Keyring, progress: BackupProgress) {
  const read = partReader(folder, manifest, keys)
  const faults: string[] = []
  for (const { name, rows, parts } of manifest.tables) {
    let found = 0
    for (const part of parts) {
      found += await faultless(faults, async () => (await read(part)).length, 0)
      progress('tables', found)
    }
    if (found !== rows) faults.push(`table ${name}: ${found} of ${rows} rows can be read`)
  }
  return faults
}

async function faultsInPictures(
  { pictures, ...manifest }: Manifest,
  folder: string,
  keys: Keyring,
  progress: BackupProgress,
) {
  const read = partReader(folder, manifest, keys)
  const faults: string[] = []
  let seen = 0
  for (const part of pictures.parts)
    for (const { session_id, object, sha256 } of await faultless(faults, () => read<KeptPicture>(part), [])) {
      const bytes = await readFile(pictureFile(folder, session_id, object)).catch(() => undefined)
      if (!bytes) faults.push(`picture ${session_id}/${object} is missing`)
      else if (sha256Of(bytes) !== sha256) faults.push(`picture ${session_id}/${object} is not as it was written`)
      progress('pictures', ++seen, pictures.count)
    }
  return faults
}

async function faultless<Value>(faults: string[], work: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError) || error.cause) throw error
    faults.push(error.message)
    return otherwise
  }
}
