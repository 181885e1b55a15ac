import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMrz } from '../../../../packages/specimen/src/draw/format-mrz.ts'

// The specimens of ICAO 9303 parts 4, 5, 6 and 7.
describe('formatting an MRZ', () => {
  const anna = {
    issuer: 'UTO',
    nationality: 'UTO',
    sex: 'F',
    dateOfBirth: '1974-08-12',
    dateOfExpiry: '2012-04-15',
    primaryIdentifier: 'Eriksson',
    secondaryIdentifier: 'Anna Maria',
  } as const

  it('gives the TD3 specimen of the standard', () => {
    assert.deepEqual(
      formatMrz({ ...anna, type: 'TD3', documentCode: 'P', documentNumber: 'L898902C3', optionalData: 'ZE184226B' }),
      ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    )
  })

  it('gives the TD2 specimen of the standard', () => {
    assert.deepEqual(formatMrz({ ...anna, type: 'TD2', documentCode: 'I', documentNumber: 'D23145890' }), [
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'D231458907UTO7408122F1204159<<<<<<<6',
    ])
  })

  it('gives the TD1 specimen of the standard', () => {
    assert.deepEqual(formatMrz({ ...anna, type: 'TD1', documentCode: 'I', documentNumber: 'D23145890' }), [
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ])
  })

  it('carries a long document number on into the optional data', () => {
    const [first] = formatMrz({ ...anna, type: 'TD1', documentCode: 'I', documentNumber: 'D23145890734' })
    assert.equal(first, 'I<UTOD23145890<7349<<<<<<<<<<<')
  })

  it('keeps at least one letter of the given names when the surname is too long', () => {
    const [, , names] = formatMrz({
      ...anna,
      type: 'TD1',
      documentCode: 'I',
      documentNumber: '1',
      primaryIdentifier: 'Nilavadhanananda Chayapa Dejthamrong',
      secondaryIdentifier: 'Arnpol',
    })
    assert.equal(names, 'NILAVADHANANANDA<CHAYAPA<DE<<A')
  })

  it('refuses a value that does not fit and must not be cut', () => {
    assert.throws(() => formatMrz({ ...anna, type: 'TD3', documentCode: 'P', documentNumber: 'L898902C3X' }))
  })
})
