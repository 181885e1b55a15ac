import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { makeAuthority } from '../../../../packages/specimen/src/chip/certify.ts'
import { endingSoon } from '../../../../src/kernel/trust/trust.ts'
import { commandLine } from '../command-line.ts'

const way = { kind: 'ecdsa', hash: 'sha256', curve: 'prime256v1' } as const

describe('trust', () => {
  const cli = commandLine()
  after(() => cli.remove())

  it('imports certificates, lists them by country, and withdraws trust when it is confirmed', async () => {
    writeFileSync(cli.file('root.cer'), makeAuthority('CSCA Utopia', { way }).certificate)
    writeFileSync(cli.file('notes.txt'), 'renew')
    const imported = await cli.run('trust', 'import', cli.file('root.cer'), cli.file('notes.txt'))
    assert.equal(imported.status, 0, imported.stderr)
    assert.match(imported.stdout, /^1 added, 0 already present\nrefused: notes\.txt: /)

    const [item] = JSON.parse((await cli.run('trust', 'list', '--json')).stdout)
    assert.equal(item.country, 'UT')
    assert.equal(item.name, 'C=UT, O=Utopia, CN=CSCA Utopia')
    assert.match((await cli.run('trust', 'list')).stdout, /^UT {2}authority +until 2035-01-01 C=UT/)
    assert.match((await cli.run('doctor')).stdout, /1 authorities of 1 countries, none from a master list/)

    assert.equal((await cli.run('trust', 'remove', 'ff', '--yes')).status, 2)
    assert.notEqual((await cli.run('trust', 'remove', item.sha256)).status, 0)
    assert.equal((await cli.run('trust', 'remove', item.sha256, '--yes')).status, 0)
    assert.match((await cli.run('trust', 'list')).stdout, /nothing is trusted yet/)
  })

  it('keeps what wallets are trusted by apart', async () => {
    writeFileSync(cli.file('iaca.cer'), makeAuthority('Utopia IACA', { way }).certificate)
    assert.equal((await cli.run('trust', 'import', '--kind', 'wallet', cli.file('iaca.cer'))).status, 0)
    assert.match((await cli.run('trust', 'list')).stdout, /nothing is trusted yet/)
    assert.match((await cli.run('trust', 'list', '--kind', 'wallet')).stdout, /Utopia IACA/)
    assert.equal((await cli.run('trust', 'import', '--root', cli.file('iaca.cer'), cli.file('iaca.cer'))).status, 2)
  })

  it('ends with 1 when nothing could be used, and with 2 for a file that is not there', async () => {
    writeFileSync(cli.file('notes.txt'), 'renew')
    assert.equal((await cli.run('trust', 'import', cli.file('notes.txt'))).status, 1)
    assert.equal((await cli.run('trust', 'import', cli.file('nowhere.ml'))).status, 2)
    assert.equal((await cli.run('trust', 'import')).status, 2)
  })
})

describe('countries whose last authority ends soon', () => {
  it('are those with no later one', async () => {
    const at = (country: string, end: string) => ({ country, endsAt: new Date(end) })
    const authorities = [at('UT', '2026-07-01'), at('XX', '2026-07-01'), at('XX', '2030-01-01'), at('YY', '2020-01-01')]
    assert.deepEqual(endingSoon(authorities, new Date('2026-06-01')), ['UT'])
  })
})
