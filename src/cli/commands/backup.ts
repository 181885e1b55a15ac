import { backUp } from '../../actions/jobs/back-up.ts'
import { BackupError } from '../../storage/backup/backup-file.ts'
import { showProgress } from '../support/progress.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { readWords, UsageError } from '../support/usage.ts'

const usage = `usage: backup FOLDER          copy everything into the folder while the service runs, and read it again
       backup verify FOLDER   read all of a backup and say what is wrong with it

The master key is not in it: keep it in another place. A backup in the folder is replaced once the new one is whole.`

export async function run(args: string[]): Promise<void> {
  const [first, second] = readWords(args)
  if (!first || (first === 'verify' && !second)) throw new UsageError(usage)
  try {
    await withStorage(async (ports) => {
      if (first === 'verify' && second) {
        const { id, takenAt, faults } = await ports.backups.verify(second, showProgress('reading'))
        tell(faults, `backup ${id} of ${takenAt} is whole`)
        return
      }
      const done = await backUp(ports, first, ACTOR, showProgress('copying'))
      const { id, rows, pictures, copied, dropped, erased, faults } = done
      tell(
        faults,
        `backup ${id}: ${rows} rows, ${pictures} pictures (${copied} new, ${dropped} dropped, ${erased} sessions erased meanwhile), read again without a fault`,
      )
      console.log('The master key is not in it. Without the key nobody can read it: keep the key in another place.')
    })
  } catch (error) {
    if (error instanceof BackupError) throw new UsageError(error.message)
    throw error
  }
}

function tell(faults: readonly string[], otherwise: string): void {
  if (!faults.length) console.log(otherwise)
  for (const fault of faults) console.error(fault)
  if (faults.length) process.exitCode = 1
}
