import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { ROOT } from '../../src/platform/resources.ts'

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the compiled kernels', () => {
  const lists = globSync('src/**/*.sha256', { cwd: ROOT })

  it('are those that tools/kernels.sh made of their sources', () => {
    assert.equal(lists.length, 4)
    for (const list of lists) {
      const lines = readFileSync(join(ROOT, list), 'utf8').trim().split('\n')
      for (const line of lines) {
        const [sum, name = ''] = line.split(/ +/)
        assert.equal(digest(join(ROOT, dirname(list), name)), sum, `${name}: run sh tools/kernels.sh`)
      }
    }
  })

  it('are all there is of WebAssembly in the sources', () => {
    const compiled = globSync('src/**/*.wasm', { cwd: ROOT })
    assert.deepEqual(compiled.sort(), lists.map((list) => list.replace(/sha256$/, 'wasm')).sort())
  })
})
