import type { BackupProgress, BackupReport, BackupVerdict, Restored } from '../ports/backups.ts'
import type { Ports } from '../ports/ports.ts'

/** Takes a backup and reads it again; only one without a fault is reported as taken. */
export async function backUp(
  { backups, audit, clock }: Pick<Ports, 'backups' | 'audit' | 'clock'>,
  folder: string,
  actor: string,
  progress: BackupProgress,
): Promise<BackupReport & Pick<BackupVerdict, 'faults'>> {
  const report = await backups.take(folder, progress)
  const { faults } = await backups.verify(folder, progress)
  const { id, rows, pictures } = report
  await audit.record({
    at: clock(),
    tenant: '*',
    actor,
    action: 'backup.take',
    detail: { id, rows, pictures, faults: faults.length },
  })
  return { ...report, faults }
}

/** Puts a backup back by `restore`, and says so in the log that came back with it. */
export async function restoreBackup(
  restore: () => Promise<Restored>,
  openAudit: () => Promise<Pick<Ports, 'audit' | 'clock'>>,
  actor: string,
): Promise<Restored> {
  const restored = await restore()
  const { audit, clock } = await openAudit()
  const { id, takenAt, rows, pictures, leftOut } = restored
  await audit.record({
    at: clock(),
    tenant: '*',
    actor,
    action: 'backup.restore',
    detail: { id, takenAt, rows, pictures, leftOut: leftOut.length },
  })
  return restored
}
