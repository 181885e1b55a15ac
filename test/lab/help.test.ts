import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../lab/lab.ts', import.meta.url))
const lab = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], { encoding: 'utf8' })

describe('help of the laboratory', () => {
  it('is printed, and nothing is done', () => {
    const docs = lab('docs', '--help')
    assert.deepEqual([docs.status, docs.stdout], [0, 'docs: write the tables of the documentation\n'])
    const versus = lab('bench', 'versus', '-h')
    assert.equal(versus.status, 0)
    assert.match(versus.stdout, /^npm run bench -- versus --with=TREE .*\n.*compares this tree with earlier clones/)
  })

  it('is one sentence for a flag that there is not', () => {
    const { status, stderr } = lab('evaluate', '--dta', 'x')
    assert.equal(status, 2)
    assert.match(stderr, /^Unknown option '--dta'/)
    assert.doesNotMatch(stderr, /\n {4}at /)
  })
})
