import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAamva } from '../../../../packages/specimen/src/draw/format-aamva.ts'

describe('formatting an AAMVA barcode', () => {
  const text = formatAamva({
    jurisdiction: 'CA',
    version: 9,
    kind: 'DL',
    documentNumber: 'X0000001',
    surname: 'SPECIMEN',
    givenName: 'TESSA',
    dateOfBirth: '1990-02-28',
    dateOfExpiry: '2031-02-28',
    sex: 'F',
  })

  it('designates the subfile by its true offset and length', () => {
    const [, offset = '', length = ''] = text.match(/ANSI 636014090001DL(\d{4})(\d{4})/) ?? []
    assert.ok(text.slice(Number(offset)).startsWith('DLDCAC\n'))
    assert.equal(text.length, Number(offset) + Number(length))
  })

  it('writes dates month first in the United States', () => {
    assert.match(text, /\nDBB02281990\n/)
  })

  it('writes dates year first in Canada', () => {
    const ontario = formatAamva({
      jurisdiction: 'ON',
      version: 9,
      kind: 'DL',
      documentNumber: '1',
      surname: 'SPECIMEN',
      givenName: 'TESSA',
      dateOfBirth: '1990-02-28',
      sex: 'F',
    })
    assert.match(ontario, /\nDBB19900228\n/)
  })
})
