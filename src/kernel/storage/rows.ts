import type { ColumnType, Generated } from 'kysely'
import type { EventState } from '../events/event-types.ts'
import type { CaptureStep } from '../figures/counted-words.ts'
import type { ReviewAct } from '../review/review-words.ts'
import type { Mode, Status } from '../session/session-words.ts'
import type { PairAnswerWord } from '../vocabulary.ts'

/** An issued credential. Without a session after that is erased. */
export interface IssuedCredentialRow {
  tenant: string
  mode: Mode
  list: number
  list_index: number
  session_id: string | null
  /** The generation of the tenant's key that signed it. */
  signing_key: number
  nonce_sha256: string
  issued_at: number
  expires_at: number
  revoked_at: number | null
}

export interface ScimTokenRow {
  id: string
  name: string
  token_sha256: string
  created_at: number
  revoked_at: number | null
  mac: string | null
}

export interface ScimUserRow {
  id: string
  user_name: string
  /** For comparison without case. */
  name_key: string
  external_id: string
  display_name: string | null
  active: number
  created_at: number
  changed_at: number
  mac: string | null
}

export interface ScimGroupRow {
  id: string
  display_name: string
  name_key: string
  external_id: string | null
  /** A JSON list of the ids of users. */
  members: string
  created_at: number
  changed_at: number
  mac: string | null
}

export interface OpenIdClientRow {
  client_id: string
  tenant: string
  mode: Mode
  name: string
  settings: string
  secret_sha256: string | null
  created_at: number
  revoked_at: number | null
  mac: string | null
}

export interface OpenIdRecordRow {
  id_sha256: string
  kind: string
  grant_sha256: string | null
  session_id: string | null
  sealed: string
  consumed_at: number | null
  expires_at: number
  mac: string | null
}

export interface WatchlistVersionRow {
  version: number
  list: string
  state: 'importing' | 'current' | 'superseded' | 'abandoned'
  /** The version that was in use when this one began. */
  base: number | null
  format: string
  origin: string
  source_date: string | null
  sha256: string | null
  entries: number
  skipped: number
  changed: number
  touched_at: number
  imported_at: number | null
  mac: string | null
}

export interface TenantRow {
  id: string
  name: string
  settings: string
  created_at: number
  /** See rights/signed-rows.ts. */
  mac: string | null
}

export interface CredentialRow {
  username: string
  tenant: string
  mode: Mode
  /** The display name. */
  label: string | null
  /** Comma-separated words; null means all. */
  rights: string | null
  password_hash: string
  created_at: number
  revoked_at: number | null
  last_used_at: number | null
  mac: string | null
}

export interface ReviewerRow {
  id: string
  username: string
  password_hash: string
  /** Issuer and subject of an account that an OpenID provider vouches for. */
  subject: string | null
  role: 'reviewer' | 'admin'
  /** The ids of the tenants they see, as a JSON array; null means all. */
  tenants: string | null
  /** Wrapped by the master key named next to it. */
  totp_wrapped: string | null
  totp_master_key_id: string | null
  /** The time step of the last code that was used. */
  totp_step: number | null
  failed_count: number
  locked_until: number | null
  /** When the last sign-in failed: old failures do not count. */
  failed_at: number | null
  created_at: number
  disabled_at: number | null
  mac: string | null
}

export interface SessionRow {
  id: string
  tenant: string
  mode: Mode
  status: Status
  version: number
  created_at: number
  expires_at: number
  completed_at: number | null
  /** When it became final or expired: retention counts from here. */
  settled_at: number | null
  document_type: string | null
  country: string | null
  /** The last step that the person reached; null if nobody opened it. */
  reached: CaptureStep | null
  /** Keyed hash, so that a session can be found by the caller's reference without storing it readable. */
  external_id_hash: string | null
  /** Object names of its pictures, separated by spaces: random names, so that orphans are found without opening anything. */
  objects: string
  sealed_request: ColumnType<string, string, never>
  sealed_content: string
  erased_at: number | null
  erased_by: string | null
  /** Tokens of an earlier epoch can only watch: another device has taken over. */
  token_epoch: Generated<number>
  /**
   * The score of the decision, and the factor that called for a reviewer first: the queue is sorted and narrowed by
   * them.
   */
  score: number | null
  cause: string | null
  /** The level of assurance it was decided on, `policy` if none was chosen. */
  level: string | null
  /** 1 if something speaks against it, 0 if something is only uncertain. */
  risk: number | null
  /** Until when the tenant wants a verdict. */
  due_at: number | null
  /** Until when the person may send the new picture that was asked for. */
  asked_until: number | null
  /** Until when the verdict can be undone. */
  held_until: number | null
  /** The reviewer to whom the answer returns. */
  waits_for: string | null
  /** The time of that. */
  waits_since: number | null
  /** Reviewers who have given a verdict, with spaces around each: another one must agree. */
  spoken: string | null
}

