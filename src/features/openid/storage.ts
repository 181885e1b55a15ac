import { createHash } from 'node:crypto'
import { recordEntry } from '../../kernel/audit/tables/audit.ts'
import type { Secrets } from '../../kernel/ports/installation.ts'
import { readDataKey } from '../../kernel/session/tables/session-row.ts'
import type { Context } from '../../kernel/storage/context.ts'
import type { Row } from '../../kernel/storage/schema.ts'
import { openJson, sealJson } from '../../platform/keys/seal.ts'
import type { ClientSettings, OpenIdClient } from './domain/client.ts'
import { keyFor } from './keys.ts'
import type { OpenIdClients, OpenIdRecords, OpenIdSignIns } from './ports.ts'

/** For how long it is not looked up again whether there is a client. */
const ANY_MS = 5_000

/** The clients of one subject, newest first: more than anybody signs in to with one face. */
const MOST_SIGN_INS = 100

export function sqlOpenIdClients({ db, auditKey, signed, clock }: Context): OpenIdClients {
  let known: { any: boolean; at: number } | undefined
  return {
    async any() {
      const now = clock().getTime()
      const age = known ? now - known.at : ANY_MS
      if (known && age >= 0 && age < ANY_MS) return known.any
      const row = await db
        .selectFrom('openid_client')
        .select('client_id')
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      known = { any: row !== undefined, at: now }
      return known.any
    },
    async find(id) {
      const row = await db
        .selectFrom('openid_client')
        .selectAll()
        .where('client_id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row && signed.isOurs('openid_client', row) ? clientOf(row) : undefined
    },
    async list(tenant) {
      const all = db.selectFrom('openid_client').selectAll().orderBy('created_at').orderBy('client_id')
      const rows = await (tenant === undefined ? all : all.where('tenant', '=', tenant)).execute()
      return rows.filter((row) => signed.isOurs('openid_client', row)).map(clientOf)
    },
    create: ({ id, tenant, mode, name, secretSha256, createdAt, revokedAt: _, ...settings }, audit) =>
      db.transaction().execute(async (trx) => {
        const row = {
          client_id: id,
          tenant,
          mode,
          name,
          settings: JSON.stringify(settings),
          secret_sha256: secretSha256 ?? null,
          created_at: createdAt.getTime(),
          revoked_at: null,
        }
        await trx.insertInto('openid_client').values(signed.sign('openid_client', row)).execute()
        await recordEntry(trx, auditKey, audit)
        known = undefined
      }),
    change: (id, { name, logo }, audit) =>
      db.transaction().execute(async (trx) => {
        const changed = await signed.change(trx, 'openid_client', { client_id: id }, (row: Row<'openid_client'>) => {
          if (row.revoked_at !== null) return undefined
          const { logo: _, ...settings } = JSON.parse(row.settings) as ClientSettings
          return { name, settings: JSON.stringify({ ...settings, ...(logo && { logo }) }) }
        })
        if (changed) await recordEntry(trx, auditKey, audit)
        return changed !== undefined
      }),
    revoke: (id, at, audit) =>
      db.transaction().execute(async (trx) => {
        const revoked = await signed.change(trx, 'openid_client', { client_id: id }, (row: Row<'openid_client'>) =>
          row.revoked_at === null ? { revoked_at: at.getTime() } : undefined,
        )
        if (!revoked) return false
        await trx
          .deleteFrom('openid_record')
          .where('session_id', 'in', (eb) =>
            eb.selectFrom('openid_sign_in').select('session_id').where('client_id', '=', id),
          )
          .execute()
        await recordEntry(trx, auditKey, audit)
        known = undefined
        return true
      }),
  }
}

const clientOf = (row: Row<'openid_client'>): OpenIdClient => ({
  ...(JSON.parse(row.settings) as ClientSettings),
  id: row.client_id,
  tenant: row.tenant,
  mode: row.mode,
  name: row.name,
  ...(row.secret_sha256 !== null && { secretSha256: row.secret_sha256 }),
  createdAt: new Date(row.created_at),
  ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at) }),
})

