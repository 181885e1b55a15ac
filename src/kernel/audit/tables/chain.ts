import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { canonicalJson } from '../../decision/canonical-json.ts'
import {
  type Acceptance,
  type Audit,
  CHAIN_START,
  type ChainedEntry,
  hashLink,
  type MacCheck,
} from '../../ports/audit.ts'
import type { Database } from '../../storage/context.ts'
import type { Row, Schema } from '../../storage/schema.ts'

type AuditChain = Pick<Audit, 'link' | 'linked' | 'acceptances' | 'countStrays'>

/** Entries linked in one transaction. */
const BATCH = 500

/** Any number, the same in all nodes: "audit" in ASCII. */
const CHAIN_LOCK = 0x61756469_74n

/**
 * An entry is written in the transaction of the change it records, and noted as not linked yet; a moment later some
 * node links it. So no two changes wait for each other, and there is still a single order.
 */
export function sqlAuditChain({ db, kind }: Pick<Database, 'db' | 'kind'>, auditKey: KeyObject): AuditChain {
  return {
    link: () =>
      db.transaction().execute(async (trx) => {
        await lockChain(trx, kind)
        return linkBatch(trx)
      }),

    async linked(after, limit) {
      const rows = await db
        .selectFrom('audit_link')
        .leftJoin('audit', 'audit.id', 'audit_link.audit_id')
        .selectAll('audit')
        .select(['audit_link.seq', 'audit_link.hash'])
        .where('audit_link.seq', '>', after)
        .orderBy('audit_link.seq')
        .limit(limit)
        .execute()
      return rows.map(({ seq, hash, ...row }) => ({
        seq,
        hash,
        ...(row.id === null
          ? {}
          : { entry: chainedOf(row as Row<'audit'>), mac: checkMac(auditKey, row as Row<'audit'>) }),
      }))
    },

    acceptances: () => readAcceptances(db, auditKey),

    async countStrays() {
      const { strays } = await db
        .selectFrom('audit')
        .leftJoin('audit_link', 'audit_link.audit_id', 'audit.id')
        .leftJoin('audit_unlinked', 'audit_unlinked.audit_id', 'audit.id')
        .select(({ fn }) => fn.countAll<number>().as('strays'))
        .where('audit_link.seq', 'is', null)
        .where('audit_unlinked.audit_id', 'is', null)
        .executeTakeFirstOrThrow()
      return strays
    },
  }
}

/** See Audit. */
export async function readAcceptances(db: Kysely<Schema>, auditKey: KeyObject): Promise<Acceptance[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'audit.accept')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    if (row.detail === null || checkMac(auditKey, row) !== 'VALID') return []
    const { through, hash } = JSON.parse(row.detail) as Pick<Acceptance, 'through' | 'hash'>
    return [{ at: new Date(row.at), through, hash }]
  })
}

/** Links everything within a transaction, and answers the end of the chain. */
export async function linkInOrder(trx: Kysely<Schema>, kind: Database['kind']): Promise<{ seq: number; hash: string }> {
  await lockChain(trx, kind)
  while (await linkBatch(trx));
  return readEnd(trx)
}

async function lockChain(trx: Kysely<Schema>, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(CHAIN_LOCK)})`.execute(trx)
}

async function readEnd(trx: Kysely<Schema>): Promise<{ seq: number; hash: string }> {
  const last = await trx.selectFrom('audit_link').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return last ?? { seq: 0, hash: CHAIN_START }
}

async function linkBatch(trx: Kysely<Schema>): Promise<number> {
  const rows = await trx
    .selectFrom('audit_unlinked')
    .innerJoin('audit', 'audit.id', 'audit_unlinked.audit_id')
    .selectAll('audit')
    .orderBy('audit.id')
    .limit(BATCH)
    .execute()
  if (!rows.length) return 0
  let { seq, hash } = await readEnd(trx)
  const links = rows.map((row) => {
    seq += 1
    hash = hashLink(hash, seq, chainedOf(row))
    return { seq, audit_id: row.id, hash }
  })
  await trx.insertInto('audit_link').values(links).execute()
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('audit_unlinked').where('audit_id', 'in', ids).execute()
  return rows.length
}

const chainedOf = (row: Row<'audit'>): ChainedEntry => ({
  id: row.id,
  at: row.at,
  tenant: row.tenant,
  actor: row.actor,
  action: row.action,
  sessionId: row.session_id,
  detail: row.detail,
})

/** HMAC-SHA-256 over an entry, in hex: only a holder of the key can write an entry with a valid one. */
export function macOf(
  key: KeyObject,
  { id, at, tenant, actor, action, session_id, detail }: Omit<Row<'audit'>, 'mac'>,
) {
  const text = canonicalJson({ id, at, tenant, actor, action, sessionId: session_id, detail })
  return createHmac('sha256', key).update(`limen audit entry\n${text}`).digest('hex')
}

export function checkMac(key: KeyObject, row: Row<'audit'>): MacCheck {
  if (row.mac === null) return 'ABSENT'
  const [given, right] = [Buffer.from(row.mac), Buffer.from(macOf(key, row))]
  return given.length === right.length && timingSafeEqual(given, right) ? 'VALID' : 'FALSE'
}
