import type { Result } from '../../domain/result.ts'
import type { AuditEntry } from './audit.ts'

/** People who sign in to the console. What is recorded of a change is written with it: both are there, or neither. */
export interface Reviewers {
  /** False when the username is in use, or the subject has an account. */
  create(
    reviewer: Pick<Reviewer, 'username' | 'passwordHash' | 'role' | 'tenants' | 'subject'>,
    ...audit: AuditEntry[]
  ): Promise<boolean>
  byUsername(username: string): Promise<Reviewer | undefined>
  bySubject(subject: string): Promise<Reviewer | undefined>
  list(): Promise<Reviewer[]>
  /** Changes an account in one step. Refused where no admin would be left, or where the admin who asks is none any more. */
  change(id: string, change: AccountChange, ...audit: AuditEntry[]): Promise<Result<void, 'LAST_ADMIN' | 'NOT_ADMIN'>>
  /** Notes a failed sign-in and the recent count; `lockUntil` locks the account as well. */
  countFailedSignIn(id: string, count: number, at: Date, lockUntil?: Date): Promise<void>
  forgetFailedSignIns(id: string): Promise<void>
  /** False when a code of this time step, or a later one, was used before: a code opens once. */
  spendTimeStep(id: string, timeStep: number): Promise<boolean>
}

/** What is not named stays. */
export interface AccountChange {
  passwordHash?: string
  role?: Reviewer['role']
  /** Whose sessions they see; `all` takes the binding away. */
  tenants?: readonly string[] | 'all'
  /** `none` removes the second factor. */
  totpSecret?: Uint8Array | 'none'
  disabled?: boolean
  /** Who asks for it, by username, where it takes an admin. */
  by?: string
  /** The groups of an OpenID provider ask for it: not even the last admin stays one against them. */
  byProvider?: true
}

export interface Reviewer {
  id: string
  username: string
  /** Of an account that an OpenID provider vouches for: the issuer and its own name of the person. Absent for a local one. */
  subject?: string
  /** argon2id, in its encoded form; of an account with a subject a mark that no password fits. */
  passwordHash: string
  role: 'reviewer' | 'admin'
  /** The tenants whose sessions a reviewer sees; all when absent. An admin sees all in any case. */
  tenants?: readonly string[]
  totpSecret?: Uint8Array
  /** Of late: those of long ago do not count. */
  failedCount: number
  failedAt?: Date
  lockedUntil?: Date
  createdAt: Date
  disabledAt?: Date
}
