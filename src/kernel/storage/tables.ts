// Written from the migrations: UPDATE_TABLES=1 npm test -- test/kernel/storage/tables.test.ts

/** The columns of every table. A column with a default is written like any other. */
export interface Tables {
  audit: {
    id: string
    at: number
    tenant: string
    actor: string
    action: string
    session_id: string | null
    detail: string | null
    mac: string | null
  }
  audit_link: {
    seq: number
    audit_id: string
    hash: string
  }
  audit_unlinked: {
    audit_id: string
  }
  block_entry: {
    id: string
    tenant: string
    mode: string
    kind: string
    session_id: string | null
    sealed: string | null
    added_by: string
    added_at: number
    face_gone: string | null
    mac: string | null
  }
  capture_count: {
    day: number
    tenant: string
    mode: string
    step: string
    about: string
    value: string
    device: string
    language: string
    times: number
  }
  compaction_due: {
    session_id: string
  }
  credential: {
    username: string
    tenant: string
    password_hash: string
    created_at: number
    revoked_at: number | null
    last_used_at: number | null
    mode: string
    label: string | null
    rights: string | null
    mac: string | null
  }
  credential_offer: {
    session_id: string
    tenant: string
    mode: string
    code_sha256: string | null
    token_sha256: string | null
    expires_at: number
    mac: string | null
  }
  document_model: {
    id: string
    version: number
    status: string
    country: string
    type: string
    side: string
    year: string | null
    name: string
    content: string
    pictures: number
    fields: string
    zones: string
    taught_by: string
    at: number
    signer: string | null
    signature: string | null
    mac: string | null
  }
  document_model_count: {
    model: string
    tenant: string
    mode: string
    day: number
    seen: number
    approved: number
  }
  document_model_revision: {
    one: number
    revision: number
  }
  face_signs: {
    session_id: string
    tenant: string
    mode: string
    face_model: string
    sequence: number
    sealed_signs: string
  }
  face_vector: {
    session_id: string
    tenant: string
    mode: string
    face_model: string
    sequence: number
    signs: string
  }
  fingerprint_set: {
    tenant: string
    kind: string
    last: number
    entries: number
    digest: string
    mac: string | null
  }
  hand_over: {
    code_sha256: string
    tenant: string
    session_id: string
    lang: string | null
    expires_at: number
    first_issued_at: number | null
    mac: string | null
  }
  issued_credential: {
    tenant: string
    mode: string
    list: number
    list_index: number
    session_id: string | null
    signing_key: number
    nonce_sha256: string
    issued_at: number
    expires_at: number
    revoked_at: number | null
  }
  known_device: {
    id_sha256: string
    username: string
    seen_at: number
    failed_count: number
  }
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
  login_failure: {
    key_hash: string
    failures: number
    last_at: number
  }
  logout_token: {
    id_sha256: string
    expires_at: number
  }
  openid_client: {
    client_id: string
    tenant: string
    mode: string
    name: string
    settings: string
    secret_sha256: string | null
    created_at: number
    revoked_at: number | null
    mac: string | null
  }
  openid_record: {
    id_sha256: string
    kind: string
    grant_sha256: string | null
    session_id: string | null
    sealed: string
    consumed_at: number | null
    expires_at: number
    mac: string | null
  }
  openid_sign_in: {
    session_id: string
    client_id: string
    subject_mark: string
    created_at: number
    mac: string | null
  }
  outbox: {
    id: string
    session_id: string
    tenant: string
    sequence: number
    status: string
    state: string
    created_at: number
    queued_at: number
    next_attempt_at: number
    attempts: number
    lease_until: number | null
    lease_owner: string | null
    mode: string
    action: string | null
    mac: string | null
  }
  outbox_attempt: {
    id: string
    event_id: string
    session_id: string
    at: number
    outcome: string
    answered: number | null
    took_ms: number | null
  }
  pair_answer: {
    low_id: string
    high_id: string
    session_id: string
    answer: string
    reviewer: string
    at: number
    sealed_reason: string
    mac: string | null
  }
  picture_band: {
    band_hash: string
    session_id: string
    part: string
  }
  policy: {
    sha256: string
    rules: string
    created_at: number
    mac: string | null
  }
  policy_use: {
    id: string
    tenant: string
    sha256: string
    since: number
    actor: string
    mac: string | null
  }
  print: {
    session_id: string
    tenant: string
    document_hash: string | null
    face_model: string | null
    sealed_face: string | null
    sequence: number
  }
  refusal_count: {
    tenant: string
    mode: string
    day: number
    code: string
    refusals: number
  }
  review: {
    id: string
    session_id: string
    reviewer: string
    verdict: string
    at: number
    sealed_reason: string
  }
  review_claim: {
    session_id: string
    reviewer: string
    until: number
  }
  reviewer: {
    id: string
    username: string
    password_hash: string
    role: string
    totp_wrapped: string | null
    totp_master_key_id: string | null
    totp_step: number | null
    failed_count: number
    locked_until: number | null
    created_at: number
    disabled_at: number | null
    tenants: string | null
    failed_at: number | null
    subject: string | null
    mac: string | null
  }
  schema_version: {
    version: number
    applied_at: number
  }
  scim_group: {
    id: string
    display_name: string
    name_key: string
    external_id: string | null
    members: string
    created_at: number
    changed_at: number
    mac: string | null
  }
  scim_token: {
    id: string
    name: string
    token_sha256: string
    created_at: number
    revoked_at: number | null
    mac: string | null
  }
  scim_user: {
    id: string
    user_name: string
    name_key: string
    external_id: string
    display_name: string | null
    active: number
    created_at: number
    changed_at: number
    mac: string | null
  }
  search_mark: {
    mark: string
    session_id: string
  }
  secret: {
    name: string
    master_key_id: string
    wrapped: string
    created_at: number
  }
  sent_picture: {
    session_id: string
    part: string
    sealed: string
    tenant: string
  }
  session: {
    id: string
    tenant: string
    status: string
    version: number
    created_at: number
    expires_at: number
    completed_at: number | null
    settled_at: number | null
    document_type: string | null
    country: string | null
    external_id_hash: string | null
    objects: string
    sealed_request: string
    sealed_content: string
    erased_at: number | null
    erased_by: string | null
    mode: string
    token_epoch: number
    score: number | null
    cause: string | null
    risk: number | null
    due_at: number | null
    asked_until: number | null
    held_until: number | null
    waits_for: string | null
    waits_since: number | null
    spoken: string | null
    reached: string | null
    level: string | null
  }
  session_count: {
    tenant: string
    mode: string
    span: number
    start: number
    sessions: number
  }
  session_key: {
    session_id: string
    master_key_id: string
    wrapped: string
  }
  setting: {
    name: string
    value: string
    updated_at: number
  }
  sign_in: {
    id_sha256: string
    username: string
    password_mark: string
    created_at: number
    seen_at: number
    network: string
    agent: string
    mac: string | null
    provider_subject: string | null
    provider_session: string | null
  }
  signed_set: {
    name: string
    digest: string
    mac: string | null
  }
  signing_key: {
    kid: string
    master_key_id: string
    wrapped: string
    created_at: number
    retired_at: number | null
  }
  status_count: {
    tenant: string
    mode: string
    day: number
    status: string
    sessions: number
  }
  tenant: {
    id: string
    name: string
    settings: string
    created_at: number
    mac: string | null
  }
  tombstone: {
    session_id: string
    tenant: string
    erased_at: number
    actor: string
    mode: string
  }
  trusted_item: {
    purpose: string
    sha256: string
    kind: string
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
  wallet_request: {
    id_sha256: string
    tenant: string
    session_id: string
    expires_at: number
  }
  watchlist: {
    name: string
    version: number | null
    created_at: number
    mac: string | null
  }
  watchlist_alert: {
    session_id: string
    tenant: string
    mode: string
    hits: number
    found_at: number
  }
  watchlist_dismissal: {
    pair_mark: string
    session_id: string
    mac: string | null
  }
  watchlist_entry: {
    version: number
    number: number
    entry_id: string
    hash: string
    changed: number
    content: string
    mac: string | null
  }
  watchlist_posting: {
    version: number
    posting_key: number
    segment: number
    entries: number
    numbers: string
  }
  watchlist_run: {
    version: number
    after: string
    compared: number
    found: number
    lease_owner: string | null
    lease_until: number | null
    done_at: number | null
  }
  watchlist_version: {
    version: number
    list: string
    state: string
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
}
