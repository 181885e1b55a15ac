import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Classification } from '../../../src/vision/document/kind/classify.ts'
import type { DocumentModel } from '../../../src/vision/taught/model.ts'
import { agrees, type Recognised } from '../../../src/vision/taught/recognise.ts'

const model = { country: 'UTO', type: 'PASSPORT', side: 'FRONT' } as DocumentModel
const found = (share: number, isSure: boolean) => ({ model, share, isSure }) as Recognised
const kind = (country: string): Classification => ({ country, type: 'PASSPORT', side: 'FRONT', twoSided: false })

describe('a page that looks like a taught document', () => {
  it('is taken for it where nothing was read that says otherwise', () => {
    assert.equal(agrees(found(0.4, true), { kind: undefined, isStated: false }), true)
    assert.equal(agrees(found(0.4, true), { kind: kind('XYZ'), isStated: false }), false)
    assert.equal(agrees(found(0.6, true), { kind: kind('XYZ'), isStated: false }), true)
    assert.equal(agrees(found(0.6, true), { kind: kind('XYZ'), isStated: true }), false)
  })

  it('and only a little like it, is taken for it where the page itself says the same', () => {
    assert.equal(agrees(found(0.25, false), { kind: undefined, isStated: false }), false)
    assert.equal(agrees(found(0.25, false), { kind: kind('XYZ'), isStated: false }), false)
    assert.equal(agrees(found(0.25, false), { kind: { ...kind('UTO'), side: 'BACK' }, isStated: false }), false)
    assert.equal(agrees(found(0.25, false), { kind: kind('UTO'), isStated: false }), true)
  })
})
