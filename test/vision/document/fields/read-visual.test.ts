import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { VisualField } from '../../../../src/formats/visual-field.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { isWhole } from '../../../../src/vision/document/fields/read-visual.ts'

const { models } = openCatalogue()
const fields = (...names: VisualFieldName[]): VisualField[] =>
  names.map((name) => ({ name, value: 'X', confidence: 90, pageSide: 'FRONT' }))
const ESSENTIAL = ['surname', 'given_name', 'document_number', 'date_of_birth', 'date_of_expiry', 'sex'] as const

describe('the smallest print of a page', () => {
  const card = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const

  it('is left unread when the front names its holder, number and dates without it', () => {
    assert.equal(isWhole(card, fields(...ESSENTIAL, 'nationality')), true)
    assert.equal(isWhole(card, fields(...ESSENTIAL.slice(1), 'nationality')), false)
  })

  it('is read of a passport also for what ICAO 9303 asks of it', () => {
    const passport = { ...card, type: 'PASSPORT', twoSided: false } as const
    assert.equal(isWhole(passport, fields(...ESSENTIAL)), false)
    assert.equal(
      isWhole(passport, fields(...ESSENTIAL, 'nationality', 'date_of_issue', 'place_of_birth', 'authority')),
      true,
    )
  })

  it('is not read of a back, and where the catalogue has places only for those', () => {
    assert.equal(isWhole({ ...card, side: 'BACK' }, []), true)
    const model = models.find(({ id }) => id === 'ALB-IDENTITY_CARD')
    assert.ok(model)
    const placed = Object.keys(model.front?.fields ?? {}) as VisualFieldName[]
    assert.equal(isWhole({ ...card, country: 'ALB', model }, fields(...placed)), true)
  })
})
