import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { marksOf, readQuery, searchWords } from '../../../src/kernel/review/search-words.ts'
import { field, passportPage } from '../decision/genuine.ts'

describe('what a session is found by', () => {
  const page = passportPage({
    visual: [field('surname', 'Müller-Muster'), field('given_name', 'Erika'), field('document_number', 'D 1234 5678')],
  })
  const words = searchWords({
    request: { externalId: 'order/2026-77' },
    document: { pages: [{ ...page, mrz: undefined }] } as never,
  })

  const isFound = (query: string) => {
    const marks = new Set(words.flatMap(marksOf))
    return readQuery(query)?.every((forms) => forms.some((form) => marks.has(form))) ?? false
  }

  it('are reference, names and numbers, whole and by their beginnings, however they are written', () => {
    for (const query of [
      'müller',
      'MUELLER',
      'muller',
      'mus',
      'Erika Must',
      'd12345678',
      'D1234',
      'order',
      '2026',
      'order202677',
    ])
      assert.ok(isFound(query), query)
    for (const query of ['uller', 'rika', '5678', 'erika schmidt', 'erikas']) assert.ok(!isFound(query), query)
  })

  it('are the names and the number in a credential too', () => {
    const claims = { family_name: 'Specimen', given_name: 'Anna', document_number: 'L8989' }
    assert.deepEqual(searchWords({ request: {}, credential: { claims } as never }), ['L8989', 'SPECIMEN', 'ANNA'])
  })

  it('are told apart as whole words within quotation marks', () => {
    assert.ok(isFound('"Erika"') && isFound('"order/2026-77"') && isFound('"D12345678"'))
    assert.ok(!isFound('"Erik"') && !isFound('"D1234567"'))
  })

  it('are not looked for by less than three characters', () => {
    for (const query of ['er', '', '  ', '"ab"', 'erika m']) assert.equal(readQuery(query), undefined, query)
  })
})