export function sqlOpenIdRecords({ db, keys, signed }: Context, secrets: Secrets): OpenIdRecords {
  /** The key of the session while it is not erased; without a session, one of the installation. */
  async function sealingKey(sessionId: string | null): Promise<Uint8Array | undefined> {
    return sessionId === null ? keyFor(secrets, 'records') : readDataKey({ db, keys }, sessionId)
  }

  return {
    async put({ kind, id, content, grantId, sessionId = null, expiresAt }) {
      const key = await sealingKey(sessionId)
      // Erased in the meantime: what is issued for it now must not be found either.
      if (!key) return
      const idSha256 = hashOf(kind, id)
      const row = signed.sign('openid_record', {
        id_sha256: idSha256,
        kind,
        grant_sha256: grantId === undefined ? null : hashOf('Grant', grantId),
        session_id: sessionId,
        sealed: sealJson(key, sealContext(kind, idSha256), content),
        consumed_at: null,
        expires_at: expiresAt.getTime(),
      })
      await db
        .insertInto('openid_record')
        .values(row)
        .onConflict((conflict) => conflict.column('id_sha256').doUpdateSet(row))
        .execute()
    },
    async putOnce({ kind, id, content, expiresAt }) {
      const idSha256 = hashOf(kind, id)
      const row = signed.sign('openid_record', {
        id_sha256: idSha256,
        kind,
        grant_sha256: null,
        session_id: null,
        sealed: sealJson(await keyFor(secrets, 'records'), sealContext(kind, idSha256), content),
        consumed_at: null,
        expires_at: expiresAt.getTime(),
      })
      const made = await db
        .insertInto('openid_record')
        .values(row)
        .onConflict((conflict) => conflict.column('id_sha256').doNothing())
        .executeTakeFirst()
      return made.numInsertedOrUpdatedRows === 1n
    },
    async find(kind, id, now) {
      const idSha256 = hashOf(kind, id)
      const row = await db
        .selectFrom('openid_record')
        .selectAll()
        .where('id_sha256', '=', idSha256)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      if (!row || !signed.isOurs('openid_record', row)) return undefined
      const key = await sealingKey(row.session_id)
      if (!key) return undefined
      return {
        content: openJson(key, sealContext(kind, idSha256), row.sealed),
        ...(row.consumed_at !== null && { consumedAt: new Date(row.consumed_at) }),
      }
    },
    async consume(kind, id, now) {
      const key = { id_sha256: hashOf(kind, id) }
      const use = (row: Row<'openid_record'>) => (row.consumed_at === null ? { consumed_at: now.getTime() } : undefined)
      const used = await db.transaction().execute((trx) => signed.change(trx, 'openid_record', key, use))
      return used !== undefined
    },
    async remove(kind, id) {
      await db.deleteFrom('openid_record').where('id_sha256', '=', hashOf(kind, id)).execute()
    },
    async removeGrant(grantId) {
      await db.deleteFrom('openid_record').where('grant_sha256', '=', hashOf('Grant', grantId)).execute()
    },
    async prune(now) {
      await db.deleteFrom('openid_record').where('expires_at', '<=', now.getTime()).execute()
    },
  }
}

export function sqlOpenIdSignIns({ db, signed }: Context): OpenIdSignIns {
  return {
    async put({ sessionId, clientId, subjectMark, createdAt }) {
      const row = {
        session_id: sessionId,
        client_id: clientId,
        subject_mark: subjectMark,
        created_at: createdAt.getTime(),
      }
      await db
        .insertInto('openid_sign_in')
        .values(signed.sign('openid_sign_in', row))
        .onConflict((conflict) => conflict.column('session_id').doNothing())
        .execute()
    },
    async ofSubject(subjectMark) {
      const rows = await db
        .selectFrom('openid_sign_in')
        .selectAll()
        .where('subject_mark', '=', subjectMark)
        .orderBy('created_at', 'desc')
        .limit(MOST_SIGN_INS)
        .execute()
      const ours = rows.filter((row) => signed.isOurs('openid_sign_in', row))
      return ours.map((row) => ({ sessionId: row.session_id, clientId: row.client_id }))
    },
    async endTokens(sessionIds) {
      if (!sessionIds.length) return
      // The record of the browser is left: the page that asks whether to sign out is still to be answered.
      const issued = db.deleteFrom('openid_record').where('session_id', 'in', sessionIds)
      await issued.where('kind', '<>', 'Session').execute()
    },
  }
}

/** A right is only known to whoever holds it. */
const hashOf = (kind: string, id: string): string => createHash('sha256').update(`${kind}\n${id}`).digest('hex')

const sealContext = (kind: string, idSha256: string): string => `openid:${kind}:${idSha256}`
