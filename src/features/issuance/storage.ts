import { randomInt } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { accept, refuse } from '../../formats/result.ts'
import { recordEntry } from '../../kernel/audit/tables/audit.ts'
import type { FeaturePorts } from '../../kernel/feature-types.ts'
import type { SignedRows } from '../../kernel/rights/signed-rows.ts'
import type { Context } from '../../kernel/storage/context.ts'
import type { Row, Schema } from '../../kernel/storage/schema.ts'
import {
  type IssuedCredential,
  type IssuedCredentials,
  type IssuerOf,
  LIST_SIZE,
  type StatusPlace,
} from './issued-credentials.ts'

export function sqlIssuedCredentials({ db, auditKey, signed }: Context): IssuedCredentials {
  return {
    offer: ({ codeSha256, sessionId, tenant, mode, expiresAt }, audit) =>
      db.transaction().execute(async (trx) => {
        if (await isRevoked(trx, sessionId)) return false
        await putOffer(
          trx,
          signed,
          { sessionId, tenant, mode },
          { code_sha256: codeSha256, expires_at: expiresAt.getTime() },
        )
        await recordEntry(trx, auditKey, audit)
        return true
      }),

    async redeem({ tenant, mode }, { codeSha256, now }, { tokenSha256, expiresAt }) {
      const key = { code_sha256: codeSha256, tenant, mode }
      const next = { code_sha256: null, token_sha256: tokenSha256, expires_at: expiresAt.getTime() }
      const redeem = (row: { expires_at: number }) => (row.expires_at > now.getTime() ? next : undefined)
      const taken = await db.transaction().execute((trx) => signed.change(trx, 'credential_offer', key, redeem))
      return taken !== undefined
    },

    async sessionOf({ tenant, mode }, tokenSha256, now) {
      const row = await db
        .selectFrom('credential_offer')
        .selectAll()
        .where('token_sha256', '=', tokenSha256)
        .where('tenant', '=', tenant)
        .where('mode', '=', mode)
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row && signed.isOurs('credential_offer', row) ? row.session_id : undefined
    },

    issue: (issuer, { tokenSha256, nonceSha256, key, issuedAt, expiresAt }, audit) =>
      db.transaction().execute(async (trx) => {
        if (await isNonceUsed(trx, nonceSha256)) return refuse('NONCE_USED')
        const taken = await trx
          .deleteFrom('credential_offer')
          .where('token_sha256', '=', tokenSha256)
          .where('tenant', '=', issuer.tenant)
          .where('mode', '=', issuer.mode)
          .where('session_id', 'in', (eb) => eb.selectFrom('session').select('id').where('erased_at', 'is', null))
          .returningAll()
          .executeTakeFirst()
        if (!taken || !signed.isOurs('credential_offer', taken)) return refuse('TOKEN_USED')
        await revokeOf(trx, issuer.tenant, taken.session_id, issuedAt)
        const place = await freePlace(trx, issuer)
        await trx
          .insertInto('issued_credential')
          .values({
            tenant: issuer.tenant,
            mode: issuer.mode,
            list: place.list,
            list_index: place.index,
            session_id: taken.session_id,
            signing_key: key,
            nonce_sha256: nonceSha256,
            issued_at: issuedAt.getTime(),
            expires_at: expiresAt.getTime(),
            revoked_at: null,
          })
          .execute()
        await recordEntry(trx, auditKey, { ...audit(place), sessionId: taken.session_id })
        return accept(place)
      }),

    async ofSession(tenant, sessionId) {
      const rows = await db
        .selectFrom('issued_credential')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('session_id', '=', sessionId)
        .orderBy('issued_at', 'desc')
        .execute()
      return rows.map(issuedOf)
    },

    async find(issuer, place) {
      const row = await atPlace(db, issuer, place).selectAll().executeTakeFirst()
      return row && issuedOf(row)
    },

    revoke: ({ tenant, mode }, sessionId, at, audit) =>
      db.transaction().execute(async (trx) => {
        const offers = await trx
          .deleteFrom('credential_offer')
          .where('tenant', '=', tenant)
          .where('session_id', '=', sessionId)
          .where('expires_at', '<', NEVER)
          .returning('session_id')
          .execute()
        const revoked = await revokeOf(trx, tenant, sessionId, at)
        if (offers.length + revoked === 0) return false
        await putOffer(trx, signed, { sessionId, tenant, mode }, { code_sha256: null, expires_at: NEVER })
        await recordEntry(trx, auditKey, audit)
        return true
      }),

    async revokedIn(issuer, list) {
      const rows = await ofIssuer(db, issuer).select(['list_index', 'revoked_at']).where('list', '=', list).execute()
      if (!rows.length) return undefined
      return rows.filter(({ revoked_at }) => revoked_at !== null).map(({ list_index }) => list_index)
    },

    async oldestKey(issuer, now) {
      const row = await ofIssuer(db, issuer)
        .select((eb) => eb.fn.min('signing_key').as('oldest'))
        .where('expires_at', '>', now.getTime())
        .executeTakeFirst()
      return row?.oldest ?? undefined
    },

    async prune(now) {
      await db.deleteFrom('credential_offer').where('expires_at', '<=', now.getTime()).execute()
      // A credential that expired a day ago is refused for that, whatever a list says. The day allows for differing
      // clocks.
      await db
        .deleteFrom('issued_credential')
        .where('expires_at', '<=', now.getTime() - 86_400_000)
        .execute()
    },
  }
}

