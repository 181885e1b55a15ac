import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeOfMrzField } from '../../../src/formats/mrz/formats.ts'
import { mrz } from '../../kernel/decision/genuine.ts'

const place = { x: 0.05, y: 0.8, width: 0.88, height: 0.16 }

describe('the place of a field in the MRZ', () => {
  it('is its cells in its line', () => {
    const number = placeOfMrzField({ ...mrz(), place }, 'document_number')
    assert.ok(number)
    const expected = { x: 0.05, y: 0.88, width: (9 / 44) * 0.88, height: 0.08 }
    for (const side of ['x', 'y', 'width', 'height'] as const)
      assert.ok(Math.abs(number[side] - expected[side]) < 1e-9, side)
  })

  it('is the whole run of names for both of them', () => {
    const names = placeOfMrzField({ ...mrz(), place }, 'primary_identifier')
    assert.deepEqual(names, placeOfMrzField({ ...mrz(), place }, 'secondary_identifier'))
    assert.equal(names?.y, 0.8)
  })

  it('is unknown where the lines were not located, or the format has no such field', () => {
    assert.equal(placeOfMrzField(mrz(), 'document_number'), undefined)
    assert.equal(placeOfMrzField({ ...mrz(), place, fields: {} }, 'document_number'), undefined)
    assert.equal(placeOfMrzField({ ...mrz(), place }, 'full_string'), undefined)
  })
})
