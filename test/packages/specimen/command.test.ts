import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { run } from '../../../packages/specimen/src/command.ts'
import { readChipFolder } from '../../../src/features/chip/commands/chip.ts'
import { verifyChip } from '../../../src/features/chip/verify/verify-chip.ts'
import { collectTrust } from '../../../src/formats/x509/collect-trust.ts'
import { readTrustFolder } from '../../../src/kernel/trust/trust-folder.ts'
import { UsageError } from '../../../src/platform/cli/usage.ts'

describe('the command that draws specimens', () => {
  let out: string

  before(async () => {
    out = await mkdtemp(join(tmpdir(), 'limen-specimen-'))
  })

  after(() => rm(out, { recursive: true }))

  it('writes each side, its photograph and the truth', async () => {
    await run(['--kind', 'td1', '--country', 'DEU', '--seed', '7', '--photographed', '--level', 'easy', '--out', out])
    assert.deepEqual((await readdir(out)).sort(), [
      'back-photo.jpg',
      'back.jpg',
      'front-photo.jpg',
      'front.jpg',
      'truth.json',
    ])
    const truth = JSON.parse(await readFile(join(out, 'truth.json'), 'utf8'))
    assert.equal(truth.country, 'DEU')
    assert.match(truth.mrz.lines[0], /^IDD<</)
    assert.equal(truth.photographs.front.quad.length, 4)
  })

  it('writes the chip of a document with its forgeries, for chip verify', async () => {
    const folder = join(out, 'chip-of-a-card')
    const kinds = ['ecdsa-brainpool-p256', 'altered-dg1', 'revoked-signer']
    await run(['--kind', 'td1', '--seed', '3', '--out', folder, ...kinds.flatMap((kind) => ['--chip-kind', kind])])
    const truth = JSON.parse(await readFile(join(folder, 'chip', 'truth.json'), 'utf8'))
    assert.deepEqual(
      truth.map(({ name, expect }: { name: string; expect: string }) => [name, expect]),
      [
        ['ecdsa-brainpool-p256', 'TRUSTED'],
        ['altered-dg1', 'ALTERED'],
        ['revoked-signer', 'UNKNOWN_ISSUER'],
      ],
    )
    for (const { name, expect, activeAuthentication, challenge } of truth) {
      const files = readChipFolder(join(folder, 'chip', name))
      const { store } = collectTrust(readTrustFolder(join(folder, 'chip', name, 'trust')))
      const checked = { trust: store, now: Date.now(), challenge: Buffer.from(challenge, 'hex') }
      const result = verifyChip(files, checked)
      assert.equal(result.verdict, expect, name)
      assert.equal(result.activeAuthentication, activeAuthentication, name)
      assert.deepEqual([result.portrait?.width, result.portrait?.height], [336, 448])
    }
    await assert.rejects(run(['--kind', 'us-licence', '--chip', '--out', folder]), UsageError)
  })

  it('says how it is called when it is called wrongly', async () => {
    for (const args of [
      [],
      ['--kind', 'td9'],
      ['--kind', 'td3', '--seed', 'x'],
      ['--kind', 'td3', '--fault', 'y'],
      ['--what'],
    ]) {
      await assert.rejects(run(args), UsageError)
    }
  })
})
