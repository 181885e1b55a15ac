import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../storage/schema.ts'

type Row = Record<string, unknown>

export interface SignedTable {
  /** Its primary key. */
  key: readonly string[]
  /** What the MAC covers in addition: everything that says what the row allows, not what counts its use. */
  covers: readonly string[]
  /** Columns of which it covers only whether they are empty: a rotation of the master key seals them again. */
  presence?: readonly string[]
  /** What an operator needs to see of a row in order to judge it. */
  shows: readonly string[]
  /** Rows outside this condition no longer give a right. */
  only?: string
  /** Since which schema its rows are signed; absent: since the first that has MACs. */
  since?: number
}

/** The schema of version 1.1, which signs what turns a decision. */
const DECIDING = 40

/** The tables whose rows give somebody a right, cause a delivery, or turn a decision. */
export const SIGNED_TABLES = {
  tenant: { key: ['id'], covers: ['name', 'settings', 'created_at'], shows: ['id', 'name', 'settings'] },
  credential: {
    key: ['username'],
    covers: ['tenant', 'mode', 'label', 'rights', 'password_hash', 'created_at', 'revoked_at'],
    shows: ['username', 'tenant', 'mode', 'rights', 'revoked_at'],
  },
  reviewer: {
    key: ['id'],
    covers: ['username', 'password_hash', 'subject', 'role', 'tenants', 'created_at', 'disabled_at'],
    presence: ['totp_wrapped'],
    shows: ['username', 'role', 'tenants', 'subject', 'disabled_at'],
  },
  sign_in: {
    key: ['id_sha256'],
    covers: ['username', 'password_mark', 'network', 'agent', 'provider_subject', 'provider_session', 'created_at'],
    shows: ['username', 'network', 'agent'],
  },
  policy: { key: ['sha256'], covers: ['rules', 'created_at'], shows: ['sha256'] },
  policy_use: {
    key: ['id'],
    covers: ['tenant', 'sha256', 'since', 'actor'],
    shows: ['tenant', 'sha256', 'since', 'actor'],
  },
  trusted_item: {
    key: ['purpose', 'sha256'],
    covers: [
      'kind',
      'country',
      'name',
      'serial',
      'subject_key',
      'ends_at',
      'origin',
      'listed_at',
      'imported_at',
      'bytes',
      'uses',
    ],
    shows: ['purpose', 'kind', 'country', 'name', 'sha256'],
  },
  hand_over: {
    key: ['code_sha256'],
    covers: ['tenant', 'session_id', 'lang', 'expires_at', 'first_issued_at'],
    shows: ['tenant', 'session_id', 'expires_at'],
  },
  credential_offer: {
    key: ['session_id'],
    covers: ['tenant', 'mode', 'code_sha256', 'token_sha256', 'expires_at'],
    shows: ['session_id', 'tenant', 'mode', 'expires_at'],
  },
  openid_client: {
    key: ['client_id'],
    covers: ['tenant', 'mode', 'name', 'settings', 'secret_sha256', 'created_at', 'revoked_at'],
    shows: ['client_id', 'tenant', 'mode', 'name', 'settings', 'revoked_at'],
    since: DECIDING,
  },
  openid_record: {
    key: ['id_sha256'],
    covers: ['kind', 'grant_sha256', 'session_id', 'sealed', 'consumed_at', 'expires_at'],
    shows: ['kind', 'session_id', 'expires_at'],
    since: DECIDING,
  },
  openid_sign_in: {
    key: ['session_id'],
    covers: ['client_id', 'subject_mark', 'created_at'],
    shows: ['session_id', 'client_id'],
    since: DECIDING,
  },
  scim_token: {
    key: ['id'],
    covers: ['name', 'token_sha256', 'created_at', 'revoked_at'],
    shows: ['id', 'name', 'revoked_at'],
    since: DECIDING,
  },
  scim_user: {
    key: ['id'],
    covers: ['user_name', 'name_key', 'external_id', 'display_name', 'active', 'created_at', 'changed_at'],
    shows: ['id', 'user_name', 'external_id', 'active'],
    since: DECIDING,
  },
  scim_group: {
    key: ['id'],
    covers: ['display_name', 'name_key', 'external_id', 'members', 'created_at', 'changed_at'],
    shows: ['id', 'display_name', 'members'],
    since: DECIDING,
  },
  outbox: {
    key: ['id'],
    covers: ['session_id', 'tenant', 'mode', 'sequence', 'status', 'action', 'created_at'],
    shows: ['tenant', 'session_id', 'status', 'action'],
    only: `state in ('pending', 'failed')`,
  },
  signed_set: { key: ['name'], covers: ['digest'], shows: ['name'], since: DECIDING },
  document_model: {
    key: ['id', 'version'],
    covers: [
      'status',
      'country',
      'type',
      'side',
      'year',
      'name',
      'content',
      'pictures',
      'fields',
      'zones',
      'taught_by',
      'at',
      'signer',
      'signature',
    ],
    shows: ['id', 'version', 'status', 'country', 'name', 'taught_by'],
    since: DECIDING,
  },
  watchlist: { key: ['name'], covers: ['version'], shows: ['name', 'version'], since: DECIDING },
  watchlist_version: {
    key: ['version'],
    covers: [
      'list',
      'state',
      'base',
      'format',
      'origin',
      'source_date',
      'sha256',
      'entries',
      'skipped',
      'changed',
      'imported_at',
    ],
    shows: ['list', 'version', 'origin', 'entries'],
    only: `state = 'current'`,
    since: DECIDING,
  },
  watchlist_entry: {
    key: ['version', 'number'],
    covers: ['entry_id', 'hash', 'changed', 'content'],
    shows: ['version', 'number', 'entry_id'],
    since: DECIDING,
  },
  watchlist_dismissal: {
    key: ['pair_mark', 'session_id'],
    covers: [],
    shows: ['session_id'],
    since: DECIDING,
  },
  list_source: {
    key: ['list'],
    covers: ['url', 'format', 'sha256', 'sha256_url', 'every_hours'],
    shows: ['list', 'url'],
    since: DECIDING,
  },
  block_entry: {
    key: ['id'],
    covers: ['tenant', 'mode', 'kind', 'session_id', 'added_by', 'added_at', 'face_gone'],
    presence: ['sealed'],
    shows: ['id', 'tenant', 'mode', 'kind', 'added_by'],
    since: DECIDING,
  },
  fingerprint_set: {
    key: ['tenant', 'kind'],
    covers: ['last', 'entries', 'digest'],
    shows: ['tenant', 'kind', 'entries'],
    since: DECIDING,
  },
  pair_answer: {
    key: ['low_id', 'high_id'],
    covers: ['session_id', 'answer', 'reviewer', 'at', 'sealed_reason'],
    shows: ['low_id', 'high_id', 'answer', 'reviewer'],
    since: DECIDING,
  },
} as const satisfies { [Table in keyof Schema]?: SignedTable }

