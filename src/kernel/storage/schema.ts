import type { DeviceClass } from '../figures/counted-words.ts'
import type { CaptureCount } from '../figures/funnel.ts'
import type { Mode, Part, Status } from '../session/session-words.ts'
import type {
  AuditRow,
  CredentialRow,
  DocumentModelRow,
  FaceSignsRow,
  FaceVectorRow,
  HandOverRow,
  IssuedCredentialRow,
  KnownDeviceRow,
  OpenIdClientRow,
  OpenIdRecordRow,
  OutboxAttemptRow,
  OutboxRow,
  PairAnswerRow,
  PrintRow,
  ReviewClaimRow,
  ReviewerRow,
  ReviewRow,
  ScimGroupRow,
  ScimTokenRow,
  ScimUserRow,
  SessionCountRow,
  SessionRow,
  SignInRow,
  SigningKeyRow,
  TenantRow,
  WatchlistVersionRow,
} from './rows.ts'

/** The tables as the queries see them. Times are milliseconds since 1970 in bigint columns; sealed columns are Base64. */
export interface Schema {
  schema_version: { version: number; applied_at: number }
  tenant: TenantRow
  credential: CredentialRow
  reviewer: ReviewerRow
  session: SessionRow
  session_key: { session_id: string; master_key_id: string; wrapped: string }
  session_count: SessionCountRow
  /** The number of sessions by day of creation and status. */
  status_count: { tenant: string; mode: Mode; day: number; status: Status; sessions: number }
  tombstone: { session_id: string; tenant: string; mode: Mode; erased_at: number; actor: string }
  /** Erased from the tables, but not yet from the database's files. */
  compaction_due: { session_id: string }
  outbox: OutboxRow
  outbox_attempt: OutboxAttemptRow
  review: ReviewRow
  review_claim: ReviewClaimRow
  print: PrintRow
  face_signs: FaceSignsRow
  face_vector: FaceVectorRow
  /**
   * A reviewer's answer about two sessions, whose ids are in order; the reason is sealed under the key of `session_id`.
   */
  pair_answer: PairAnswerRow
  /** How many prints or sent pictures a tenant has, a hash over all of them, and the number of the last print. */
  fingerprint_set: {
    tenant: string
    kind: 'print' | 'picture'
    last: number
    entries: number
    digest: string
    mac: string | null
  }
  /** Pictures as they were sent: their fingerprints, sealed under the session's key. */
  sent_picture: { session_id: string; tenant: string; part: Part; sealed: string }
  /** Keyed hashes of their bands; pictures that share some are compared. */
  picture_band: { band_hash: string; session_id: string; part: Part }
  /** Keyed hashes of the words of the search index. */
  search_mark: { mark: string; session_id: string }
  sign_in: SignInRow
  known_device: KnownDeviceRow
  /** Failed logins under a name, from an address or of a browser, as keyed hashes. */
  scim_token: ScimTokenRow
  scim_user: ScimUserRow
  scim_group: ScimGroupRow
  logout_token: { id_sha256: string; expires_at: number }
  login_failure: { key_hash: string; failures: number; last_at: number }
  /** Codes that open a session on another device, as hashes. */
  hand_over: HandOverRow
  /** How many pictures were refused on a day, by code. */
  refusal_count: { tenant: string; mode: Mode; day: number; code: string; refusals: number }
  /** How far people came on a day, what stopped them and what it took. */
  capture_count: CaptureCount & {
    day: number
    tenant: string
    mode: Mode
    device: DeviceClass
    language: string
    times: number
  }
  /** The session of a wallet's request. */
  wallet_request: { id_sha256: string; tenant: string; session_id: string; expires_at: number }
  /** A tenant's own credential that can still be issued for a session: its code, then its token, as hashes. */
  credential_offer: {
    session_id: string
    tenant: string
    mode: Mode
    code_sha256: string | null
    token_sha256: string | null
    expires_at: number
    mac: string | null
  }
  issued_credential: IssuedCredentialRow
  /** Services that people sign in to with a verified identity; `settings` is JSON. */
  openid_client: OpenIdClientRow
  /** What the OpenID Provider keeps for a while, by the hash of its id; sealed under the key of its session if it has one. */
  openid_record: OpenIdRecordRow
  /** The session in which a client's subject was verified, by a keyed hash of the subject. */
  openid_sign_in: {
    session_id: string
    client_id: string
    subject_mark: string
    created_at: number
    mac: string | null
  }
  /** Trust anchors of chips, wallets and seals; no personal data. */
  trusted_item: {
    purpose: 'chip' | 'wallet' | 'seal'
    sha256: string
    kind: 'authority' | 'signer' | 'revocation-list'
    country: string
    name: string
    serial: string
    subject_key: string | null
    ends_at: number | null
    origin: string
    listed_at: number | null
    imported_at: number
    bytes: string
    uses: string | null
    mac: string | null
  }
  /** Lists of persons that the operator imported; no data of sessions. */
  watchlist: { name: string; version: number | null; created_at: number; mac: string | null }
  watchlist_version: WatchlistVersionRow
  watchlist_entry: {
    version: number
    number: number
    entry_id: string
    hash: string
    /** 1 if the earlier version had a different entry, or none. */
    changed: number
    content: string
    mac: string | null
  }
  /** How far the comparison of approved people with a version has come. */
  watchlist_run: {
    version: number
    after: string
    compared: number
    found: number
    lease_owner: string | null
    lease_until: number | null
    done_at: number | null
  }
  /** Approved sessions with hits that nobody has answered. */
  watchlist_alert: { session_id: string; tenant: string; mode: Mode; hits: number; found_at: number }
  /** Keyed hashes of a person and an entry that are two different persons. */
  watchlist_dismissal: { pair_mark: string; session_id: string; mac: string | null }
  /** The operator's own list; `sealed` is empty if a face was erased. */
  block_entry: {
    id: string
    tenant: string
    mode: Mode
    kind: 'name' | 'number' | 'face'
    session_id: string | null
    sealed: string | null
    added_by: string
    added_at: number
    face_gone: 'erased' | 'forgotten' | null
    mac: string | null
  }
  /** Addresses from which lists are fetched automatically. */
  list_source: {
    list: string
    url: string
    format: string | null
    sha256: string | null
    sha256_url: string | null
    every_hours: number
    next_at: number
    lease_owner: string | null
    lease_until: number | null
    last_at: number | null
    last_outcome: string | null
    last_text: string | null
    good_at: number | null
    mac: string | null
  }
  /** The entries of a key in one part of the index. */
  watchlist_posting: { version: number; posting_key: number; segment: number; entries: number; numbers: string }
  audit: AuditRow
  /** The hash chain of the log's entries, each with a hash over all before it. Append-only. */
  audit_link: { seq: number; audit_id: string; hash: string }
  /** Entries that are not in the chain yet. */
  audit_unlinked: { audit_id: string }
  signing_key: SigningKeyRow
  secret: { name: string; master_key_id: string; wrapped: string; created_at: number }
  /** Every policy that ever decided, as JSON, by the SHA-256 that decisions name. */
  policy: { sha256: string; rules: string; created_at: number; mac: string | null }
  /** Which policy was put to use for a tenant, from when on and by whom: the newest decides. Append-only. */
  policy_use: { id: string; tenant: string; sha256: string; since: number; actor: string; mac: string | null }
  /** Signed hashes over all rows of a table; see rights/signed-sets.ts. */
  signed_set: { name: string; digest: string; mac: string | null }
  setting: { name: string; value: string; updated_at: number }
  document_model: DocumentModelRow
  /** One row: how often the models in use have changed. */
  document_model_revision: { one: number; revision: number }
  /** How many sessions finished on a day showed a model, and how many of them were approved. */
  document_model_count: { model: string; tenant: string; mode: Mode; day: number; seen: number; approved: number }
}
