import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asBuilt, asIssued } from '../../../../src/engine/document/fields/choose.ts'

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

describe('a number that its issuer builds otherwise', () => {
  const fits = (number: string) => /^[A-Z]{3}\d{6}$/.test(number)

  it('has one sign that looks like another', () => {
    assert.equal(asIssued('AJ0445792', fits), 'AJO445792')
    assert.equal(asIssued('AJO44579Z', fits), 'AJO445792')
  })

  it('stays as it is where it fits, where nothing is known, or where two signs differ', () => {
    for (const number of ['AJO445792', 'A00445792', '123456789']) assert.equal(asIssued(number, fits), number)
    assert.equal(
      asIssued('AJ0445792', () => undefined),
      'AJ0445792',
    )
  })
})
