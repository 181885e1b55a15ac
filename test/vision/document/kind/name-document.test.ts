import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameDocument } from '../../../../src/vision/document/kind/name-document.ts'

const licence = { country: 'USA', region: 'California', type: 'DRIVER_LICENSE', side: 'BACK', twoSided: true } as const

describe('the name of a licence', () => {
  it('has the year of the revision that its barcode states', () => {
    assert.deepEqual(nameDocument(licence, [], '08292017'), {
      documentName: 'United States - California - Driver License (2017)',
      releaseYear: '2017',
    })
    assert.equal(nameDocument({ ...licence, country: 'CAN' }, [], '20171204').releaseYear, '2017')
  })

  it('has none where the barcode states no day', () => {
    assert.equal(nameDocument(licence, [], 'NONE').releaseYear, undefined)
    assert.equal(nameDocument(licence, []).releaseYear, undefined)
  })
})