/** Revokes the credentials of an erased session. After the erasure nothing links a credential to the session. */
export async function revokeErased(trx: Kysely<Schema>, tenant: string, sessionId: string, at: Date): Promise<void> {
  await revokeOf(trx, tenant, sessionId, at)
  await trx
    .updateTable('issued_credential')
    .set({ session_id: null })
    .where('tenant', '=', tenant)
    .where('session_id', '=', sessionId)
    .execute()
}

async function revokeOf(trx: Kysely<Schema>, tenant: string, sessionId: string, at: Date): Promise<number> {
  const rows = await trx
    .updateTable('issued_credential')
    .set({ revoked_at: at.getTime() })
    .where('tenant', '=', tenant)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('list_index')
    .execute()
  return rows.length
}

/** The largest date. An offer that expires then, without code and token, means that no further offer is allowed. */
const NEVER = 8.64e15

async function putOffer(
  trx: Kysely<Schema>,
  signed: SignedRows,
  { sessionId, tenant, mode }: IssuerOf & { sessionId: string },
  offer: { code_sha256: string | null; expires_at: number },
): Promise<void> {
  const values = { ...offer, tenant, mode, token_sha256: null }
  const row = signed.sign('credential_offer', { session_id: sessionId, ...values })
  await trx
    .insertInto('credential_offer')
    .values(row)
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...values, mac: row.mac }))
    .execute()
}

/**
 * Was the credential of the session revoked and not replaced? Earlier versions wrote no mark for this, but the
 * credentials show it.
 */
async function isRevoked(trx: Kysely<Schema>, sessionId: string): Promise<boolean> {
  const offer = await trx
    .selectFrom('credential_offer')
    .select('expires_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (offer?.expires_at === NEVER) return true
  const given = await trx
    .selectFrom('issued_credential')
    .select('revoked_at')
    .where('session_id', '=', sessionId)
    .execute()
  return given.length > 0 && given.every(({ revoked_at }) => revoked_at !== null)
}

async function isNonceUsed(trx: Kysely<Schema>, nonceSha256: string): Promise<boolean> {
  const row = await trx
    .selectFrom('issued_credential')
    .select('list_index')
    .where('nonce_sha256', '=', nonceSha256)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A random free index in the first list that is less than half full. An index reveals nothing about when it was given.
 */
async function freePlace(trx: Kysely<Schema>, issuer: IssuerOf): Promise<StatusPlace> {
  const full = await ofIssuer(trx, issuer)
    .select(['list', (eb) => eb.fn.countAll<number>().as('given')])
    .groupBy('list')
    .execute()
  const isFull = new Set(full.filter(({ given }) => Number(given) >= LIST_SIZE / 2).map(({ list }) => list))
  let list = 0
  while (isFull.has(list)) list += 1
  for (;;) {
    const index = randomInt(LIST_SIZE)
    const taken = await atPlace(trx, issuer, { list, index }).select('list_index').executeTakeFirst()
    if (!taken) return { list, index }
  }
}

const ofIssuer = (db: Kysely<Schema>, { tenant, mode }: IssuerOf) =>
  db.selectFrom('issued_credential').where('tenant', '=', tenant).where('mode', '=', mode)

const atPlace = (db: Kysely<Schema>, issuer: IssuerOf, { list, index }: StatusPlace) =>
  ofIssuer(db, issuer).where('list', '=', list).where('list_index', '=', index)

const issuedOf = (row: Selectable<Row<'issued_credential'>>): IssuedCredential => ({
  list: row.list,
  index: row.list_index,
  ...(row.session_id !== null && { sessionId: row.session_id }),
  issuedAt: new Date(row.issued_at),
  expiresAt: new Date(row.expires_at),
  ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at) }),
})

/** Removes offers and credentials that are over. */
export const pruneIssued = ({ issuedCredentials }: FeaturePorts, now: Date): Promise<void> =>
  issuedCredentials.prune(now)
