import { recordEntry, recordIf } from '../../kernel/audit/tables/audit.ts'
import type { AuditEntry } from '../../kernel/ports/audit.ts'
import type { SignedTableName } from '../../kernel/rights/signed-rows.ts'
import type { Context } from '../../kernel/storage/context.ts'
import type { Row } from '../../kernel/storage/schema.ts'
import type { ScimGroup, ScimUser } from './domain/resources.ts'
import type { Changed, ScimStore, ScimToken } from './ports.ts'

export function sqlScim({ db, auditKey, signed }: Context): ScimStore {
  /** Changes a row within its lock, so that of two changes at the same time the later one starts from the earlier. */
  async function change<Row extends { id: string }, Resource>(
    table: SignedTableName,
    id: string,
    { of, rowOf }: { of: (row: Row) => Resource; rowOf: (resource: Resource) => Omit<Row, 'mac'> },
    alter: (resource: Resource) => Resource,
    audit: AuditEntry,
  ): Promise<Changed<Resource>> {
    let before: Resource | undefined
    try {
      return await db.transaction().execute(async (trx) => {
        const changed = await signed.change<Row>(trx, table, { id }, (row) => {
          before = of(row)
          return { ...rowOf(alter(before)) }
        })
        if (!changed || before === undefined) return undefined
        await recordEntry(trx, auditKey, audit)
        return { before, after: of(changed) }
      })
    } catch (error) {
      if (isTaken(error)) return 'taken'
      throw error
    }
  }

  return {
    async createToken({ id, name, tokenSha256, createdAt }, audit) {
      const row = { id, name, token_sha256: tokenSha256, created_at: createdAt.getTime(), revoked_at: null }
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('scim_token').values(signed.sign('scim_token', row)).execute()
        await recordEntry(trx, auditKey, audit)
      })
    },
    async findToken(tokenSha256) {
      const row = await db
        .selectFrom('scim_token')
        .selectAll()
        .where('token_sha256', '=', tokenSha256)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row && signed.isOurs('scim_token', row) ? tokenOf(row) : undefined
    },
    async listTokens() {
      const rows = await db.selectFrom('scim_token').selectAll().orderBy('created_at').execute()
      return rows.filter((row) => signed.isOurs('scim_token', row)).map(tokenOf)
    },
    revokeToken: (id, at, audit) =>
      db.transaction().execute(async (trx) => {
        const revoked = await signed.change<Row<'scim_token'>>(trx, 'scim_token', { id }, (row) =>
          row.revoked_at === null ? { revoked_at: at.getTime() } : undefined,
        )
        return recordIf(trx, auditKey, revoked !== undefined, [audit])
      }),

    createUser: (user, audit) =>
      db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('scim_user')
          .values(signed.sign('scim_user', userRow(user)))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, made !== undefined, [audit])
      }),
    async findUsers({ id, userName, externalId }) {
      const rows = await db
        .selectFrom('scim_user')
        .selectAll()
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .$if(userName !== undefined, (query) => query.where('name_key', '=', keyOf(userName ?? '')))
        .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId ?? ''))
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.filter((row) => signed.isOurs('scim_user', row)).map(userOf)
    },
    changeUser: (id, alter, audit) => change('scim_user', id, { of: userOf, rowOf: userRow }, alter, audit),
    deleteUser: (id, audit) =>
      db.transaction().execute(async (trx) => {
        const row = await trx.deleteFrom('scim_user').where('id', '=', id).returningAll().executeTakeFirst()
        if (!row) return undefined
        await recordEntry(trx, auditKey, audit)
        // Also one that somebody else wrote: what it names may not stay signed in.
        return userOf(row)
      }),

    createGroup: (group, audit) =>
      db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('scim_group')
          .values(signed.sign('scim_group', groupRow(group)))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        return recordIf(trx, auditKey, made !== undefined, [audit])
      }),
    async findGroups({ id, displayName, externalId }) {
      const rows = await db
        .selectFrom('scim_group')
        .selectAll()
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .$if(displayName !== undefined, (query) => query.where('name_key', '=', keyOf(displayName ?? '')))
        .$if(externalId !== undefined, (query) => query.where('external_id', '=', externalId ?? ''))
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.filter((row) => signed.isOurs('scim_group', row)).map(groupOf)
    },
    changeGroup: (id, alter, audit) => change('scim_group', id, { of: groupOf, rowOf: groupRow }, alter, audit),
    deleteGroup: (id, audit) =>
      db.transaction().execute(async (trx) => {
        const row = await trx.deleteFrom('scim_group').where('id', '=', id).returningAll().executeTakeFirst()
        if (!row) return undefined
        await recordEntry(trx, auditKey, audit)
        return groupOf(row)
      }),
  }
}

/** Names are compared without case. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase()

/** The name or the external id is another one's: SQLITE_CONSTRAINT_UNIQUE (2067), and 23505 in PostgreSQL. */
function isTaken(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067 || code === 'SQLITE_CONSTRAINT_UNIQUE'
}

const tokenOf = (row: Row<'scim_token'>): ScimToken => ({
  id: row.id,
  name: row.name,
  tokenSha256: row.token_sha256,
  createdAt: new Date(row.created_at),
  ...(row.revoked_at !== null && { revokedAt: new Date(row.revoked_at) }),
})

const userRow = (user: ScimUser): Omit<Row<'scim_user'>, 'mac'> => ({
  id: user.id,
  user_name: user.userName,
  name_key: keyOf(user.userName),
  external_id: user.externalId,
  display_name: user.displayName ?? null,
  active: user.active ? 1 : 0,
  created_at: user.createdAt.getTime(),
  changed_at: user.changedAt.getTime(),
})

const userOf = (row: Row<'scim_user'>): ScimUser => ({
  id: row.id,
  userName: row.user_name,
  externalId: row.external_id,
  ...(row.display_name !== null && { displayName: row.display_name }),
  active: row.active === 1,
  createdAt: new Date(row.created_at),
  changedAt: new Date(row.changed_at),
})

const groupRow = (group: ScimGroup): Omit<Row<'scim_group'>, 'mac'> => ({
  id: group.id,
  display_name: group.displayName,
  name_key: keyOf(group.displayName),
  external_id: group.externalId ?? null,
  members: JSON.stringify(group.members),
  created_at: group.createdAt.getTime(),
  changed_at: group.changedAt.getTime(),
})

const groupOf = (row: Row<'scim_group'>): ScimGroup => ({
  id: row.id,
  displayName: row.display_name,
  ...(row.external_id !== null && { externalId: row.external_id }),
  members: JSON.parse(row.members) as string[],
  createdAt: new Date(row.created_at),
  changedAt: new Date(row.changed_at),
})
