/** People who sign in to the console. */
export interface Reviewers {
  /** False when the username is in use. */
  create(reviewer: Pick<Reviewer, 'username' | 'passwordHash' | 'role' | 'tenants'>): Promise<boolean>
  byUsername(username: string): Promise<Reviewer | undefined>
  list(): Promise<Reviewer[]>
  setPassword(id: string, passwordHash: string): Promise<void>
  setRole(id: string, role: Reviewer['role']): Promise<void>
  /** Undefined is all tenants. */
  setTenants(id: string, tenants: readonly string[] | undefined): Promise<void>
  /** Undefined removes the second factor. */
  setTotp(id: string, secret: Uint8Array | undefined): Promise<void>
  setDisabled(id: string, disabled: boolean): Promise<void>
  /** Notes a failed sign-in, the so manyth of late; `lockUntil` locks the account as well. */
  countFailedSignIn(id: string, count: number, at: Date, lockUntil?: Date): Promise<void>
  forgetFailedSignIns(id: string): Promise<void>
  /** False when a code of this time step, or a later one, was used before: a code opens once. */
  spendTimeStep(id: string, timeStep: number): Promise<boolean>
}

export interface Reviewer {
  id: string
  username: string
  /** argon2id, in its encoded form. */
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
