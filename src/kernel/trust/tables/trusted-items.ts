import type { Kysely, Selectable } from 'kysely'
import { recordEntry, recordIf } from '../../audit/tables/audit.ts'
import type { TrustedItem, TrustedItems, TrustPurpose, TrustUse } from '../../ports/trusted-items.ts'
import type { SignedRows } from '../../rights/signed-rows.ts'
import { changeSet, requireWhole } from '../../rights/signed-sets.ts'
import type { Context } from '../../storage/context.ts'
import type { Schema } from '../../storage/schema.ts'

type Row = Selectable<Schema['trusted_item']>

export function sqlTrustedItems({ db, auditKey, signed }: Context): TrustedItems {
  /** A revocation list speaks against: without one that was changed, nothing is trusted. */
  const ours = (row: Row) =>
    row.kind === 'revocation-list' ? Boolean(signed.ours('trusted_item', row)) : signed.isOurs('trusted_item', row)
  const ofPurpose = async (purpose: TrustPurpose) => {
    await requireWhole(db, signed, 'trusted_item')
    const found = db.selectFrom('trusted_item').selectAll().where('purpose', '=', purpose).orderBy('sha256')
    return (await found.execute()).filter(ours).map(itemOf)
  }
  return {
    async all() {
      const rows = await db
        .selectFrom('trusted_item')
        .selectAll()
        .orderBy('country')
        .orderBy('name')
        .orderBy('sha256')
        .execute()
      return rows.filter(ours).map(aboutOf)
    },
    async ofCountry(country) {
      await requireWhole(db, signed, 'trusted_item')
      const rows = await db
        .selectFrom('trusted_item')
        .selectAll()
        .where('purpose', '=', 'chip')
        .where('kind', '<>', 'signer')
        .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
        .orderBy('sha256')
        .execute()
      return rows.filter(ours).map(itemOf)
    },
    ofWallets: () => ofPurpose('wallet'),
    ofSeals: () => ofPurpose('seal'),
    hasSeals: async () => {
      const any = db.selectFrom('trusted_item').select('sha256').where('purpose', '=', 'seal').limit(1)
      return (await any.executeTakeFirst()) !== undefined
    },
    async signersOf(serialOrKey) {
      const rows = await db
        .selectFrom('trusted_item')
        .selectAll()
        .where('purpose', '=', 'chip')
        .where('kind', '=', 'signer')
        .where((eb) => eb.or([eb('serial', '=', serialOrKey), eb('subject_key', '=', serialOrKey)]))
        .orderBy('sha256')
        .limit(16)
        .execute()
      return rows.filter(ours).map(itemOf)
    },
    keepItems: (items, ...audit) =>
      db.transaction().execute(async (trx) => {
        let added = 0
        await changeSet(trx, signed, 'trusted_item', async () => {
          for (const item of items) added += await insert(trx, signed, item)
        })
        for (const entry of audit) await recordEntry(trx, auditKey, entry)
        return added
      }),
    remove: (sha256, ...audit) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await changeSet(trx, signed, 'trusted_item', () =>
          trx.deleteFrom('trusted_item').where('sha256', '=', sha256).executeTakeFirstOrThrow(),
        )
        return recordIf(trx, auditKey, numDeletedRows > 0n, audit)
      }),
  }
}

/**
 * 1 when it is new. A list that is older than the stored one of the same issuer is left out; a newer one replaces it.
 */
async function insert(trx: Kysely<Schema>, signed: SignedRows, item: TrustedItem): Promise<number> {
  const there = await trx
    .selectFrom('trusted_item')
    .selectAll()
    .where('purpose', '=', item.purpose)
    .where((eb) =>
      item.kind === 'revocation-list'
        ? eb.or([eb('sha256', '=', item.sha256), eb.and({ kind: item.kind, name: item.name })])
        : eb('sha256', '=', item.sha256),
    )
    .execute()
  const ours = there.filter((row) => signed.isOurs('trusted_item', row))
  const end = item.endsAt?.getTime() ?? 0
  const same = ours.find(({ sha256 }) => sha256 === item.sha256)
  if (same && item.uses) await addUses(trx, signed, same, item.uses)
  if (same && end > (same.ends_at ?? 0)) await extend(trx, signed, item)
  if (same || ours.some(({ ends_at }) => (ends_at ?? 0) > end)) return 0
  // The ones it replaces, and those that somebody else wrote in its place.
  for (const { sha256 } of there)
    await trx.deleteFrom('trusted_item').where('purpose', '=', item.purpose).where('sha256', '=', sha256).execute()
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('trusted_item')
    .values(
      signed.sign('trusted_item', {
        purpose: item.purpose,
        sha256: item.sha256,
        kind: item.kind,
        country: item.country,
        name: item.name,
        serial: item.serial,
        subject_key: item.subjectKey ?? null,
        ends_at: item.endsAt?.getTime() ?? null,
        origin: item.origin,
        listed_at: item.listedAt?.getTime() ?? null,
        imported_at: item.importedAt.getTime(),
        bytes: Buffer.from(item.bytes).toString('base64'),
        uses: item.uses?.join(' ') ?? null,
      }),
    )
    .onConflict((conflict) => conflict.columns(['purpose', 'sha256']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** For an existing item: a newer list vouches for it for longer. */
async function extend(trx: Kysely<Schema>, signed: SignedRows, item: TrustedItem): Promise<void> {
  const { purpose, sha256, endsAt, listedAt, origin } = item
  const changed = { ends_at: endsAt?.getTime() ?? null, listed_at: listedAt?.getTime() ?? null, origin }
  await signed.change(trx, 'trusted_item', { purpose, sha256 }, () => changed)
}

/** For an existing item: the uses of both imports; if none were stored, those of this one. */
async function addUses(
  trx: Kysely<Schema>,
  signed: SignedRows,
  { purpose, sha256, uses: known }: Row,
  uses: readonly TrustUse[],
): Promise<void> {
  const all = [...new Set([...usesOf({ uses: known }), ...uses])].join(' ')
  await signed.change(trx, 'trusted_item', { purpose, sha256 }, () => ({ uses: all }))
}

const usesOf = ({ uses }: Pick<Row, 'uses'>): TrustUse[] => (uses ? (uses.split(' ') as TrustUse[]) : [])

const itemOf = (row: Row): TrustedItem => ({ ...aboutOf(row), bytes: Buffer.from(row.bytes, 'base64') })

function aboutOf(row: Omit<Row, 'bytes'>): Omit<TrustedItem, 'bytes'> {
  const { purpose, sha256, kind, country, name, serial, origin } = row
  return {
    purpose,
    sha256,
    kind,
    country,
    name,
    serial,
    origin,
    importedAt: new Date(row.imported_at),
    ...(row.subject_key !== null && { subjectKey: row.subject_key }),
    ...(row.ends_at !== null && { endsAt: new Date(row.ends_at) }),
    ...(row.listed_at !== null && { listedAt: new Date(row.listed_at) }),
    ...(row.uses !== null && { uses: usesOf(row) }),
  }
}
