import type { Result } from '../../domain/result.ts'
import type { Mode, Right } from '../../domain/vocabulary.ts'
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

/** Who is signed in to the console, known to every node. The id in the browser's cookie is kept as a hash alone. */
export interface SignIns {
  create(signIn: SignIn): Promise<void>
  find(idSha256: string): Promise<SignIn | undefined>
  /** Newest first. */
  list(): Promise<SignIn[]>
  touch(idSha256: string, at: Date): Promise<void>
  /** False when there is none; what is recorded of it is written with it. */
  remove(idSha256: string, ...audit: AuditEntry[]): Promise<boolean>
  /** Ends all of an account but one. */
  removeOthers(username: string, exceptSha256: string): Promise<void>
  /** Remembers a browser from which somebody has signed in, its failures forgotten. */
  rememberDevice(idSha256: string, username: string, at: Date): Promise<void>
  findDevice(idSha256: string): Promise<{ username: string; failures: number } | undefined>
  countDeviceFailure(idSha256: string): Promise<void>
  /** Forgets browsers not seen since. */
  pruneDevices(seenBefore: Date): Promise<void>
  /** Forgets those that began before the first or were last seen before the second. */
  prune(begunBefore: Date, seenBefore: Date): Promise<void>
}

export interface SignIn {
  idSha256: string
  username: string
  /** SHA-256 of the password hash at that moment: a new password ends the sign-in. */
  passwordMark: string
  /** From where: the network, and what the browser calls itself. */
  network: string
  agent: string
  createdAt: Date
  seenAt: Date
}

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
