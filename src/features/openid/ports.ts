import type { AuditEntry } from '../../kernel/ports/audit.ts'
import type { OpenIdClient } from './domain/client.ts'

declare module '../../kernel/feature-types.ts' {
  interface FeaturePorts {
    openIdClients: OpenIdClients
    openIdRecords: OpenIdRecords
    openIdSignIns: OpenIdSignIns
  }
  interface FeatureReadings {
    /** What the person signs in to with this session. */
    signIn?: SignIn
  }
}

/** What a session is for that was opened by a sign-in. */
interface SignIn {
  clientId: string
  /** The client's name, at the time. */
  to: string
  /** Where the hosted page finds the client's logo. */
  logoUrl?: string
  /** What the client asks for and may have. */
  claims: string[]
  /** Where the sign-in continues. */
  returnUrl: string
  /** A random value from which the subject of each sector follows. */
  subject: string
  /** The earlier session of the same person, whose claims are given. */
  provenBy?: string
}

export interface OpenIdClients {
  /** Whether any client can be used. Looked up every few seconds only. */
  any(): Promise<boolean>
  /** Undefined if unknown or revoked. */
  find(id: string): Promise<OpenIdClient | undefined>
  list(tenant?: string): Promise<OpenIdClient[]>
  create(client: OpenIdClient, audit: AuditEntry): Promise<void>
  /** Changes what people are shown; without a logo it has none. False if it is unknown or was revoked. */
  change(id: string, look: { name: string; logo?: string }, audit: AuditEntry): Promise<boolean>
  /** Revokes a client, with everything that it was given. False if it is unknown or was revoked before. */
  revoke(id: string, at: Date, audit: AuditEntry): Promise<boolean>
}

/** What the provider keeps for a while: requests, codes, grants, tokens. Ids are only kept as hashes. */
export interface OpenIdRecords {
  /** `sessionId` names the session with whose key it is sealed, and with which it is erased. */
  put(record: {
    kind: string
    id: string
    content: object
    grantId?: string | undefined
    sessionId?: string | undefined
    expiresAt: Date
  }): Promise<void>
  /** Keeps that something was used. False if it is kept already. */
  putOnce(record: { kind: string; id: string; content: object; expiresAt: Date }): Promise<boolean>
  /** Undefined if unknown, expired, changed past this program, or its session is erased. */
  find(
    kind: string,
    id: string,
    now: Date,
  ): Promise<{ content: Record<string, unknown>; consumedAt?: Date } | undefined>
  /** Marks it as used. False if it is unknown, or another request did so first. */
  consume(kind: string, id: string, now: Date): Promise<boolean>
  remove(kind: string, id: string): Promise<void>
  removeGrant(grantId: string): Promise<void>
  prune(now: Date): Promise<void>
}

/** Which session a subject of a client was verified in, by a keyed hash of the subject. */
export interface OpenIdSignIns {
  put(signIn: { sessionId: string; clientId: string; subjectMark: string; createdAt: Date }): Promise<void>
  /** The sessions of a subject, the newest first. */
  ofSubject(subjectMark: string): Promise<{ sessionId: string; clientId: string }[]>
  /** Ends all that was issued for these sessions. */
  endTokens(sessionIds: readonly string[]): Promise<void>
}
