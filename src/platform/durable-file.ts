import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that after a power failure it is complete or absent: temporary name, fsync, rename, fsync of the
 * folder.
 */
export async function writeDurably(path: string, bytes: Uint8Array, mode = 0o600): Promise<void> {
  const temporary = await writeTemporary(path, bytes, mode)
  try {
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** As `writeDurably`, but never replaces a file. False when one is there already. */
export async function createDurably(path: string, bytes: Uint8Array, mode = 0o600): Promise<boolean> {
  const temporary = await writeTemporary(path, bytes, mode)
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

/** Makes a folder and its parents, each entry on disk before it returns. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  const stop = dirname(first)
  for (let folder = dirname(path); folder.length >= stop.length; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === stop) return
  }
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The suffix of unfinished files. */
const TEMPORARY_SUFFIX = '.part'

async function writeTemporary(path: string, bytes: Uint8Array, mode: number): Promise<string> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(temporary, { force: true }) // the disk is full: the unfinished file is useless
    throw error
  } finally {
    await handle.close()
  }
  return temporary
}
