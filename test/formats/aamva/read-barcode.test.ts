import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAamva } from '../../../packages/specimen/src/draw/format-aamva.ts'
import { formatMrz } from '../../../packages/specimen/src/draw/format-mrz.ts'
import { readBarcode } from '../../../src/formats/aamva/read-barcode.ts'

const TODAY = '2026-11-15'

describe('reading a barcode', () => {
  it('gives the fields of a licence in the words of the specification', () => {
    const text = formatAamva({
      jurisdiction: 'ON',
      version: 9,
      kind: 'DL',
      documentNumber: 'S0000-00000-00001',
      surname: 'SPECIMEN',
      givenName: 'TESSA',
      dateOfBirth: '1990-02-28',
      dateOfExpiry: '2031-02-28',
      sex: 'F',
    })
    const reading = readBarcode('PDF417', text, TODAY)
    assert.deepEqual(reading.fields, {
      document_code: 'DL',
      document_number: 'S0000-00000-00001',
      primary_identifier: 'SPECIMEN',
      secondary_identifier: 'TESSA',
      date_of_birth: '1990-02-28',
      sex: 'F',
    })
    assert.equal(reading.dateOfExpiry, '2031-02-28')
    assert.equal(reading.raw?.jurisdiction, 'Ontario')
  })

  it('reads the three tracks of a magnetic stripe', () => {
    const track3 = `%0A${'V0V0V0'.padEnd(11)}${' '.repeat(2)}${' '.repeat(10)}${' '.repeat(4)}F170 60BRNBRN`
    const text = `%BCVICTORIA^SPECIMEN,$TESSA FICTIONAL^1 MAIN ST$VICTORIA BC^?;6360280000001=310219900228=?_${track3}?`
    assert.deepEqual(readBarcode('PDF417', text, TODAY), {
      symbology: 'PDF417',
      fields: {
        document_code: 'DL',
        document_number: '0000001',
        primary_identifier: 'SPECIMEN',
        secondary_identifier: 'TESSA FICTIONAL',
        date_of_birth: '1990-02-28',
        sex: 'F',
      },
      dateOfBirth: '1990-02-28',
      raw: { IIN: '636028', jurisdiction: 'British Columbia' },
    })
  })

  it('reads an MRZ inside a barcode, on lines or in one run', () => {
    const lines = formatMrz({
      type: 'TD1',
      documentCode: 'I',
      issuer: 'UTO',
      nationality: 'UTO',
      documentNumber: 'D23145890',
      dateOfBirth: '1990-02-28',
      dateOfExpiry: '2031-02-28',
      sex: 'F',
      primaryIdentifier: 'SPECIMEN',
      secondaryIdentifier: 'TESSA',
    })
    for (const text of [lines.join('\r\n'), lines.join('')]) {
      assert.equal(readBarcode('QRCode', text, TODAY).fields.document_number, 'D23145890')
    }
  })

  it('claims nothing about contents it does not know', () => {
    assert.deepEqual(readBarcode('QRCode', 'https://example.org/card/1', TODAY), { symbology: 'QRCode', fields: {} })
  })
})
