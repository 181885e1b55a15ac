import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { DocumentModels } from '../../../../src/features/taught/ports/document-models.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { auditEntry } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { aDraft } from '../../../support/models.ts'

onEveryDatabase((place) => {
  describe('documents that were taught', () => {
    let storage: Storage
    let models: DocumentModels
    before(async () => {
      storage = await place.open()
      models = storage.documentModels
    })
    const publish = (id: string, version: number) => models.publish(id, version, auditEntry('document.publish'))
    const teach = (id: string, name?: string) =>
      models.keepDraft(aDraft({ id, ...(name && { name }) }), auditEntry('document.teach'))
    const statuses = async (id: string) =>
      (await models.list()).filter((each) => each.id === id).map(({ version, status }) => `${version} ${status}`)

    it('are drafts first, which no reading uses', async () => {
      const revision = await models.revision()
      assert.equal(await teach('one'), 1)
      assert.deepEqual(await models.published(), [])
      assert.equal(await models.revision(), revision, 'what is in use has not changed')
      const [kept] = await models.list()
      const { model, ...origin } = aDraft({ id: 'one' })
      const { content, ...described } = model
      const { at, ...version } = kept ?? assert.fail()
      assert.ok(at instanceof Date)
      assert.deepEqual(version, { ...described, ...origin, version: 1, status: 'draft' })
      assert.deepEqual(await models.load('one', 1), { ...model, version: 1 })
    })

    it('are in use once published, the newest version alone', async () => {
      const revision = await models.revision()
      assert.equal(await publish('one', 1), true)
      assert.deepEqual(
        (await models.published()).map(({ id, version }) => `${id} ${version}`),
        ['one 1'],
      )
      assert.equal(await teach('one', 'Better'), 2)
      assert.deepEqual(await statuses('one'), ['2 draft', '1 published'])
      assert.equal(await publish('one', 2), true)
      assert.deepEqual(await statuses('one'), ['2 published', '1 off'])
      assert.deepEqual(
        (await models.published()).map(({ name }) => name),
        ['Better'],
      )
      assert.equal(await models.revision(), revision + 2)
    })

    it('are not published when another draft took the place of the one that was looked at', async () => {
      const first = await teach('two')
      const second = await teach('two')
      assert.notEqual(first, second)
      assert.equal(await publish('two', first), false)
      assert.deepEqual(await statuses('two'), [`${second} draft`])
      assert.equal(await models.removeDraft('two', first, auditEntry('document.delete')), false)
      assert.equal(await models.removeDraft('two', second, auditEntry('document.delete')), true)
      assert.deepEqual(await statuses('two'), [])
    })

    it('go off and on again', async () => {
      const off = () => models.switch('one', 'off', auditEntry('document.off'))
      assert.equal(await models.switch('one', 'on', auditEntry('document.on')), false, 'it is on')
      assert.equal(await off(), true)
      assert.equal(await off(), false)
      assert.deepEqual(await models.published(), [])
      assert.equal(await models.switch('one', 'on', auditEntry('document.on')), true)
      assert.deepEqual(await statuses('one'), ['2 published', '1 off'])
      assert.equal(await models.switch('nobody', 'on', auditEntry('document.on')), false)
    })

    it('keep who signed the file they came in', async () => {
      const signer = { fingerprint: 'ab'.repeat(32), signature: 'c2lnbmVk' }
      await models.keepDraft({ ...aDraft({ id: 'three' }), signer }, auditEntry('document.import'))
      assert.deepEqual((await models.list()).find(({ id }) => id === 'three')?.signer, signer)
    })

    it('change in one write with the entry that tells of it, which names the version', async () => {
      const [entry] = await storage.audit.search({ actions: ['document.import'] }, { limit: 1 })
      assert.deepEqual(entry?.detail, { version: 1 })
      const before = await storage.audit.search({ actions: ['document.publish'] }, { limit: 100 })
      assert.equal(await publish('three', 7), false)
      const after = await storage.audit.search({ actions: ['document.publish'] }, { limit: 100 })
      assert.equal(after.length, before.length, 'nothing happened, nothing is told')
    })

    it('are published once when two people do it published at the same moment', async () => {
      const [revision, version] = [await models.revision(), await teach('raced')]
      const done = await Promise.all([publish('raced', version), publish('raced', version)])
      assert.deepEqual(done.sort(), [false, true])
      assert.ok((await models.revision()) > revision)
      assert.deepEqual(await statuses('raced'), ['1 published'])
    })
  })
})
