import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import {
  exportDocument,
  importDocument,
  inspectDocument,
  packModel,
  unpackModel,
} from '../../../../src/features/taught/actions/share-document.ts'
import type { Ports } from '../../../../src/kernel/ports/ports.ts'
import { portsOf } from '../../../kernel/tenants/decided-sessions.ts'
import { auditEntry } from '../../../storage/sample.ts'
import { onEveryDatabase } from '../../../support/databases.ts'
import { aDraft, aModel } from '../../../support/models.ts'
import { overlappingZip } from '../../../support/overlapping-zip.ts'

onEveryDatabase((place) => {
  describe('a document in a file', () => {
    let ours: Ports
    let theirs: Ports
    let file: Uint8Array
    before(async () => {
      ours = portsOf(await place.open())
      theirs = portsOf(await place.open())
      await ours.documentModels.keepDraft(aDraft(), auditEntry('document.teach'))
      const exported = await exportDocument(ours, aModel().id, 'system')
      assert.ok(exported.ok)
      file = exported.value.file
    })
    const partOf = (name: string): Uint8Array => unzipSync(file)[name] ?? assert.fail(`${name} is missing`)
    const withPart = (name: string, text: string) => zipSync({ ...unzipSync(file), [name]: strToU8(text) })
    const problemOf = async (bytes: Uint8Array) => {
      const outcome = await importDocument(theirs, bytes, 'system')
      return outcome.ok ? assert.fail('it was taken') : outcome.problem
    }

    it('is the whole model, and tells another installation that a stranger signed it', async () => {
      const seen = await inspectDocument(theirs, file)
      assert.ok(seen.ok)
      assert.deepEqual(seen.value.model, aModel())
      assert.equal(seen.value.signerIs, 'stranger')
      const own = await inspectDocument(ours, file)
      assert.equal(own.ok && own.value.signerIs, 'own')
      assert.deepEqual(await theirs.documentModels.list(), [], 'a look keeps nothing')
    })

    it('becomes a draft with the name of its signer, who is known from then on', async () => {
      const taken = await importDocument(theirs, file, 'reviewer:chief')
      assert.ok(taken.ok)
      const [kept] = await theirs.documentModels.list()
      assert.deepEqual([kept?.status, kept?.signer?.fingerprint], ['draft', taken.value.signer.fingerprint])
      assert.deepEqual(await theirs.documentModels.load(aModel().id, 1), aModel())
      const [entry] = await theirs.audit.search({ actions: ['document.import'] }, { limit: 1 })
      assert.deepEqual([entry?.actor, entry?.detail?.signer], ['reviewer:chief', taken.value.signer.fingerprint])
      const again = await inspectDocument(theirs, file)
      assert.equal(again.ok && again.value.signerIs, 'known')
    })

    it('is refused when a single letter of it was changed, and taken when none was', async () => {
      const json = strFromU8(partOf('model.json'))
      assert.match(await problemOf(withPart('model.json', json.replace('Utopian', 'Atopian'))), /changed after/)
      assert.ok(unpackModel(withPart('model.json', json)).ok)
    })

    it('is refused when its signature is of another key, or missing', async () => {
      const signature = JSON.parse(strFromU8(partOf('signature.json')))
      const { publicKey } = generateKeyPairSync('ed25519')
      const other = { ...signature, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) }
      assert.match(await problemOf(withPart('signature.json', JSON.stringify(other))), /signature does not hold/)
      assert.match(await problemOf(zipSync({ 'model.json': partOf('model.json') })), /signature.json is missing/)
      assert.match(await problemOf(strToU8('hello')), /not a zip/)
    })

    it('is refused when somebody signed what is no model, or more than a model', async () => {
      const more = { ...aModel(), content: { ...aModel().content, holder: 'Jane Specimen' } }
      assert.match(await problemOf(await packModel(ours.secrets, more)), /format limen-document\/1/)
      assert.match(await problemOf(await packModel(ours.secrets, { ...aModel(), country: 'Utopia' })), /country/)
    })

    it('is refused when files in it overlap or repeat, before they are unpacked', async () => {
      const large = new Uint8Array(7_900_000)
      const bomb = overlappingZip('model.json', large, 200)
      assert.ok(bomb.length < 20_000, `${bomb.length} bytes`)
      const before = process.memoryUsage.rss()
      assert.match(await problemOf(bomb), /not a zip of only model.json and signature.json/)
      assert.ok(process.memoryUsage.rss() - before < 500_000_000, 'memory for all of them')
      assert.match(await problemOf(overlappingZip('other.json', large, 200)), /zip of only/)
    })

    it('is refused when its two files lie on the same bytes, or hold more than a model together', async () => {
      const [model, signature] = [partOf('model.json'), partOf('signature.json')]
      const both = { 'model.json': model, 'signature.json': signature }
      assert.ok(unpackModel(zipSync(both)).ok)
      assert.equal(unpackModel(onSameBytes(zipSync(both))).ok, false)
      assert.equal(unpackModel(zipSync({ ...both, 'signature.json': new Uint8Array(8_000_000) })).ok, false)
      assert.equal(unpackModel(zipSync({ ...both, 'more.json': strToU8('{}') })).ok, false)
    })

    it('is not there for a model that nobody taught', async () => {
      assert.deepEqual(await exportDocument(ours, 'nobody', 'system'), { ok: false, refusal: 'NOT_FOUND' })
    })
  })
})

/** The same zip, with the second file of its directory where the first lies. */
function onSameBytes(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip)
  const directory = bytes.readUInt32LE(bytes.length - 22 + 16)
  const second = directory + 46 + bytes.readUInt16LE(directory + 28)
  bytes.writeUInt32LE(0, second + 42)
  return bytes
}
