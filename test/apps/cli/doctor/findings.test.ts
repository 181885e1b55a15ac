import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  judgeKeyFile,
  judgeMemory,
  judgeRefused,
  judgeSpace,
  judgeVersions,
} from '../../../../src/apps/cli/doctor/machine.ts'
import { judgeSettings } from '../../../../src/apps/cli/doctor/settings.ts'
import { judgeDatabase } from '../../../../src/apps/cli/doctor/stored.ts'
import { judgeWallet } from '../../../../src/features/wallet/wallet-certificate.ts'
import { readConfig } from '../../../../src/kernel/config.ts'
import { formatFinding, unsafe } from '../../../../src/kernel/operations/finding.ts'
import { makeOperator } from '../../../support/wallet/software-wallet.ts'

const safe = {
  BASE_URL: 'https://id.example',
  TRUST_PROXY: '10.0.0.2',
  DEMO: 'false',
  DATABASE_URL: 'postgres://limen@db.example/limen?sslmode=verify-full',
}

describe('what is unsafe among the settings', () => {
  const judged = (changes: Record<string, string>, user = 1000) =>
    judgeSettings(readConfig({ ...safe, ...changes }), user).map(({ text, verdict }) => `${verdict}: ${text}`)

  it('is nothing where everything is as it should be', () => {
    assert.deepEqual(judged({}), ['good: nothing that is known to be unsafe'])
  })

  for (const [name, changes, text] of [
    ['an address without TLS', { BASE_URL: 'http://id.example' }, /BASE_URL is not https/],
    ['the demo', { DEMO: 'true' }, /demo is on/],
    ['no balancer that is trusted', { TRUST_PROXY: '' }, /TRUST_PROXY is empty/],
    ['no limit of requests', { RATE_LIMIT: '0' }, /RATE_LIMIT is off/],
    ['addresses of pictures within', { PICTURE_HOSTS: 'files.internal' }, /files\.internal/],
    ['webhooks without TLS', { ALLOWED_HOSTS: '10.0.0.9' }, /10\.0\.0\.9/],
    ['a key that was to go', { PREVIOUS_MASTER_KEY: '07'.repeat(32) }, /PREVIOUS_MASTER_KEY/],
    [
      'an open way to the database',
      { DATABASE_URL: 'postgres://limen@db.example/limen' },
      /PostgreSQL may be unencrypted/,
    ],
  ] as const)
    it(`is ${name}`, () => {
      const found = judged(changes)
      assert.equal(found.length, 1, found.join('\n'))
      assert.match(found[0] ?? '', text)
      assert.match(found[0] ?? '', /^unsafe/)
    })

  it('is root', () => assert.match(judged({}, 0).join(), /runs as root/))

  it('never shows a password', () => {
    const found = judged({ DATABASE_URL: 'postgres://limen:hunter2@db.example/limen' })
    assert.doesNotMatch(found.join(), /hunter2/)
  })
})

describe('what is said of the database', () => {
  const found = { kind: 'postgres', server: '18.1', schema: 19, known: 19 } as const
  const words = (changes: object) => judgeDatabase({ ...found, ...changes }).map(({ verdict }) => verdict)

  it('is what would happen if this version started on it', () => {
    assert.deepEqual(words({}), ['good', 'good'])
    assert.deepEqual(words({ schema: 0 }), ['good', 'good'])
    assert.deepEqual(words({ schema: 7 }), ['good', 'unsafe'])
    assert.deepEqual(words({ schema: 20 }), ['good', 'bad'])
  })

  it('names a server that is out of support', () => assert.deepEqual(words({ server: '13.4' }), ['unsafe', 'good']))
})

describe('what is said of the machine', () => {
  it('is whether Node is new enough', () => {
    assert.deepEqual(
      judgeVersions('24.7.0').map(({ verdict }) => verdict),
      ['good', 'good'],
    )
    assert.deepEqual(
      judgeVersions('22.20.0').map(({ verdict }) => verdict),
      ['good', 'bad'],
    )
  })

  it('is whether the workers have memory', () => {
    assert.equal(judgeMemory(2, 4e9).verdict, 'good')
    assert.match(judgeMemory(1, 4e9).text, /for 1 worker$/)
    assert.match(judgeMemory(8, 4e9).advice ?? '', /ENGINE_WORKERS=4/)
  })

  it('is whether there is room, and who can read the key', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
    t.after(() => rm(dataDir, { recursive: true }))
    const places = [join(dataDir, 'not', 'there', 'yet')]
    assert.equal((await judgeSpace({ minFreeMegabytes: 0 }, places))[0]?.verdict, 'good')
    assert.equal((await judgeSpace({ minFreeMegabytes: 1e9 }, places))[0]?.verdict, 'bad')

    assert.deepEqual(await judgeKeyFile({ dataDir, masterKey: undefined }), [])
    await writeFile(join(dataDir, 'master.key'), 'key')
    await chmod(join(dataDir, 'master.key'), 0o644)
    assert.match((await judgeKeyFile({ dataDir, masterKey: undefined }))[0]?.advice ?? '', /chmod 600/)
    await chmod(join(dataDir, 'master.key'), 0o600)
    assert.equal((await judgeKeyFile({ dataDir, masterKey: undefined }))[0]?.verdict, 'good')
  })
})

describe('what is said of an address for webhooks', () => {
  it('is that nothing is sent to one that is refused, and the setting that allows it', () => {
    const { verdict, text, advice } = judgeRefused('webhook acme', 'http://localhost:3000/hook', 'Only https.')
    assert.equal(verdict, 'unsafe')
    assert.match(text, /no webhook is sent to localhost:3000/)
    assert.match(advice ?? '', /ALLOWED_HOSTS=localhost:3000/)
  })
})

describe('a finding', () => {
  it('says what to do below what was found', () => {
    assert.equal(
      formatFinding(unsafe('memory', 'little', 'buy some')),
      '! memory           little\n                   → buy some',
    )
  })
})

describe('the certificate that wallets know the operator by', () => {
  const verdictAt = async (walletCertificate: string | undefined, at: Date) =>
    (await judgeWallet({ walletCertificate }, at)).map(({ verdict, text }) => `${verdict}: ${text}`)

  it('is good, about to end, ended, or no certificate; without one nothing is said', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'limen-doctor-'))
    const file = join(folder, 'operator.pem')
    const { certificates } = makeOperator()
    await writeFile(file, certificates)
    const end = new Date(new X509Certificate(certificates).validTo)
    const before = (days: number) => new Date(end.getTime() - days * 86_400_000)
    assert.match((await verdictAt(file, before(60)))[0] ?? '', /^good: the certificate is valid until/)
    assert.match((await verdictAt(file, before(10)))[0] ?? '', /^unsafe: the certificate expires on .*, in 10 days/)
    assert.match((await verdictAt(file, before(-1)))[0] ?? '', /^bad: the certificate expired on/)
    await writeFile(file, 'nothing')
    assert.match((await verdictAt(file, end))[0] ?? '', /^bad: WALLET_CERTIFICATE cannot be read/)
    assert.deepEqual(await verdictAt(undefined, end), [])
    await rm(folder, { recursive: true })
  })
})
