import type { AuditEntry } from './audit.ts'

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
