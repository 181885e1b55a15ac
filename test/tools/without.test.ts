import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonToSkip } from '../support/postgres.ts'

describe('a part that is missing', () => {
  it('fails its tests', () => {
    assert.throws(() => reasonToSkip('postgres', 'no binaries', ''), /no binaries; --without=postgres/)
    assert.throws(() => reasonToSkip('postgres', 'no binaries', 'chromium'))
  })

  it('leaves them out where it is named', () => {
    assert.equal(reasonToSkip('postgres', 'no binaries', 'chromium,postgres'), 'no binaries')
  })

  it('is no reason where it is there', () => {
    assert.equal(reasonToSkip('postgres', undefined, ''), undefined)
    assert.equal(reasonToSkip('postgres', undefined, 'postgres'), undefined)
  })
})
