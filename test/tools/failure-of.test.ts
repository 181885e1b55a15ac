import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const { failingFiles, failureOf } = (await import(new URL('../../tools/failure-of.mjs', import.meta.url).href)) as {
  failingFiles(failure: string, files: string[]): string[]
  failureOf(output: string): string
}

describe('the failures at the end of npm test', () => {
  it("are the runner's closing list", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'limen-failing-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'one.test.mjs')
    const body = `it('holds', () => {})\nit('breaks', () => { throw new Error('the reason') })\n`
    await writeFile(file, `import { it } from 'node:test'\n${body}`)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--test', '--test-isolation=none', '--test-reporter=spec', file]
    const output = spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout
    assert.match(output, /holds/)
    const failure = failureOf(output)
    assert.match(failure, /breaks.*the reason/s)
    assert.doesNotMatch(failure, /holds/)
  })

  it('are the last lines where there is no list', () => {
    const output = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
    assert.equal(failureOf(output).split('\n')[0], 'line 60')
    assert.match(failureOf(output), /line 99$/)
  })

  it('name the files to run again', () => {
    const files = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts']
    const failure = 'test at test/b.test.ts:3:1\n✖ one\n\ntest at test/b.test.ts:9:1\n✖ other'
    assert.deepEqual(failingFiles(failure, files), ['test/b.test.ts'])
    assert.deepEqual(failingFiles(`${failure}\ntest at test/support/x.ts:1:1\n✖ third`, files), files)
    assert.deepEqual(failingFiles('Segmentation fault', files), files)
  })
})
