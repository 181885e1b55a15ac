import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addMembers, EMPTY_SET, removeMembers } from '../../../src/platform/keys/set-hash.ts'

describe('the hash of a set', () => {
  it('depends on its members, and not on how they came', () => {
    const all = addMembers(EMPTY_SET, ['a', 'b', 'c'])
    assert.equal(addMembers(addMembers(EMPTY_SET, ['c']), ['b', 'a']), all)
    assert.equal(removeMembers(addMembers(all, ['d']), ['d']), all)
    assert.equal(removeMembers(all, ['c', 'a', 'b']), EMPTY_SET)
  })

  it('is another one if a member is missing, changed or there twice', () => {
    const hashes = [[], ['a'], ['b'], ['a', 'b'], ['ab'], ['a', 'a'], ['a', 'a', 'b']].map((members) =>
      addMembers(EMPTY_SET, members),
    )
    assert.equal(new Set(hashes).size, hashes.length)
  })

  it('follows only a hash that is one', () => {
    assert.throws(() => addMembers('', ['a']), /not the hash of a set/)
  })
})
