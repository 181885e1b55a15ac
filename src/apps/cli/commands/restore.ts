import { restoreBackup } from '../../../kernel/backup/back-up.ts'
import { BackupError } from '../../../kernel/backup/backup-file.ts'
import { readConfig } from '../../../kernel/config.ts'
import { loadConfiguredPolicy } from '../../../kernel/decision/policy-file.ts'
import type { Storage } from '../../../kernel/storage/open.ts'
import { ACTOR, readS3Credentials } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { bytesOf, showProgress, UsageError } from '../../../platform/cli/usage.ts'

export const command = defineCommand({
  summary: 'restore a backup into an empty installation',
  details: 'Into the empty database and picture store that the settings name, of either kind.',
  arguments: { folder: { description: 'where the backup is kept' } },
  options: {
    'erased-from': {
      type: 'string',
      value: 'DATABASE_URL',
      description: 'the old database, if it can still be read: sessions erased since then stay erased',
    },
    erased: {
      type: 'string',
      value: 'FILE',
      description: 'lines, each a session id or an entry of the audit log, for the same purpose',
    },
    unsealed: {
      type: 'boolean',
      description: 'accept a backup of version 1.0 or earlier, whose manifest carries no MAC',
    },
  },
  destroys: true,
  run: async ({ args: { folder }, options: { 'erased-from': database, erased: file, unsealed }, confirm }) => {
    const { openStorage } = await import('../../../kernel/storage/open.ts')
    const { erasedIn, restoreStorage } = await import('../../../kernel/backup/restore.ts')
    const config = readConfig(process.env)
    const clock = () => new Date()
    const defaultPolicy = loadConfiguredPolicy(config)
    const options = { ...config, clock, s3: readS3Credentials(process.env), defaultPolicy }
    let storage: Storage | undefined
    try {
      const erased = new Set([
        ...(database ? await erasedIn(database) : []),
        ...(file ? erasedOf(bytesOf(file).toString('utf8')) : []),
      ])
      await confirm(
        `write the backup in ${folder} into ${placeOf(config.databaseUrl)}, which must be empty, leaving out ${erased.size} sessions named as erased`,
      )
      const restored = await restoreBackup(
        () => restoreStorage(options, folder, erased, showProgress('restoring'), { unsealed: unsealed === true }),
        async () => {
          storage = await openStorage(options)
          return { ...storage, clock }
        },
        ACTOR,
      )
      const { id, takenAt, rows, pictures, leftOut } = restored
      const named = database || file
      return {
        data: restored,
        text: [
          `backup ${id} of ${takenAt} is restored: ${rows} rows, ${pictures} pictures`,
          `${leftOut.length} sessions that were erased since were left out${leftOut.length ? ':' : ''}`,
          ...leftOut.map((session) => `  ${session}`),
          ...(named ? [] : [NOBODY_NAMED]),
        ].join('\n'),
      }
    } catch (error) {
      if (error instanceof BackupError) throw new UsageError(error.message)
      throw error
    } finally {
      await storage?.close()
    }
  },
})

const NOBODY_NAMED = 'No sessions were named as erased since: if some were, erase them again (see docs/operations.md).'

/** The database without its password. */
function placeOf(databaseUrl: string): string {
  return databaseUrl.replace(/\/\/[^@/]*@/, '//')
}

/** Only those entries of the audit log count that record an erasure. */
export function erasedOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim()
    if (!trimmed.startsWith('{')) return trimmed ? [trimmed] : []
    const { action, sessionId, session_id } = JSON.parse(trimmed) as Record<string, string | undefined>
    const id = sessionId ?? session_id
    return id && (action === undefined || action === 'session.erased') ? [id] : []
  })
}
