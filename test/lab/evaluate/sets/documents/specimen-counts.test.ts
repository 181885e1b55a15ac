import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Asked, countsOf, sum } from '../../../../../lab/evaluate/sets/documents/specimen-counts.ts'

const side = (more: Partial<Asked>): Asked => ({
  recognised: true,
  country: true,
  type: true,
  side: true,
  fields: [],
  essentialFields: [],
  ...more,
})

describe('what was read of photographed specimens', () => {
  it('counts a side as known when country, type and side are all right', () => {
    const { countryTypeAndSide } = countsOf([side({}), side({ type: false }), side({ side: false })])
    assert.deepEqual(countryTypeAndSide, { n: 3, right: 1 })
  })

  it('asks only for what a side has', () => {
    const { mrz, barcode } = countsOf([side({ mrz: false }), side({ mrz: true }), side({})])
    assert.deepEqual({ mrz, barcode }, { mrz: { n: 2, right: 1 }, barcode: { n: 0, right: 0 } })
  })

  it('counts every printed field, and the essential ones by themselves', () => {
    const { fields, essentialFields } = countsOf([
      side({ fields: [true, false, true], essentialFields: [true] }),
      side({ fields: [true] }),
    ])
    assert.deepEqual({ fields, essentialFields }, { fields: { n: 4, right: 3 }, essentialFields: { n: 1, right: 1 } })
  })

  it('adds up over the parts of a run', () => {
    const part = countsOf([side({ fields: [true, false] })])
    assert.deepEqual(sum(part, part).fields, { n: 4, right: 2 })
    assert.deepEqual(sum(part), part)
  })
})