/** How many sessions of a tenant and mode were created in a time span; paging and totals are calculated from it. */
export interface SessionCountRow {
  tenant: string
  mode: Mode
  span: number
  start: number
  sessions: number
}

export interface OutboxRow {
  id: string
  session_id: string
  tenant: string
  mode: Mode
  sequence: number
  status: Status
  state: EventState
  created_at: number
  /** When it was last queued: at creation or replay. The retry window counts from here. */
  queued_at: number
  next_attempt_at: number
  attempts: number
  lease_until: number | null
  lease_owner: string | null
  /** What the person has to do now. */
  action: string | null
  mac: string | null
}

export interface OutboxAttemptRow {
  id: string
  event_id: string
  session_id: string
  at: number
  outcome: string
  /** The HTTP status of the answer, and its time in milliseconds; null if there was none. */
  answered: number | null
  took_ms: number | null
}

export interface ReviewRow {
  id: string
  session_id: string
  reviewer: string
  verdict: ReviewAct
  at: number
  /** Sealed under the session's key: a reason may contain personal data. */
  sealed_reason: string
}

/** Who has claimed a case, and until when. */
export interface ReviewClaimRow {
  session_id: string
  reviewer: string
  until: number
}

export interface HandOverRow {
  code_sha256: string
  tenant: string
  session_id: string
  lang: string | null
  expires_at: number
  /** When the first token was issued that this code descends from. */
  first_issued_at: number | null
  mac: string | null
}

/** A browser from which somebody has signed in to the console. */
export interface KnownDeviceRow {
  id_sha256: string
  username: string
  seen_at: number
  failed_count: number
}

/** Somebody who is signed in to the console. */
export interface SignInRow {
  id_sha256: string
  username: string
  password_mark: string
  network: string
  agent: string
  provider_subject: string | null
  provider_session: string | null
  created_at: number
  seen_at: number
  mac: string | null
}

export interface PairAnswerRow {
  low_id: string
  high_id: string
  session_id: string
  answer: PairAnswerWord
  reviewer: string
  at: number
  sealed_reason: string
  mac: string | null
}

/** What a session can be recognised by, if the tenant's policy asks for it. */
export interface PrintRow {
  session_id: string
  tenant: string
  /** In the order in which the tenant's prints were written; 0 for those of the first versions. */
  sequence: number
  /** Keyed hash of issuer, type and number. */
  document_hash: string | null
  face_model: string | null
  /** Sealed under the session's key. */
  sealed_face: string | null
}

/** The signs of the numbers of a print's face. Absent for prints of earlier versions, until their faces are read. */
export interface FaceSignsRow {
  session_id: string
  tenant: string
  mode: Mode
  face_model: string
  /** That of the print they were made from: if it differs, they are of an earlier face. */
  sequence: number
  /** Sealed under the session's key, together with all other columns. */
  sealed_signs: string
}

/** The signs of a print's face, masked, where PostgreSQL searches them. */
export interface FaceVectorRow {
  session_id: string
  tenant: string
  mode: Mode
  face_model: string
  /** That of the print they were made from. */
  sequence: number
  /** A bit string. */
  signs: string
}

export interface AuditRow {
  id: string
  at: number
  tenant: string
  actor: string
  action: string
  session_id: string | null
  detail: string | null
  /** HMAC-SHA-256 over the rest, by a key that is stored only wrapped; null before version 1.0. */
  mac: string | null
}

export interface SigningKeyRow {
  kid: string
  master_key_id: string
  wrapped: string
  created_at: number
  retired_at: number | null
}

/** One version of a taught document. */
export interface DocumentModelRow {
  id: string
  version: number
  status: 'draft' | 'published' | 'off'
  country: string
  type: string
  side: string
  year: string | null
  name: string
  /** JSON, compressed, as Base64. */
  content: string
  pictures: number
  /** Names of the fields it reads, separated by spaces. */
  fields: string
  /** The same for the other places it knows, such as the portrait. */
  zones: string
  taught_by: string
  at: number
  /** The key that signed the file it was imported from. */
  signer: string | null
  signature: string | null
  mac: string | null
}
