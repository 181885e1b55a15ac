import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const { groupFiles } = (await import(new URL('../../tools/group-tests.mjs', import.meta.url).href)) as {
  groupFiles(files: string[]): { name: string; files: string[] }[]
}
const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/')

describe('the groups in which tests run', () => {
  const files = globSync('test/**/*.test.ts', { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
  const groups = groupFiles(files)

  it('hold every file once, and only files of one folder below test', () => {
    assert.deepEqual(groups.flatMap((group) => group.files).sort(), files.toSorted())
    for (const { name, files } of groups) assert.equal(new Set(files.map(folderOf)).size, 1, name)
  })

  it('begin with the browser tests and the release, and have names of their own', () => {
    const [first, next] = [...new Set(groups.map(({ name }) => name.split(' ')[0]))]
    assert.deepEqual([first, next], ['test/e2e', 'test/tools'])
    assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length)
  })
})
