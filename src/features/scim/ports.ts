import type { AuditEntry } from '../../kernel/ports/audit.ts'
import type { ScimGroup, ScimUser } from './domain/resources.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeaturePorts {
    scim: ScimStore
  }
}

/** Who may send accounts and groups. Of the token only a hash is stored. */
export interface ScimToken {
  id: string
  name: string
  tokenSha256: string
  createdAt: Date
  revokedAt?: Date
}

/** What can be compared in a filter; names without case. */
type UserKey = Partial<Record<'id' | 'userName' | 'externalId', string>>
type GroupKey = Partial<Record<'id' | 'displayName' | 'externalId', string>>

/** What the directory has sent. The audit entry of a change is written with it. */
export interface ScimStore {
  createToken(token: ScimToken, audit: AuditEntry): Promise<void>
  /** Undefined if unknown or revoked. */
  findToken(tokenSha256: string): Promise<ScimToken | undefined>
  listTokens(): Promise<ScimToken[]>
  /** False if it is unknown or was revoked before. */
  revokeToken(id: string, at: Date, audit: AuditEntry): Promise<boolean>

  /** False if the name or the external id is in use. */
  createUser(user: ScimUser, audit: AuditEntry): Promise<boolean>
  /** All that fit, oldest first. */
  findUsers(key: UserKey): Promise<ScimUser[]>
  changeUser(id: string, change: (user: ScimUser) => ScimUser, audit: AuditEntry): Promise<Changed<ScimUser>>
  /** The user that was there. */
  deleteUser(id: string, audit: AuditEntry): Promise<ScimUser | undefined>

  createGroup(group: ScimGroup, audit: AuditEntry): Promise<boolean>
  findGroups(key: GroupKey): Promise<ScimGroup[]>
  changeGroup(id: string, change: (group: ScimGroup) => ScimGroup, audit: AuditEntry): Promise<Changed<ScimGroup>>
  deleteGroup(id: string, audit: AuditEntry): Promise<ScimGroup | undefined>
}

/** What it was and is; `taken` if another one has the name or the external id; undefined if it is not there. */
export type Changed<Resource> = { before: Resource; after: Resource } | 'taken' | undefined
