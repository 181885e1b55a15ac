import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { WrongMasterKey } from '../../../src/kernel/rights/check-master-key.ts'
import { openStorage } from '../../../src/kernel/storage/open.ts'
import { newKey } from '../../../src/platform/keys/keys.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

onEveryDatabase((place) => {
  describe('a start with a master key that does not fit', () => {
    it('is refused, and says which key is wanted', async () => {
      const options = await place.options({ masterKey: newKey() })
      await (await openStorage(options)).close()
      await assert.rejects(openStorage({ ...options, masterKey: newKey() }), (error) => {
        assert.ok(error instanceof WrongMasterKey)
        assert.match(error.message, /written under the key [0-9a-f]{16}.*MASTER_KEY.*PREVIOUS_MASTER_KEY/s)
        return true
      })
      await (await openStorage(options)).close()
    })

    it('makes no new key over data, where the file of the key is lost', async () => {
      const options = await place.options()
      const file = join(options.dataDir, 'master.key')
      await (await openStorage(options)).close()
      await rename(file, `${file}.lost`)
      await assert.rejects(openStorage(options), /There is no .*master\.key.*Restore the file/s)
      await assert.rejects(stat(file), /ENOENT/)
      await rename(`${file}.lost`, file)
      await (await openStorage(options)).close()
    })

    it('is refused where another file lies in its place', async () => {
      const options = await place.options()
      await (await openStorage(options)).close()
      const file = join(options.dataDir, 'master.key')
      const right = await readFile(file)
      await writeFile(file, randomBytes(32).toString('base64'))
      await assert.rejects(openStorage(options), WrongMasterKey)
      await writeFile(file, right)
      await (await openStorage(options)).close()
    })

    it('is refused on data of the first version too, which has no check value', async () => {
      const options = await place.options({ masterKey: newKey() })
      const storage = await openStorage(options)
      await storage.tenants.create(TEST_TENANT)
      await storage.sessions.create(freshSession())
      await storage.database.db.deleteFrom('secret').execute()
      await storage.close()
      await assert.rejects(openStorage({ ...options, masterKey: newKey() }), WrongMasterKey)
      const again = await openStorage(options)
      const made = await again.database.db.selectFrom('secret').select('name').orderBy('name').execute()
      assert.deepEqual(
        made.map(({ name }) => name),
        ['master-key-check', 'row-mac'],
      )
      await again.close()
    })

    it('is a start like any other once the keys are wrapped again', async () => {
      const [old, next] = [newKey(), newKey()]
      const options = await place.options({ masterKey: old })
      await (await openStorage(options)).close()
      const rotating = await openStorage({ ...options, masterKey: next, previousMasterKey: old })
      await rotating.installation.rotateMasterKey()
      await rotating.close()
      await (await openStorage({ ...options, masterKey: next })).close()
      await assert.rejects(openStorage({ ...options, masterKey: old }), WrongMasterKey)
    })
  })
})
