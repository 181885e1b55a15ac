import { backUp } from '../../../kernel/backup/back-up.ts'
import { BackupError } from '../../../kernel/backup/backup-file.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { showProgress, UsageError } from '../../../platform/cli/usage.ts'

const take = defineCommand({
  summary: 'copy everything into a folder while the service runs, and verify the copy',
  details: `The master key is not in it: keep it in another place.
A backup in the folder is replaced once the new one is whole.`,
  arguments: { folder: { description: 'where the backup is kept' } },
  run: ({ args: { folder } }) =>
    naming(async (ports) => {
      const done = await backUp(ports, folder, ACTOR, showProgress('copying'))
      const { id, rows, pictures, copied, dropped, erased, faults } = done
      return answer(done, faults, [
        `backup ${id}: ${rows} rows, ${pictures} pictures (${copied} new, ${dropped} dropped, ${erased} sessions erased meanwhile), verified without a fault`,
        'The master key is not in it. Without the key nobody can read it: keep the key in another place.',
      ])
    }),
})

const verify = defineCommand({
  summary: 'read all of a backup and say what is wrong with it',
  arguments: { folder: { description: 'where the backup is kept' } },
  run: ({ args: { folder } }) =>
    naming(async (ports) => {
      const found = await ports.installation.verifyBackup(folder, showProgress('reading'))
      return answer(found, found.faults, [`backup ${found.id} of ${found.takenAt} is whole`])
    }),
})

export const command = defineGroup({
  summary: 'copy everything while it runs; verify a copy',
  alone: take,
  commands: { verify },
})

async function naming(act: Parameters<typeof withStorage<Answer>>[0]): Promise<Answer> {
  try {
    return await withStorage(act)
  } catch (error) {
    if (error instanceof BackupError) throw new UsageError(error.message)
    throw error
  }
}

function answer(data: object, faults: readonly string[], whole: string[]): Answer {
  return { data, text: (faults.length ? faults : whole).join('\n'), exitCode: faults.length ? 1 : 0 }
}
