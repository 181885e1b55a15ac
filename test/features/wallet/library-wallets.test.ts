import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MODULES } from '../../conform/wallets/modules.ts'
import { run } from '../../conform/wallets/suite.ts'

describe('wallets made of other people’s libraries', () => {
  it('are accepted, and refused where they do something wrong, in every module of the plan for verifiers', async () => {
    const { misses, parts, notes = [] } = await run()
    assert.deepEqual(misses, [])
    const all = parts.find(({ name }) => name === 'all')
    assert.equal(all?.agree, all?.n)
    for (const { name } of MODULES)
      assert.ok(
        notes.some((line) => line.startsWith(`| ${name} |`)),
        name,
      )
  })
})
