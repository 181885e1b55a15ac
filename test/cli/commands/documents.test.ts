import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { auditEntry } from '../../storage/sample.ts'
import { aDraft, aModel } from '../../support/models.ts'
import { commandLine } from '../command-line.ts'

const { id, name } = aModel()

describe('cli documents', () => {
  const here = commandLine()
  const there = commandLine()
  const cli = (...args: string[]) => here.run('documents', ...args)
  before(() => here.stored((storage) => storage.documentModels.keepDraft(aDraft(), auditEntry('document.teach'))))
  after(() => {
    here.remove()
    there.remove()
  })

  it('prints how a document is described', () => {
    const schema = JSON.parse(cli('teach', '--schema').stdout)
    assert.deepEqual(schema.required.sort(), ['country', 'name', 'named', 'pictures', 'side', 'type'])
  })

  it('lists what was taught, and the catalogue unless asked for that alone', () => {
    const taught = cli('list', '--taught').stdout.trim().split('\n')
    assert.equal(taught.length, 1)
    assert.match(
      taught[0] ?? '',
      new RegExp(`^${id}\tUTO\tIDENTITY_CARD\tFRONT\t${name}, 2019\tplace, 2 places\tcompared\tdraft v1`),
    )
    assert.match(cli('list').stdout, /^UTO-PASSPORT\tUTO\tPASSPORT\tFRONT\t\tlabel, MRZ\t\tcatalogue$/m)
  })

  it('publishes a draft, takes it out of use and puts it back', async () => {
    assert.equal(cli('publish', id).status, 0)
    assert.equal(cli('publish', id).status, 2, 'there is no draft any more')
    assert.match(cli('off', id).stdout, /is off/)
    assert.match(cli('list', '--taught').stdout, /\toff v1/)
    assert.equal(cli('off', id).status, 2)
    assert.match(cli('on', id).stdout, /is on/)
    const told = await here.stored(({ audit }) =>
      audit.search({ actions: ['document.off', 'document.on'] }, { limit: 9 }),
    )
    assert.deepEqual(told.map(({ actor, action }) => `${actor} ${action}`).sort(), [
      'system document.off',
      'system document.on',
    ])
  })

  it('exports a file that another installation takes, once somebody says so', () => {
    const file = here.file('card.limen-document')
    assert.match(cli('export', id, file).stdout, /version 1/)
    const unasked = there.run('documents', 'import', file)
    assert.equal(unasked.status, 2)
    assert.match(unasked.stdout, /A STRANGER/)
    assert.match(unasked.stderr, /--yes/)
    assert.equal(there.run('documents', 'list', '--taught').stdout, '')
    assert.equal(there.run('documents', 'import', file, '--yes').status, 0)
    assert.match(there.run('documents', 'list', '--taught').stdout, /draft v1, 3 pictures/)
    assert.match(there.run('documents', 'import', file, '--yes').stdout, /imported from before/)

    const tampered = here.file('tampered.limen-document')
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(tampered, bytes)
    const refused = there.run('documents', 'import', tampered, '--yes')
    assert.deepEqual([refused.status, refused.stdout], [2, ''])
  })

  it('says what is wrong with a description, and what is not there', () => {
    const file = here.file('card.json')
    writeFileSync(
      file,
      JSON.stringify({
        country: 'Utopia',
        type: 'IDENTITY_CARD',
        side: 'FRONT',
        name: 'A card',
        named: [],
        pictures: ['front.jpg'],
      }),
    )
    const refused = cli('teach', file)
    assert.equal(refused.status, 2)
    assert.match(refused.stderr, /\/country/)
    assert.equal(cli('export', 'nobody').status, 2)
    assert.match(cli().stderr, /usage: documents/)
  })
})
