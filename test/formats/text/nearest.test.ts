import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nearestName } from '../../../src/formats/text/nearest.ts'

describe('the nearest name', () => {
  const names = ['tenant', 'live', 'label', 'rights', 'returnUrl']

  it('is found for a letter left out, added, replaced or swapped, in any case', () => {
    for (const [misspelt, meant] of [
      ['liv', 'live'],
      ['tennant', 'tenant'],
      ['lable', 'label'],
      ['returnURL', 'returnUrl'],
      ['return_url', 'returnUrl'],
    ] as const)
      assert.equal(nearestName(misspelt, names), meant, misspelt)
  })

  it('is found for the beginning of a name', () => {
    assert.equal(nearestName('ret', names), 'returnUrl')
  })

  it('is not invented', () => {
    for (const other of ['', 'x', 'colour', 'publish']) assert.equal(nearestName(other, names), undefined, other)
  })
})
