import type { Result } from '../../formats/result.ts'
import type { Right } from '../accounts/credential-rights.ts'
import type { Mode } from '../session/session-words.ts'
import type { AuditEntry } from './audit.ts'

/** People who sign in to the console. The audit entry of a change is written with it: both exist, or neither. */
export interface Reviewers {
  /** False when the username is in use, or the subject has an account. */
  create(
    reviewer: Pick<Reviewer, 'username' | 'passwordHash' | 'role' | 'tenants' | 'subject'>,
    ...audit: AuditEntry[]
  ): Promise<boolean>
  byUsername(username: string): Promise<Reviewer | undefined>
  bySubject(subject: string): Promise<Reviewer | undefined>
  list(): Promise<Reviewer[]>
  /** Changes an account in one step. Refused if no admin would be left, or if the admin who asks no longer is one. */
  change(id: string, change: AccountChange, ...audit: AuditEntry[]): Promise<Result<void, 'LAST_ADMIN' | 'NOT_ADMIN'>>
  /** Notes a failed sign-in and the recent count; `lockUntil` locks the account as well. */
  countFailedSignIn(id: string, count: number, at: Date, lockUntil?: Date): Promise<void>
  forgetFailedSignIns(id: string): Promise<void>
  /** False when a code of this time step, or a later one, was used before: a code works once. */
  spendTimeStep(id: string, timeStep: number): Promise<boolean>
}

/** What is not named stays. */
export interface AccountChange {
  passwordHash?: string
  role?: Reviewer['role']
  /** Whose sessions they see; `all` removes the restriction. */
  tenants?: readonly string[] | 'all'
  /** `none` removes the second factor. */
  totpSecret?: Uint8Array | 'none'
  disabled?: boolean
  /** The username of the admin who asks for it, if it takes an admin. */
  by?: string
  /** The change follows the groups of an OpenID provider: it applies even to the last admin. */
  byProvider?: true
}

export interface Reviewer {
  id: string
  username: string
  /**
   * For an account that an OpenID provider vouches for: the issuer and its id of the person. Absent for a local one.
   */
  subject?: string
  /** argon2id, in its encoded form; for an account with a subject a mark that no password matches. */
  passwordHash: string
  role: 'reviewer' | 'admin'
  /** The tenants whose sessions a reviewer sees; all when absent. An admin sees all in any case. */
  tenants?: readonly string[]
  totpSecret?: Uint8Array
  /** Recent ones only: those of long ago do not count. */
  failedCount: number
  failedAt?: Date
  lockedUntil?: Date
  createdAt: Date
  disabledAt?: Date
}

/** Failed logins by name, address or browser, counted by all nodes together: see kernel/accounts/login-pauses.ts. */
export interface LoginFailures {
  /**
   * Counts a try under each of the keys, before it is made: of simultaneous ones no more are let through than are free.
   * While one of the keys has to pause nothing is counted, and `wait` is for how many seconds.
   */
  take(keys: readonly string[], at: Date): Promise<LoginTry>
  /** After a success. */
  forget(keys: readonly string[]): Promise<void>
}

type LoginTry =
  | { wait: number; giveBack?: never }
  /** `giveBack` takes it out of the count: it was no guess. */
  | { wait: 0; giveBack(): Promise<void> }

/** Who is signed in to the console, known to every node. Of the id in the browser's cookie only a hash is stored. */
export interface SignIns {
  create(signIn: SignIn): Promise<void>
  find(idSha256: string): Promise<SignIn | undefined>
  /** Newest first. */
  list(): Promise<SignIn[]>
  touch(idSha256: string, at: Date): Promise<void>
  /** False when there is none; its audit entry is written with it. */
  remove(idSha256: string, ...audit: AuditEntry[]): Promise<boolean>
  /**
   * Ends the sign-ins that the company's provider names, each with its audit entry. False if the logout token was used
   * before.
   */
  endByProvider(logout: ProviderLogout, now: Date, audit: (username: string) => AuditEntry): Promise<boolean>
  /** Ends all of an account. */
  removeAll(username: string): Promise<void>
  /** Ends all of an account but one. */
  removeOthers(username: string, exceptSha256: string): Promise<void>
  /** Remembers a browser from which somebody has signed in, and forgets its failures. */
  rememberDevice(idSha256: string, username: string, at: Date): Promise<void>
  findDevice(idSha256: string): Promise<{ username: string; failures: number } | undefined>
  countDeviceFailure(idSha256: string): Promise<void>
  /** Forgets browsers not seen since. */
  pruneDevices(seenBefore: Date): Promise<void>
  /** Forgets those that began before the first or were last seen before the second. */
  prune(begunBefore: Date, seenBefore: Date): Promise<void>
}

/** What the company's provider asks to end. */
export interface ProviderLogout {
  signIn: ProviderSignIn
  tokenId: string
  expiresAt: Date
}

/** A sign-in at the company's provider: SHA-256 of the person's subject there, and of the session if it names one. */
export interface ProviderSignIn {
  subject?: string
  session?: string
}

export interface SignIn {
  provider?: ProviderSignIn
  idSha256: string
  username: string
  /** SHA-256 of the password hash at that moment: a new password ends the sign-in. */
  passwordMark: string
  /** The origin: the network, and what the browser calls itself. */
  network: string
  agent: string
  createdAt: Date
  seenAt: Date
}

/** API usernames and passwords. The audit entry of a change is written with it: both exist, or neither. */
export interface Credentials {
  /** Undefined when unknown or revoked. Asked on every data request: keep it one indexed read. */
  find(username: string): Promise<Credential | undefined>
  /** False when the username is in use, or was. */
  create(credential: Credential, ...audit: AuditEntry[]): Promise<boolean>
  setPasswordHash(username: string, passwordHash: string, ...audit: AuditEntry[]): Promise<void>
  list(tenant?: string): Promise<(Credential & { revokedAt?: Date; lastUsedAt?: Date })[]>
  /** Remembers that it was used, to the minute: cheap enough for every request. */
  touch(username: string, at: Date): Promise<void>
  /** False when it is unknown, or was revoked before. */
  revoke(username: string, at: Date, ...audit: AuditEntry[]): Promise<boolean>
}

export interface Credential {
  username: string
  tenant: string
  /** The mode of the sessions that it opens, and the only ones that it sees. */
  mode: Mode
  /** Its display name. */
  label?: string
  /** All rights when absent. */
  rights?: readonly Right[]
  /** The stored form of the password; kernel/accounts/api-password.ts makes it and checks it. */
  passwordHash: string
  createdAt: Date
}
