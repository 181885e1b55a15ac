import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import type { PageRoles } from '../../../../src/vision/document/fields/roles/say-roles.ts'
import { kindByRoles, withTypeByRoles } from '../../../../src/vision/document/kind/by-roles.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }

/** Lines with the role that the net is sure of. */
const pageOf = (type: string, ...said: [text: string, role: string][]) => {
  const lines: TextLine[] = said.map(([text], i) => ({
    text,
    confidence: 0.98,
    probabilities: [],
    box: { x: 400, y: 300 + 60 * i, width: 300, height: 34 },
  }))
  const roles: PageRoles = {
    rolesOf: (at) => new Map([[said[at]?.[1] ?? 'text', 0.99]]),
    kinds: new Map([[type, 0.99]]),
    back: 0,
  }
  return kindByRoles(catalogue, { lines, size, portrait: true }, roles)
}

const PERSON: [string, string][] = [
  ['NOBODY', 'surname'],
  ['ZINNIA', 'given_name'],
  ['09.03.1967', 'date_of_birth'],
]

describe('a page whose title could not be read', () => {
  it('is known by the code of its state and what the net takes it for', () => {
    const kind = pageOf('PASSPORT', ...PERSON, ['EST', 'issuing_state_code'])
    assert.equal(`${kind?.country} ${kind?.type} ${kind?.side}`, 'EST PASSPORT FRONT')
  })

  it("is known by a licence's distinguishing sign, wherever it stands", () => {
    const countryOn = (...sign: [string, string]) => pageOf('DRIVER_LICENSE', ...PERSON, sign)?.country
    assert.equal(countryOn(';HR', 'issuer'), 'HRV')
    assert.equal(countryOn(':HR,', 'text'), 'HRV')
    assert.equal(countryOn('AM', 'document_class_code'), undefined)
    assert.equal(countryOn('HR 12', 'text'), undefined)
  })

  it('is not known by the nationality of its holder alone: cards are issued to foreigners too', () => {
    assert.equal(pageOf('IDENTITY_CARD', ...PERSON, ['FRA', 'nationality']), undefined)
  })

  it('is an identity document of an unknown issuer where portrait, name, birth and number leave no doubt', () => {
    const kind = pageOf('IDENTITY_CARD', ...PERSON, ['0000AB17', 'document_number'])
    assert.deepEqual(kind, { type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true })
  })

  it('is nothing that we know where a name and a date stand on it without a number, as on a ticket', () => {
    assert.equal(pageOf('IDENTITY_CARD', ...PERSON), undefined)
  })

  it('is not known where the net sees no document, or hardly a value', () => {
    assert.equal(pageOf('NONE', ...PERSON, ['EST', 'issuing_state_code']), undefined)
    assert.equal(pageOf('PASSPORT', ['EST', 'issuing_state_code']), undefined)
  })
})

describe('the type of a document whose title was hardly read', () => {
  const roles = (type: string, sure: number): PageRoles => ({
    rolesOf: () => new Map(),
    kinds: new Map([[type, sure]]),
    back: 0,
  })
  const passport = { country: 'URY', type: 'PASSPORT', side: 'FRONT', twoSided: false, isTypeOpen: true } as const
  const typeOf = (said: PageRoles) => withTypeByRoles(catalogue, passport, said).type

  it('is what the net is sure of, where the country has such a document', () => {
    const kind = withTypeByRoles(catalogue, passport, roles('IDENTITY_CARD', 0.98))
    assert.equal(
      `${kind.country} ${kind.type} ${kind.twoSided} ${kind.model?.id}`,
      'URY IDENTITY_CARD true URY-IDENTITY_CARD',
    )
  })

  it('stays where the net is not sure, or the country has none', () => {
    assert.equal(typeOf(roles('IDENTITY_CARD', 0.8)), 'PASSPORT')
    assert.equal(typeOf(roles('VISA', 0.99)), 'PASSPORT')
  })
})
