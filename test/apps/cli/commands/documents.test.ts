import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { auditEntry } from '../../../storage/sample.ts'
import { aDraft, aModel } from '../../../support/models.ts'
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

  it('prints how a document is described, and says what is wrong with a description', async () => {
    const schema = JSON.parse((await cli('teach', '--schema')).stdout)
    assert.deepEqual(schema.required.sort(), ['country', 'name', 'named', 'pictures', 'side', 'type'])
    const file = here.file('wrong.json')
    writeFileSync(file, JSON.stringify({ country: 'Utopia', type: 'VISA', side: 'FRONT', name: 'A', named: [] }))
    const refused = await cli('teach', file)
    assert.equal(refused.status, 2)
    assert.match(refused.stderr, /\/country/)
  })

  it('publishes a draft, takes it out of use and puts it back', async () => {
    assert.equal((await cli('publish', id)).status, 0)
    assert.match((await cli('off', id)).stdout, /is off/)
    assert.equal((await cli('off', id)).status, 2)
    assert.match((await cli('on', id)).stdout, /is on/)
    const entries = await here.stored(({ audit }) =>
      audit.search({ actions: ['document.off', 'document.on'] }, { limit: 9 }),
    )
    assert.deepEqual(entries.map(({ actor, action }) => `${actor} ${action}`).sort(), [
      'system document.off',
      'system document.on',
    ])
  })

  it('lists what was taught, and the catalogue', async () => {
    const { stdout } = await cli('list')
    const taught = new RegExp(
      `^${id}\tUTO\tIDENTITY_CARD\tFRONT\t${name}, 2019\tplace, 2 places\tcompared\tpublished v1, 3 pictures`,
    )
    assert.match(stdout, taught)
    assert.match(stdout, /^UTO-PASSPORT\tUTO\tPASSPORT\tFRONT\t\tlabel, MRZ\t\tcatalogue$/m)
  })

  it('exports a file that another installation takes, once somebody says so', async () => {
    const file = here.file('card.limen-document')
    assert.match((await cli('export', id, file)).stdout, /version 1/)
    const unasked = await there.run('documents', 'import', file)
    assert.equal(unasked.status, 2)
    assert.match(unasked.stdout, /A STRANGER/)
    assert.match(unasked.stderr, /--yes/)
    const taken = await there.run('documents', 'import', file, '--yes')
    assert.match(taken.stdout, /A STRANGER[\s\S]*draft v1/, 'what was not agreed to was not kept')

    const tampered = here.file('tampered.limen-document')
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(tampered, bytes)
    const refused = await there.run('documents', 'import', tampered, '--yes')
    assert.deepEqual([refused.status, refused.stdout], [2, ''])
  })

  it('teaches a document from a description, and reads another of it', async () => {
    const [one, other] = await Promise.all(
      [31, 34].map((seed) => drawSpecimen({ kind: 'td1', seed, paper: 1, today: '2026-06-15' })),
    )
    assert.ok(one && other)
    writeFileSync(here.file('one.jpg'), one.front)
    writeFileSync(here.file('other.jpg'), other.front)
    const named = one.truth.sides[0]?.visual.map(({ name, value }) => ({ picture: 0, field: name, value }))
    const description = {
      country: 'UTO',
      type: 'IDENTITY_CARD',
      side: 'FRONT',
      name: 'Card',
      pictures: ['one.jpg'],
      named,
    }
    writeFileSync(here.file('card.json'), JSON.stringify(description))
    const taught = await cli('teach', here.file('card.json'))
    const [, learnt = ''] = /^([\w-]{36})\tdraft v1$/m.exec(taught.stdout) ?? assert.fail(taught.stderr)
    assert.match(taught.stderr, /^warning: its comparison cannot approve documents/m, 'one picture')
    const { stdout } = await cli('try', learnt, here.file('other.jpg'))
    assert.match(stdout, /other\.jpg: recognised/)
    assert.match(stdout, new RegExp(`document_number +${other.truth.documentNumber}`))
  })
})
