import { commonEntry } from '../audit/audit-entries.ts'
import type { BackupProgress, BackupReport, BackupVerdict, Restored, Settings } from '../ports/installation.ts'
import type { Ports } from '../ports/ports.ts'

/** Takes a backup and verifies it; only one without a fault is reported as taken. */
export async function backUp(
  { installation, audit, clock, settings }: Pick<Ports, 'installation' | 'audit' | 'clock'> & { settings: Settings },
  folder: string,
  actor: string,
  progress: BackupProgress,
): Promise<BackupReport & Pick<BackupVerdict, 'faults'>> {
  const report = await installation.takeBackup(folder, progress)
  const { faults } = await installation.verifyBackup(folder, progress)
  const { id, rows, pictures } = report
  await audit.record(commonEntry({ clock }, actor, 'backup.take', { id, rows, pictures, faults: faults.length }))
  if (!faults.length) await settings.set(LAST_BACKUP, clock().toISOString())
  return { ...report, faults }
}

const LAST_BACKUP = 'last backup'

/** How long ago the last backup without a fault was taken; undefined if there was none. */
export async function secondsSinceBackup(settings: Settings, clock: Ports['clock']): Promise<number | undefined> {
  const taken = await settings.get(LAST_BACKUP)
  return taken === undefined ? undefined : (clock().getTime() - Date.parse(taken)) / 1000
}

/** Restores a backup, and says so in the log that was restored with it. */
export async function restoreBackup(
  restore: () => Promise<Restored>,
  openAudit: () => Promise<Pick<Ports, 'audit' | 'clock'>>,
  actor: string,
): Promise<Restored> {
  const restored = await restore()
  const { audit, clock } = await openAudit()
  const { id, takenAt, rows, pictures, leftOut } = restored
  await audit.record(
    commonEntry({ clock }, actor, 'backup.restore', { id, takenAt, rows, pictures, leftOut: leftOut.length }),
  )
  return restored
}
