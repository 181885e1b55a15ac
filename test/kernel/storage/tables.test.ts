import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { defaultDatabaseUrl, openDatabase } from '../../../src/kernel/storage/database.ts'
import { describeTables } from './describe-tables.ts'

describe('the types of rows', () => {
  it('are those of the migrated tables', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'limen-tables-'))
    const database = await openDatabase(defaultDatabaseUrl(folder))
    try {
      const file = new URL('../../../src/kernel/storage/tables.ts', import.meta.url)
      const described = await describeTables(database.db)
      if (process.env.UPDATE_TABLES) await writeFile(file, described)
      else assert.equal(await readFile(file, 'utf8'), described, 'UPDATE_TABLES=1 writes it')
    } finally {
      await database.close()
      await rm(folder, { recursive: true })
    }
  })
})
