import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { ENGINE_ALLOCATOR } from '../../../src/vision/process/engine-flags.ts'

/** The C library that reads these settings. */
const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
const skip = header.glibcVersionRuntime ? false : 'there is no glibc here'

/** Gives back twenty large blocks that lie between small ones, and says by how many bytes the process has shrunk. */
const PROGRAM = `
const take = (bytes) => new Uint8Array(bytes).fill(1)
const giveBack = (block) => block.buffer.transfer(0)
giveBack(take(31_000_000)) // after which the library, left to itself, keeps blocks of this size
const large = []
const small = []
for (let i = 0; i < 20; i++) {
  large.push(take(10_000_000))
  small.push(take(60_000))
}
const held = process.memoryUsage.rss()
large.forEach(giveBack)
console.log(held - process.memoryUsage.rss(), small.length)
`

const shrunkBy = (env: Record<string, string>) =>
  Number.parseInt(execFileSync(process.execPath, ['-e', PROGRAM], { env, encoding: 'utf8' }), 10)

describe('the memory of a worker', { skip }, () => {
  it('goes back to the system with every large block, wherever it lies', () => {
    assert.ok(shrunkBy(ENGINE_ALLOCATOR) > 190_000_000)
    assert.ok(shrunkBy({ MALLOC_ARENA_MAX: '1' }) < 100_000_000, 'which it would not do by itself')
  })
})
