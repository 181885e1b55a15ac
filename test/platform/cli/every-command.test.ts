import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { commandTable } from '../../../src/apps/cli/command-table.ts'
import { optionsOf } from '../../../src/platform/cli/parse-call.ts'
import { played } from '../../apps/cli/command-line.ts'
import { listLeaves } from '../../apps/cli/leaves.ts'

const leaves = await listLeaves(commandTable)

/** What is played without arguments elsewhere: it takes long, or writes into the checkout. */
const PLAYED_ELSEWHERE = new Set(['doctor', 'openapi'])

describe('every command', () => {
  let folder: string
  const { DATA_DIR } = process.env
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-commands-'))
    process.env.DATA_DIR = join(folder, 'data')
  })
  after(async () => {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR
    else process.env.DATA_DIR = DATA_DIR
    await rm(folder, { recursive: true, force: true })
  })

  for (const [name, leaf] of leaves) {
    const words = name.split(' ')

    it(`${name}: --help says what it takes, in either form, and does nothing`, async () => {
      for (const asked of [
        [...words, '--help'],
        [...words, 'x', '--no-such', '--help'],
        ['help', ...words],
      ]) {
        // `backup x --help`: the word may be a verb or an argument; both have help.
        const { status, stdout, stderr } = await played(asked)
        assert.deepEqual([status, stderr], [0, ''], asked.join(' '))
        assert.ok(stdout.includes(name), asked.join(' '))
        if (asked[0] !== 'help') continue
        for (const option of Object.keys(optionsOf(leaf)))
          assert.ok(stdout.includes(`--${option}`) || stdout.includes('VERB'), `${name}: --${option} is not explained`)
      }
      assert.equal(existsSync(join(folder, 'data')), false)
    })

    it(`${name}: a wrong flag is one sentence and exit 2`, async () => {
      for (const flag of ['--no-such-flag', '--hepl', '-x']) {
        const { status, stdout, stderr } = await played([...words, flag])
        assert.deepEqual([status, stdout], [2, ''], flag)
        assert.ok(stderr.includes(flag), stderr)
        assert.equal(stderr.split('\n').length, 1, stderr)
      }
      assert.equal(existsSync(join(folder, 'data')), false)
    })

    it(`${name}: a word too many is one sentence and exit 2`, async (t) => {
      const declared = Object.entries(leaf.arguments ?? {})
      if (declared.some(([, { many }]) => many)) return t.skip('it takes any number')
      const options = Object.entries(leaf.options ?? {}).flatMap(([key, { required, choices, type }]) =>
        required ? [`--${key}`, choices?.[0] ?? (type === 'integer' ? '1' : 'x')] : [],
      )
      const { status, stderr } = await played([...words, ...declared.map(() => 'x'), 'surplus', ...options])
      assert.equal(status, 2, stderr)
      assert.match(stderr, /^[^\n]*surplus[^\n]*$/)
      assert.equal(existsSync(join(folder, 'data')), false)
    })
  }

  // Last, since some of them make the data folder.
  for (const [name, leaf] of leaves.filter(([name, { staysUp }]) => !staysUp && !PLAYED_ELSEWHERE.has(name)))
    it(`${name}: without arguments it works, or says in one sentence what is missing`, async () => {
      const { status, stderr } = await played(name.split(' '))
      const needs =
        leaf.destroys === true ||
        Object.values(leaf.arguments ?? {}).some(({ optional }) => !optional) ||
        Object.values(leaf.options ?? {}).some(({ required }) => required)
      if (needs) assert.equal(status, 2)
      assert.ok(status === 0 || status === 2, String(status))
      if (status === 2) assert.match(stderr, /^[^\n]+$/)
    })
})
