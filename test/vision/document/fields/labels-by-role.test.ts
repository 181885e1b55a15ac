import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { PageRoles } from '../../../../src/vision/document/fields/roles/say-roles.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }
const kind = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const

const line = (text: string, y: number, height = 34): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.99),
  box: { x: 400, y, width: text.length * 16, height },
})

/** A line, and what the net takes its beginning and what follows for; how sure of the beginning. */
type Said = [line: TextLine, begins: string, follows?: string, sure?: number]

function valuesOf(page: readonly Said[]) {
  const roles: PageRoles = {
    rolesOf: (at, start, end) => {
      const [{ text }, begins, follows = begins, sure = 0.97] = page[at] as Said
      const parted = begins === follows ? text.length : text.lastIndexOf(':') + 1 || text.indexOf(' ')
      const share = Math.max(0, Math.min(end, parted) - start) / (end - start)
      return new Map([
        [begins, sure * share],
        [follows, begins === follows ? sure : 1 - share],
      ])
    },
    kinds: new Map(),
    back: 0,
  }
  const lines = page.map(([each]) => each)
  const fields = readFields(catalogue, { kind, lines, size, today: '2026-11-18', roles })
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

describe('a label in words of no catalogue', () => {
  it('names the value below it, whatever the net takes that for', () => {
    assert.deepEqual(
      valuesOf([
        [line('QWERTZUI', 200, 22), 'label nationality'],
        [line('UTOPISCH', 226), 'other_value'],
      ]),
      { nationality: 'UTOPISCH' },
    )
  })

  it('names the values above it where the labels of the page stand below', () => {
    const pairs = [
      ['NOBODY', 'surname', 'authority'],
      ['ZINNIA', 'given_name', 'given_name'],
      ['UTOPIA TOWN', 'place_of_birth', 'other_value'],
    ] as const
    const page = pairs.flatMap(([value, name, role], i): Said[] => [
      [line(value, 150 + 110 * i), role],
      [line('QWERTZUI', 188 + 110 * i, 20), `label ${name}`],
    ])
    assert.deepEqual(valuesOf(page), { surname: 'NOBODY', given_name: 'ZINNIA', place_of_birth: 'UTOPIA TOWN' })
  })

  it('ends at its colon, and its value is all that follows', () => {
    assert.deepEqual(valuesOf([[line('Qwertzu: UTOPIA TOWN', 200), 'label place_of_birth', 'other_value']]), {
      place_of_birth: 'UTOPIA TOWN',
    })
  })

  it('is none in letters that the net never saw', () => {
    assert.deepEqual(
      valuesOf([
        [line('אבגדהוז', 200, 22), 'label nationality'],
        [line('UTOPISCH', 226), 'other_value'],
      ]),
      {},
    )
  })

  it('is none where the net is not sure of it', () => {
    assert.deepEqual(
      valuesOf([
        [line('QWERTZUI', 200, 22), 'label nationality', 'label nationality', 0.4],
        [line('UTOPISCH', 226), 'other_value'],
      ]),
      {},
    )
  })
})

describe('the plain word for a name', () => {
  const names = (label: string, second: Said[]) =>
    valuesOf([[line(label, 200, 22), 'label given_name'], [line('ZINNIA NOBODY', 226), 'given_name'], ...second])

  it('is the label of the whole name where a page has no other label for one', () =>
    assert.deepEqual(names('NOME', []), { surname_and_given_names: 'ZINNIA NOBODY' }))

  it('is the label of the given name next to one of the surname', () => {
    const surname: Said[] = [
      [line('SURNAME', 280, 22), 'label surname'],
      [line('SOMEBODY', 306), 'surname'],
    ]
    assert.deepEqual(names('NOME', surname), { given_name: 'ZINNIA NOBODY', surname: 'SOMEBODY' })
  })

  it('is no other word', () => assert.deepEqual(names('GIVEN NAMES', []), { given_name: 'ZINNIA NOBODY' }))
})

it('a word for the sex alone on its line is the sex', () => {
  assert.deepEqual(valuesOf([[line('PEREMPUAN', 300), 'surname', 'surname', 0.2]]), { sex: 'PEREMPUAN' })
  assert.deepEqual(valuesOf([[line('NAM', 300), 'other_value']]), {})
})
