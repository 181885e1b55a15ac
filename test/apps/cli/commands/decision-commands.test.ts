import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { defaultPolicy } from '../../../../src/kernel/decision/change-policy.ts'
import { defaultPolicyRules } from '../../../../src/kernel/decision/policy.ts'
import { bundleEvidence } from '../../../../src/kernel/results/evidence-bundle.ts'
import { portsOf, store } from '../../../kernel/tenants/decided-sessions.ts'
import { TEST_TENANT } from '../../../support/databases.ts'
import { commandLine } from '../command-line.ts'

describe('the command line', () => {
  const { run: cli, stored, file, remove } = commandLine()

  before(async () => {
    await stored(async (storage) => {
      await storage.tenants.create(TEST_TENANT)
      const ports = portsOf(storage)
      const { id } = await store(ports)
      const bundle = await bundleEvidence(ports, { tenant: 'acme', mode: 'test', actor: 'credential:test' }, id)
      assert.ok(bundle.ok)
      writeFileSync(file('evidence.zip'), bundle.value)
    })

    const { faceVerification } = defaultPolicyRules().factors
    const factors = { ...defaultPolicyRules().factors, faceVerification: { ...faceVerification, high: 99 } }
    writeFileSync(file('strict.json'), JSON.stringify({ ...defaultPolicyRules(), name: 'strict', factors }))
    writeFileSync(file('broken.json'), JSON.stringify({ ...defaultPolicyRules(), colour: 'red' }))
  })
  after(remove)

  it('reads a policy as it was printed, with its checksum or without', async () => {
    for (const words of [['default'], ['show', '--tenant', 'acme'], ['show', '--tenant', 'acme', '--json']]) {
      const printed = await cli('policy', ...words)
      assert.equal(printed.status, 0, printed.stderr)
      writeFileSync(file('printed.json'), printed.stdout)
      const { status, stdout, stderr } = await cli('policy', 'check', file('printed.json'))
      assert.equal(status, 0, stderr)
      assert.match(stdout, new RegExp(defaultPolicy().sha256))
    }
  })

  it('says what is wrong with a policy', async () => {
    const { status, stderr } = await cli('policy', 'check', file('broken.json'))
    assert.equal(status, 2)
    assert.match(stderr, /unknown property "colour"/)
  })

  it('replays stored sessions under another policy, as a table and a picture', async () => {
    const { status, stdout } = await cli(
      'replay',
      '--test',
      '--policy',
      file('strict.json'),
      '--tenant',
      'acme',
      '--picture',
      file('change.svg'),
    )
    assert.equal(status, 0)
    assert.match(stdout, /1 of 1 sessions \(100\.0 %\) would be decided otherwise/)
    assert.match(stdout, /faceVerification +1/)
    assert.match(readFileSync(file('change.svg'), 'utf8'), /^<svg .*strict \d.*<\/svg>$/s)
  })

  it('verifies evidence against the key that it prints itself, and fails when a byte was changed', async () => {
    writeFileSync(file('key.pem'), (await cli('verify-evidence', '--print-key')).stdout)
    const good = await cli('verify-evidence', file('evidence.zip'), '--key', file('key.pem'))
    assert.equal(good.status, 0)
    assert.match(good.stdout, /^VALID\n/)
    const stranger = await cli('verify-evidence', file('evidence.zip'))
    assert.equal(stranger.status, 3)
    assert.match(stranger.stdout, /^WHOLE, BUT SIGNED BY A STRANGER\n/)
    assert.match(good.stdout, /the key given/)
    assert.match(good.stdout, /decision {6}approve/)

    const bytes = readFileSync(file('evidence.zip'))
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1
    writeFileSync(file('changed.zip'), bytes)
    const bad = await cli('verify-evidence', file('changed.zip'), '--key', file('key.pem'))
    assert.equal(bad.status, 1)
    assert.match(bad.stdout, /^NOT VALID\n/)
  })
})
