import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutType } from '../../../../../lab/evaluate/sets/documents/without-type.ts'
import { openCatalogue } from '../../../../../src/vision/catalogue/catalogue.ts'

describe('the catalogue without a type', () => {
  const whole = openCatalogue()
  const without = withoutType(whole, 'ALB')
  const cardOf = ({ models }: typeof whole) => models.find(({ id }) => id === 'ALB-IDENTITY_CARD')

  it('knows neither where its documents print what nor the labels of its language', () => {
    assert.ok(cardOf(whole)?.front?.fields)
    assert.equal(cardOf(without)?.front, undefined)
    assert.ok(whole.labels.sq)
    assert.equal(without.labels.sq, undefined)
    assert.ok(without.labels.en)
  })

  it('still knows how its country is called, and every other document', () => {
    assert.deepEqual(cardOf(without)?.names, cardOf(whole)?.names)
    const others = ({ models }: typeof whole) => models.filter(({ country }) => country !== 'ALB')
    assert.deepEqual(others(without), others(whole))
  })
})
