import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../command-line.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/lists/${name}`, import.meta.url))

describe('lists', () => {
  const cli = commandLine()
  after(() => cli.remove())

  it('imports a list, shows it and its entries, and removes it when that is confirmed', async () => {
    const imported = await cli.run('lists', 'import', fixture('entities.ftm.jsonl'), '--name', 'tale')
    assert.equal(imported.status, 0, imported.stderr)
    assert.match(imported.stdout, /^tale: 2 persons in version 1, 2 of them new or changed; 1 other entries left out/)
    assert.match((await cli.run('lists', 'list')).stdout, /^tale +version 1 {2}2 persons/)
    assert.equal(JSON.parse((await cli.run('lists', 'show', 'tale', '--json')).stdout).format, 'ftm')
    const entry = JSON.parse((await cli.run('lists', 'show', 'tale', 'fx-0001', '--json')).stdout)
    assert.equal(entry.names[0].text, 'Zanthor Quibblewick')
    assert.equal((await cli.run('lists', 'show', 'tale', 'nobody')).status, 2)

    assert.notEqual((await cli.run('lists', 'remove', 'tale')).status, 0)
    assert.equal((await cli.run('lists', 'remove', 'tale', '--yes')).status, 0)
    assert.match((await cli.run('lists', 'list')).stdout, /no list was imported yet/)
  })

  it('looks for nobody where there is no list, a date or a country that it does not understand', async () => {
    assert.match((await cli.run('lists', 'search', 'Zanthor')).stdout, /^no list was imported yet/)
    for (const wrong of [
      ['--birth', '1.1.2000'],
      ['--country', 'Nowhere'],
    ]) {
      const { status, stderr } = await cli.run('lists', 'search', 'Zanthor', ...wrong)
      assert.equal(status, 2)
      assert.match(stderr, new RegExp(`not '${wrong[1]}'`))
    }
    await cli.run('lists', 'import', fixture('entities.ftm.jsonl'), '--name', 'tale')
    const found = await cli.run('lists', 'search', 'Zanthor', 'Quibblewick', '--country', 'Uganda')
    assert.match(found.stdout, /tale fx-0001/)
    await cli.run('lists', 'remove', 'tale', '--yes')
  })

  it('warns of an address that nothing is fetched from', async () => {
    const { status, stderr } = await cli.run('lists', 'schedule', 'tale', '--url', 'http://lists.example/tale.json')
    assert.equal(status, 0)
    assert.match(stderr, /^warning: nothing is fetched from http:\/\/lists\.example\/tale\.json: Only https/)
    await cli.run('lists', 'unschedule', 'tale')
  })

  it('ends with 1 for a file that cannot be used, and with 2 for one that is not there', async () => {
    const wrong = await cli.run('lists', 'import', fileURLToPath(import.meta.url), '--name', 'tale')
    assert.equal(wrong.status, 1)
    assert.match(wrong.stdout, /is in none of the formats that can be read/)
    assert.equal((await cli.run('lists', 'import', '/nowhere/list.json', '--name', 'tale')).status, 2)
    assert.equal((await cli.run('lists', 'import', fixture('eu.xml'))).status, 2)
    const sum = await cli.run('lists', 'import', fixture('eu.xml'), '--name', 'eu', '--sha256', 'ab')
    assert.equal(sum.status, 1)
  })
})
