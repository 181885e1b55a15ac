import type { Mode, Right } from '../../domain/vocabulary.ts'
import type { AuditEntry } from './audit.ts'

/** API usernames and passwords. What is recorded of a change is written with it: both are there, or neither. */
export interface Credentials {
  /** Undefined when unknown or revoked. Asked on every data request: keep it one indexed read. */
  find(username: string): Promise<Credential | undefined>
  /** False when the username is in use, or was. */
  create(credential: Credential, ...audit: AuditEntry[]): Promise<boolean>
  setPasswordHash(username: string, passwordHash: string, ...audit: AuditEntry[]): Promise<void>
  list(tenant?: string): Promise<(Credential & { revokedAt?: Date; lastUsedAt?: Date })[]>
  /** Remembers that it was used, to the minute: cheap enough for every request. */
  touch(username: string, at: Date): Promise<void>
  /** False when there is none, or it was revoked before. */
  revoke(username: string, at: Date, ...audit: AuditEntry[]): Promise<boolean>
}

export interface Credential {
  username: string
  tenant: string
  /** Of the sessions that it opens, and the only ones that it sees. */
  mode: Mode
  /** What people call it. */
  label?: string
  /** Everything when absent. */
  rights?: readonly Right[]
  /** What is kept of the password; actions/admin/api-password.ts makes it and checks it. */
  passwordHash: string
  createdAt: Date
}
