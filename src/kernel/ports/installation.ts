import type { AuditEntry } from './audit.ts'

/** Secrets that sign access tokens. The newest signs; older ones verify until their last token has expired. */
export interface SigningKeys {
  /**
   * Newest first; makes the first one. A key that another node made is seen after 10 seconds, or immediately by `find`.
   */
  all(): Promise<SigningKey[]>
  find(kid: string): Promise<SigningKey | undefined>
  /** The audit entry is written with it. */
  rotate(now: Date, audit?: (kid: string) => AuditEntry): Promise<SigningKey>
  /** Forgets keys retired before then. */
  prune(retiredBefore: Date): Promise<void>
}

export interface SigningKey {
  kid: string
  secret: Uint8Array
  createdAt: Date
  retiredAt?: Date
}

/** Secrets that the service makes at first use and keeps, such as the one that signs webhooks. 32 random bytes each. */
export interface Secrets {
  get(name: string): Promise<Uint8Array>
}

/** Small facts of the installation, by name. No person's data. */
export interface Settings {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
}

/** What an operator does with all stored data while the service runs. */
export interface Installation {
  /** Takes a backup into the folder; an earlier one there is replaced when this one is complete. */
  takeBackup(folder: string, progress: BackupProgress): Promise<BackupReport>
  /** Reads all of a backup. */
  verifyBackup(folder: string, progress: BackupProgress): Promise<BackupVerdict>
  /**
   * Wraps every stored key under the current master key, or under a new one if the key is a file of the data folder;
   * answers how many. It can be started again after a crash.
   */
  rotateMasterKey(): Promise<number>
  /** Rows that would give a right, but do not carry this installation's MAC. */
  unsignedRows(options?: { withoutEntries?: boolean }): Promise<UnsignedRow[]>
  /**
   * Signs those of these rows that are not signed, as they are, in one transaction with the entry; answers how many.
   */
  acceptRows(ids: readonly string[], audit: AuditEntry): Promise<number>
}

export interface UnsignedRow {
  /** Its table and its key. */
  id: string
  /** Its contents, for somebody who has to judge it. */
  says: string
}

export type BackupProgress = (what: 'tables' | 'pictures', done: number, of?: number) => void

export interface BackupReport {
  id: string
  rows: number
  pictures: number
  bytes: number
  /** Pictures that an earlier backup does not have yet. */
  copied: number
  /** Pictures of an earlier backup that nothing refers to any more. */
  dropped: number
  /** Sessions erased while it was taken. */
  erased: number
}

export interface BackupVerdict {
  id: string
  takenAt: string
  /** Empty when it can be restored completely. */
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
