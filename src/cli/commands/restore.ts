import { readFile } from 'node:fs/promises'
import { restoreBackup } from '../../actions/jobs/back-up.ts'
import { readConfig } from '../../config.ts'
import { BackupError } from '../../storage/backup/backup-file.ts'
import { openStorage, type Storage } from '../../storage/open.ts'
import { erasedIn, restoreStorage } from '../../storage/restore.ts'
import { loadConfiguredPolicy } from '../support/policy-file.ts'
import { showProgress } from '../support/progress.ts'
import { ACTOR, readS3Credentials } from '../support/storage.ts'
import { readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: restore FOLDER [--erased-from DATABASE_URL] [--erased FILE]
       put a backup into the empty database and picture store that the settings name, of either kind

       --erased-from   the old database, where it can still be read: who was erased since stays erased
       --erased        a file of lines, each a session's id or an entry of the audit log, to the same end`

export async function run(args: string[]): Promise<void> {
  const [folder] = readWords(args)
  if (!folder) throw new UsageError(usage)
  const config = readConfig(process.env)
  const clock = () => new Date()
  const defaultPolicy = loadConfiguredPolicy(config)
  const options = { ...config, clock, s3: readS3Credentials(process.env), defaultPolicy }
  const [database, file] = [readOption(args, 'erased-from'), readOption(args, 'erased')]
  let storage: Storage | undefined
  try {
    const erased = new Set([
      ...(database ? await erasedIn(database) : []),
      ...(file ? erasedOf(await readFile(file, 'utf8')) : []),
    ])
    const { id, takenAt, rows, pictures, leftOut } = await restoreBackup(
      () => restoreStorage(options, folder, erased, showProgress('restoring')),
      async () => {
        storage = await openStorage(options)
        return { ...storage, clock }
      },
      ACTOR,
    )
    console.log(`backup ${id} of ${takenAt} is back: ${rows} rows, ${pictures} pictures`)
    console.log(`${leftOut.length} sessions that were erased since were left out${leftOut.length ? ':' : ''}`)
    for (const session of leftOut) console.log(`  ${session}`)
    if (!database && !file)
      console.log('Nobody was named who was erased since: if somebody was, erase them again (see docs/operations.md).')
  } catch (error) {
    if (error instanceof BackupError) throw new UsageError(error.message)
    throw error
  } finally {
    await storage?.close()
  }
}

/** Of entries of the audit log only those count that tell of an erasure. */
export function erasedOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim()
    if (!trimmed.startsWith('{')) return trimmed ? [trimmed] : []
    const { action, sessionId, session_id } = JSON.parse(trimmed) as Record<string, string | undefined>
    const id = sessionId ?? session_id
    return id && (action === undefined || action === 'session.erased') ? [id] : []
  })
}