export type SignedTableName = keyof typeof SIGNED_TABLES

/** A row that was to be changed is gone, or somebody else wrote it. */
export class NotOurs extends Error {
  constructor(row: string) {
    super(`${row} is not there as this installation wrote it, and was not changed`)
  }
}

/** A row without which a decision would be another was changed past this program: nothing is decided without it. */
export class ChangedRow extends Error {
  constructor(row: string) {
    super(`${row} was changed past this program`)
  }
}

/** Names a row for the log: its table and its key. */
export type ReportRow = (id: string) => void

/** Writes and checks the MACs of rows that give a right. Write access to the database is not enough to make one. */
export interface SignedRows {
  /** The values, which are a whole row, with their MAC. */
  sign<Values extends object>(table: SignedTableName, values: Values): Values & { mac: string }
  /** Whether this installation wrote the row as it is. One that it did not write is reported, and gives no right. */
  isOurs(table: SignedTableName, row: object): boolean
  /** The row, if this installation wrote it as it is; throws a ChangedRow otherwise. For rows that speak against. */
  ours<Found extends object>(table: SignedTableName, row: Found): Found
  /**
   * Changes a row and signs it again, within a transaction. Undefined, with nothing changed, if the row does not exist,
   * is not ours, or `change` wants no change.
   */
  change<Found extends object>(
    trx: Kysely<Schema>,
    table: SignedTableName,
    key: Row,
    change: (row: Found) => Row | undefined,
  ): Promise<Found | undefined>
}

export function signedRows(macKey: KeyObject, report: ReportRow = () => {}): SignedRows {
  const sign: SignedRows['sign'] = (table, values) => ({ ...values, mac: macOfRow(macKey, table, values as Row) })
  const isOurs: SignedRows['isOurs'] = (table, row) => {
    const ours = hasMac(macKey, table, row)
    if (!ours) report(idOfRow(table, row))
    return ours
  }
  return {
    sign,
    isOurs,
    ours(table, row) {
      if (!isOurs(table, row)) throw new ChangedRow(idOfRow(table, row))
      return row
    },
    async change<Found extends object>(
      trx: Kysely<Schema>,
      table: SignedTableName,
      key: Row,
      change: (row: Found) => Row | undefined,
    ) {
      const where = sql.join(
        Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
        sql` and `,
      )
      // A write that changes nothing locks the row: of two concurrent changes the later one signs what the earlier one
      // wrote.
      const held = sql<Row>`update ${sql.table(table)} set mac = mac where ${where} returning *`
      const row = (await held.execute(trx)).rows[0]
      if (!row || !isOurs(table, row)) return undefined
      const wanted = change(row as Found)
      if (!wanted) return undefined
      const next = sign(table, { ...row, ...wanted })
      const set = Object.entries({ ...wanted, mac: next.mac }).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      )
      await sql`update ${sql.table(table)} set ${sql.join(set)} where ${where}`.execute(trx)
      return next as unknown as Found
    },
  }
}

/** Whether a row carries the right MAC for its values. */
export function hasMac(macKey: KeyObject, table: SignedTableName, row: object): boolean {
  const { mac } = row as { mac?: string | null }
  const [given, right] = [Buffer.from(mac ?? ''), Buffer.from(macOfRow(macKey, table, row as Row))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Identifies a row: the table and the primary key. */
export function idOfRow(table: SignedTableName, row: object): string {
  return [table, ...SIGNED_TABLES[table].key.map((column) => (row as Row)[column])].join(':')
}

/**
 * HMAC-SHA-256 in hex. A value that was moved to another row, column or table gives another MAC. Empty columns are left
 * out, so that a column of a later version changes nothing for rows that do not use it; the order of the columns is
 * part of it.
 */
function macOfRow(macKey: KeyObject, table: SignedTableName, row: Row): string {
  const { key, covers, presence = [] }: SignedTable = SIGNED_TABLES[table]
  const values: unknown[] = [table]
  for (const column of [...key, ...covers]) if (row[column] != null) values.push(column, asKept(row[column]))
  for (const column of presence) if (row[column] != null) values.push(column)
  return createHmac('sha256', macKey)
    .update(`limen row\n${JSON.stringify(values)}`)
    .digest('hex')
}

/** No database stores half of a surrogate pair as it is; a truncated text can end with one. */
const asKept = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)
