import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asBuilt } from '../../../../src/engine/document/fields/as-built.ts'

describe('a number whose build the catalogue knows', () => {
  it('has letters where letters are and digits where digits are', () => {
    assert.equal(asBuilt('J210303021', 'A99999999A'), 'J21030302I')
    assert.equal(asBuilt('J2103O302I', 'A99999999A'), 'J21030302I')
    assert.equal(asBuilt('1O0B', 'AX99'), 'IO08')
  })

  it('stays as it was read when it is built otherwise all the same', () => {
    assert.equal(asBuilt('J2103030', 'A99999999A'), 'J2103030')
    assert.equal(asBuilt('J21030X021', 'A99999999A'), 'J21030X021')
  })
})
