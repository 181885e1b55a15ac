import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holderName } from '../../../src/kernel/evidence/stated-claims.ts'
import { field, mrz, passportPage } from '../decision/genuine.ts'

describe('the name that a case goes by', () => {
  const named = (...visual: ReturnType<typeof field>[]) => ({ pages: [passportPage({ visual })] })

  it('is what the document prints, given name first', () => {
    assert.equal(holderName({ document: named(field('surname', 'DOE'), field('given_name', 'JO')) }), 'JO DOE')
    assert.equal(holderName({ document: named(field('surname_and_given_names', 'DOE JO')) }), 'DOE JO')
  })

  it('comes from the MRZ where nothing printed was read, and is absent where nothing was', () => {
    const { primary_identifier: surname, secondary_identifier: given } = mrz().fields
    assert.equal(holderName({ document: named() }), `${given} ${surname}`)
    assert.equal(holderName({}), undefined)
  })
})
