import type { ColumnType, Generated } from 'kysely'
import type { EventState } from '../events/event-types.ts'
import type { CaptureStep, DeviceClass } from '../figures/counted-words.ts'
import type { CaptureCount } from '../figures/funnel.ts'
import type { ReviewAct } from '../review/review-words.ts'
import type { Mode, Part, Status } from '../session/session-words.ts'
import type { PairAnswerWord } from '../vocabulary.ts'

/** A table with nothing to add to what the database says. */
type AsStored = Record<never, never>

/**
 * What the database cannot say of its tables and columns: the words that a column can hold, and what it is for. Every
 * other column is only in tables.ts.
 */
export interface ColumnMeanings {
  tenant: {
    /** See rights/signed-rows.ts. */
    mac: string | null
  }
  credential: {
    mode: Mode
    /** The display name. */
    label: string | null
    /** Comma-separated words; null means all. */
    rights: string | null
  }
  reviewer: {
    /** Issuer and subject of an account that an OpenID provider vouches for. */
    subject: string | null
    role: 'reviewer' | 'admin'
    /** The ids of the tenants they see, as a JSON array; null means all. */
    tenants: string | null
    /** Wrapped by the master key named next to it. */
    totp_wrapped: string | null
    /** The time step of the last code that was used. */
    totp_step: number | null
    /** When the last sign-in failed: old failures do not count. */
    failed_at: number | null
  }
  session: {
    mode: Mode
    status: Status
    /** When it became final or expired: retention counts from here. */
    settled_at: number | null
    /** The last step that the person reached; null if nobody opened it. */
    reached: CaptureStep | null
    /** Keyed hash, so that a session can be found by the caller's reference without storing it readable. */
    external_id_hash: string | null
    /** Object names of its pictures, separated by spaces: random names, so that orphans are found without opening anything. */
    objects: string
    sealed_request: ColumnType<string, string, never>
    /** Tokens of an earlier epoch can only watch: another device has taken over. */
    token_epoch: Generated<number>
    /**
     * The score of the decision, and the factor that called for a reviewer first: the queue is sorted and narrowed by
     * them.
     */
    score: number | null
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
  session_count: {
    mode: Mode
  }
  /** The number of sessions by day of creation and status. */
  status_count: {
    mode: Mode
    status: Status
  }
  tombstone: {
    mode: Mode
  }
  /** Erased from the tables, but not yet from the database's files. */
  compaction_due: AsStored
  outbox: {
    mode: Mode
    status: Status
    state: EventState
    /** When it was last queued: at creation or replay. The retry window counts from here. */
    queued_at: number
    /** What the person has to do now. */
    action: string | null
  }
  outbox_attempt: {
    /** The HTTP status of the answer, and its time in milliseconds; null if there was none. */
    answered: number | null
  }
  review: {
    verdict: ReviewAct
    /** Sealed under the session's key: a reason may contain personal data. */
    sealed_reason: string
  }
  /** Who has claimed a case, and until when. */
  review_claim: AsStored
  /** What a session can be recognised by, if the tenant's policy asks for it. */
  print: {
    /** In the order in which the tenant's prints were written; 0 for those of the first versions. */
    sequence: number
    /** Keyed hash of issuer, type and number. */
    document_hash: string | null
    /** Sealed under the session's key. */
    sealed_face: string | null
  }
  /** The signs of the numbers of a print's face. Absent for prints of earlier versions, until their faces are read. */
  face_signs: {
    mode: Mode
    /** That of the print they were made from: if it differs, they are of an earlier face. */
    sequence: number
    /** Sealed under the session's key, together with all other columns. */
    sealed_signs: string
  }
  /** The signs of a print's face, masked, where PostgreSQL searches them. */
  face_vector: {
    mode: Mode
    /** That of the print they were made from. */
    sequence: number
    /** A bit string. */
    signs: string
  }
  /**
   * A reviewer's answer about two sessions, whose ids are in order; the reason is sealed under the key of `session_id`.
   */
  pair_answer: {
    answer: PairAnswerWord
  }
  /** How many prints or sent pictures a tenant has, a hash over all of them, and the number of the last print. */
  fingerprint_set: {
    kind: 'print' | 'picture'
  }
  /** Pictures as they were sent: their fingerprints, sealed under the session's key. */
  sent_picture: {
    part: Part
  }
  /** Keyed hashes of their bands; pictures that share some are compared. */
  picture_band: {
    part: Part
  }
  /** Keyed hashes of the words of the search index. */
  search_mark: AsStored
  /** Somebody who is signed in to the console. */
  sign_in: AsStored
  /** A browser from which somebody has signed in to the console. */
  known_device: AsStored
  /** Failed logins under a name, from an address or of a browser, as keyed hashes. */
  scim_token: AsStored
  scim_user: {
    /** For comparison without case. */
    name_key: string
  }
  scim_group: {
    /** A JSON list of the ids of users. */
    members: string
  }
  /** Codes that open a session on another device, as hashes. */
  hand_over: {
    /** When the first token was issued that this code descends from. */
    first_issued_at: number | null
  }
  /** How many pictures were refused on a day, by code. */
  refusal_count: {
    mode: Mode
  }
  /** How far people came on a day, what stopped them and what it took. */
  capture_count: CaptureCount & {
    mode: Mode
    device: DeviceClass
  }
  /** The session of a wallet's request. */
  wallet_request: AsStored
  /** A tenant's own credential that can still be issued for a session: its code, then its token, as hashes. */
  credential_offer: {
    mode: Mode
  }
  /** An issued credential. Without a session after that is erased. */
  issued_credential: {
    mode: Mode
    /** The generation of the tenant's key that signed it. */
    signing_key: number
  }
  /** Services that people sign in to with a verified identity; `settings` is JSON. */
  openid_client: {
    mode: Mode
  }
  /** What the OpenID Provider keeps for a while, by the hash of its id; sealed under the key of its session if it has one. */
  openid_record: AsStored
  /** The session in which a client's subject was verified, by a keyed hash of the subject. */
  openid_sign_in: AsStored
  /** Trust anchors of chips, wallets and seals; no personal data. */
  trusted_item: {
    purpose: 'chip' | 'wallet' | 'seal'
    kind: 'authority' | 'signer' | 'revocation-list'
  }
  /** Lists of persons that the operator imported; no data of sessions. */
  watchlist: AsStored
  watchlist_version: {
    state: 'importing' | 'current' | 'superseded' | 'abandoned'
    /** The version that was in use when this one began. */
    base: number | null
  }
  watchlist_entry: {
    /** 1 if the earlier version had a different entry, or none. */
    changed: number
  }
  /** How far the comparison of approved people with a version has come. */
  watchlist_run: AsStored
  /** Approved sessions with hits that nobody has answered. */
  watchlist_alert: {
    mode: Mode
  }
  /** Keyed hashes of a person and an entry that are two different persons. */
  watchlist_dismissal: AsStored
  /** The operator's own list; `sealed` is empty if a face was erased. */
  block_entry: {
    mode: Mode
    kind: 'name' | 'number' | 'face'
    face_gone: 'erased' | 'forgotten' | null
  }
  /** Addresses from which lists are fetched automatically. */
  list_source: AsStored
  /** The entries of a key in one part of the index. */
  watchlist_posting: AsStored
  audit: {
    /** HMAC-SHA-256 over the rest, by a key that is stored only wrapped; null before version 1.0. */
    mac: string | null
  }
  /** The hash chain of the log's entries, each with a hash over all before it. Append-only. */
  audit_link: AsStored
  /** Entries that are not in the chain yet. */
  audit_unlinked: AsStored
  /** Every policy that ever decided, as JSON, by the SHA-256 that decisions name. */
  policy: AsStored
  /** Which policy was put to use for a tenant, from when on and by whom: the newest decides. Append-only. */
  policy_use: AsStored
  /** Signed hashes over all rows of a table; see rights/signed-sets.ts. */
  signed_set: AsStored
  /** One version of a taught document. */
  document_model: {
    status: 'draft' | 'published' | 'off'
    /** JSON, compressed, as Base64. */
    content: string
    /** Names of the fields it reads, separated by spaces. */
    fields: string
    /** The same for the other places it knows, such as the portrait. */
    zones: string
    /** The key that signed the file it was imported from. */
    signer: string | null
  }
  /** One row: how often the models in use have changed. */
  document_model_revision: AsStored
  /** How many sessions finished on a day showed a model, and how many of them were approved. */
  document_model_count: {
    mode: Mode
  }
}
