import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { rewrapAll, rotateKeyFile } from '../../../src/kernel/rights/rotate-master-key.ts'
import { openStorage, type Storage, type StorageOptions } from '../../../src/kernel/storage/open.ts'
import { keyringIn, keyringOf, parseKey } from '../../../src/platform/keys/keys.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase, TEST_TENANT } from '../../support/databases.ts'

describe('the master key', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-keys-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('is made at first start, for its owner only, and found again at the next', async () => {
    const dataDir = join(folder, 'first')
    const made = await keyringIn(dataDir)
    assert.equal((await stat(join(dataDir, 'master.key'))).mode & 0o777, 0o600)
    assert.equal((await keyringIn(dataDir)).currentId(), made.currentId())
    assert.deepEqual(await readdir(dataDir), ['master.key'])
  })

  it('is the same for all when several processes start at once', async () => {
    const dataDir = join(folder, 'together')
    const rings = await Promise.all(Array.from({ length: 8 }, () => keyringIn(dataDir)))
    assert.equal(new Set(rings.map((ring) => ring.currentId())).size, 1)
  })

  it('is 32 bytes in hex or Base64, and nothing else', () => {
    const key = randomBytes(32)
    assert.deepEqual(parseKey(key.toString('hex')), key)
    assert.deepEqual(parseKey(` ${key.toString('base64')}\n`), key)
    for (const text of ['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('hex')]) {
      assert.throws(() => parseKey(text), /32 bytes/)
    }
  })

  it('opens only what it wrapped, under the same context', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)]
    const wrapped = keyringOf(one).wrap('session-key:a', Buffer.from('secret'))
    assert.equal(keyringOf(two, one).unwrap('session-key:a', wrapped).toString(), 'secret')
    assert.throws(() => keyringOf(two).unwrap('session-key:a', wrapped), /not in force/)
    assert.throws(() => keyringOf(one).unwrap('session-key:b', wrapped))
  })
})

onEveryDatabase((place) => {
  describe('a rotation of the master key', () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
    const sessions = Array.from({ length: 700 }, (_, index) =>
      freshSession({ request: { externalId: `order ${index}` } }),
    )
    let options: StorageOptions

    const using = async <Value>(more: Partial<StorageOptions>, use: (storage: Storage) => Promise<Value>) => {
      const storage = await openStorage({ ...options, ...more })
      try {
        return await use(storage)
      } finally {
        await storage.close()
      }
    }

    before(async () => {
      options = await place.options()
      await using({ masterKey: oldKey }, async (storage) => {
        await storage.tenants.create(TEST_TENANT)
        for (const session of sessions) await storage.sessions.create(session)
        await storage.signingKeys.all()
        await storage.reviewers.create({ username: 'ada', passwordHash: 'hash', role: 'reviewer' })
        const ada = await storage.reviewers.byUsername('ada')
        await storage.reviewers.change(ada?.id ?? '', { totpSecret: Buffer.from('totp secret') })
      })
    })

    it('that was cut short leaves everything readable with both keys, and is finished by starting it again', async () => {
      await using({ masterKey: newKey, previousMasterKey: oldKey }, async (storage) => {
        // The crash: unwrapping stops working after 600 keys.
        let left = 600
        const unwrap: Storage['keys']['unwrap'] = (context, wrapped) => {
          if (left-- === 0) throw new Error('power cut')
          return storage.keys.unwrap(context, wrapped)
        }
        await assert.rejects(rewrapAll(storage.database.db, { ...storage.keys, unwrap }), /power cut/)
        const sample = [sessions[0], sessions[600], sessions[699]]
        for (const session of sample) assert.ok(await storage.sessions.load('acme', session?.id ?? ''))

        const rest = await rewrapAll(storage.database.db, storage.keys)
        const secrets = await storage.database.db.selectFrom('secret').select('name').execute()
        const signingKeyAndSecondFactor = 2
        assert.equal(rest, 700 - 500 + secrets.length + signingKeyAndSecondFactor)
        assert.equal(await rewrapAll(storage.database.db, storage.keys), 0)
      })
    })

    it('leaves nothing that the old key opens, and everything to the new one', async () => {
      await using({ masterKey: newKey }, async (storage) => {
        for (const session of sessions) {
          assert.deepEqual((await storage.sessions.load('acme', session.id))?.request, session.request)
        }
        assert.equal((await storage.sessions.byExternalId('acme', 'order 7', 10)).length, 1)
        assert.equal(
          Buffer.from((await storage.reviewers.byUsername('ada'))?.totpSecret ?? []).toString(),
          'totp secret',
        )
        assert.equal((await storage.signingKeys.all()).length, 1)
      })
      await assert.rejects(openStorage({ ...options, masterKey: oldKey }), /does not fit this database/)
    })
  })

  describe('a rotation of the key file', () => {
    it('goes on under a running service, and after a crash at any step', async (t) => {
      const options = await place.options()
      const service = await openStorage(options)
      const command = await openStorage(options)
      t.after(() => Promise.all([service.close(), command.close()]))
      await service.tenants.create(TEST_TENANT)
      const session = freshSession()
      await service.sessions.create(session)
      const keyFile = join(options.dataDir, 'master.key')
      const first = await readFile(keyFile, 'utf8')

      // As after a crash between the first two steps.
      await copyFile(keyFile, `${keyFile}.previous`)
      const rotation = rotateKeyFile(options.dataDir, command.database.db, command.keys)
      const during = freshSession()
      await service.sessions.create(during)
      await rotation

      const second = await readFile(keyFile, 'utf8')
      assert.notEqual(second, first)
      assert.deepEqual(
        (await readdir(options.dataDir)).filter((name) => name.startsWith('master')),
        ['master.key'],
      )
      const fresh = await openStorage(options)
      t.after(() => fresh.close())
      for (const node of [service, command, fresh]) {
        assert.ok(await node.sessions.load('acme', session.id))
        assert.ok(await node.sessions.load('acme', during.id))
      }

      // As after a crash once the new file is in place.
      await copyFile(keyFile, `${keyFile}.previous`)
      await rm(keyFile)
      const third = (await keyringIn(options.dataDir)).currentId()
      const secrets = await command.database.db.selectFrom('secret').select('name').execute()
      const wrapped = secrets.length + [session, during].length
      assert.equal(await rotateKeyFile(options.dataDir, command.database.db, command.keys), wrapped)
      assert.equal((await keyringIn(options.dataDir)).currentId(), third)
      assert.ok(await service.sessions.load('acme', session.id))
    })
  })
})
