import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { run } from '../../../lab/specimen/command.ts'
import { UsageError } from '../../../src/cli/support/usage.ts'

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
