/** Copies of everything that is stored. */
export interface Backups {
  /** Takes one into the folder while the service runs; an earlier one there is replaced once this is whole. */
  take(folder: string, progress: BackupProgress): Promise<BackupReport>
  /** Reads all of one. */
  verify(folder: string, progress: BackupProgress): Promise<BackupVerdict>
}

export type BackupProgress = (what: 'tables' | 'pictures', done: number, of?: number) => void

export interface BackupReport {
  id: string
  rows: number
  pictures: number
  bytes: number
  /** Pictures that were not there from an earlier backup. */
  copied: number
  /** Pictures of an earlier backup that nothing points at any more. */
  dropped: number
  /** Sessions erased while it was taken. */
  erased: number
}

export interface BackupVerdict {
  id: string
  takenAt: string
  /** Empty when it can be put back whole. */
  faults: string[]
}

export interface Restored {
  id: string
  takenAt: string
  rows: number
  pictures: number
  /** Sessions that were erased since the backup was taken. */
  leftOut: string[]
}
