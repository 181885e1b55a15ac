import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VisualFieldName } from '../../../../src/formats/document-words.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { asBuilt, asIssued } from '../../../../src/vision/document/fields/choose.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { PageRoles } from '../../../../src/vision/document/fields/roles/say-roles.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }
const card = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const

const line = (text: string, x: number, y: number, height = 34): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.99),
  box: { x, y, width: text.length * 18, height },
})

/** A net that says of each line what is given for it, and of what is not given that it is nothing. */
const rolesOf = (
  said: Record<number, Record<string, number> | ((start: number) => Record<string, number>)>,
): PageRoles => ({
  rolesOf: (at, start) => {
    const roles = said[at] ?? { text: 1 }
    return new Map(Object.entries(typeof roles === 'function' ? roles(start) : roles))
  },
  kinds: new Map(),
  back: 0,
})

const read = (lines: TextLine[], roles: PageRoles) =>
  Object.fromEntries(
    readFields(catalogue, { kind: card, lines, size, today: '2026-11-15', roles }).map((field) => [field.name, field]),
  )
const valuesOf = (lines: TextLine[], roles: PageRoles) =>
  Object.fromEntries(Object.entries(read(lines, roles)).map(([name, { value }]) => [name, value]))

describe('a surname and a given name without labels', () => {
  const names = [line('NOBODY', 400, 170), line('ZINNIA', 400, 220)]
  const sure = rolesOf({ 0: { surname: 0.999, text: 0.001 }, 1: { given_name: 0.999, text: 0.001 } })

  it('are at most 80 where nothing but their place says which is which', () => {
    const { surname, given_name: given } = read(names, sure)
    assert.deepEqual([surname?.value, given?.value], ['NOBODY', 'ZINNIA'])
    assert.deepEqual([surname?.confidence, given?.confidence], [80, 80])
  })

  it('are as sure as they were read where a label names one of them', () => {
    const labelled = [...names, line('Surname', 400, 140, 26)]
    assert.ok((read(labelled, sure).given_name?.confidence ?? 0) > 80)
  })
})

describe('a page whose labels were not read', () => {
  const lines = [line('PERERONNANHE', 400, 140, 22), line('NOBODY', 400, 170), line('ZINNIA', 400, 230)]

  it('gives the values where the net sees them, and says so', () => {
    const { surname, given_name } = read(
      lines,
      rolesOf({ 1: { surname: 0.9, text: 0.1 }, 2: { given_name: 0.9, text: 0.1 } }),
    )
    assert.equal(surname?.value, 'NOBODY')
    assert.equal(surname?.by, 'place')
    assert.equal(given_name?.value, 'ZINNIA')
  })

  it('takes no line for what the net takes for nothing', () => {
    assert.deepEqual(valuesOf(lines, rolesOf({})), {})
  })

  it('weighs all lines together: each field once', () => {
    const roles = rolesOf({ 1: { given_name: 0.55, surname: 0.4, text: 0.05 }, 2: { given_name: 0.8, text: 0.2 } })
    assert.deepEqual(valuesOf(lines, roles), { surname: 'NOBODY', given_name: 'ZINNIA' })
  })

  it('is less sure of a number than of a name, where nothing but its place tells which it is', () => {
    const numbers = [line('D37888138', 400, 170), line('NOBODY', 400, 230)]
    const found = read(numbers, rolesOf({ 0: { document_number: 0.99, text: 0.01 }, 1: { surname: 0.99, text: 0.01 } }))
    assert.ok((found.document_number?.confidence ?? 100) < 85)
    assert.ok((found.surname?.confidence ?? 0) > 90)
  })
})

describe('a label that was read', () => {
  const lines = [line('Document No', 400, 140, 26), line('D37888138', 400, 170), line('P55501234', 400, 400)]

  it('outweighs the net', () => {
    const roles = rolesOf({
      0: { 'label document_number': 1 },
      1: { personal_number: 0.7, document_number: 0.2, text: 0.1 },
      2: { document_number: 0.6, text: 0.4 },
    })
    const found = read(lines, roles)
    assert.equal(found.document_number?.value, 'D37888138')
    assert.equal(found.document_number?.by, 'label')
  })
})

describe('values that exclude one another', () => {
  it('are not born after they were issued', () => {
    const lines = [line('01.01.2020', 400, 140), line('01.01.1990', 400, 200)]
    const either: Record<VisualFieldName | string, number> = { date_of_birth: 0.5, date_of_issue: 0.45, text: 0.05 }
    assert.deepEqual(valuesOf(lines, rolesOf({ 0: either, 1: either })), {
      date_of_birth: '01.01.1990',
      date_of_issue: '01.01.2020',
    })
  })

  it('are not one number in two fields', () => {
    const lines = [line('D37888138', 400, 140), line('D37888138', 400, 400)]
    const roles = rolesOf({ 0: { document_number: 0.9, text: 0.1 }, 1: { personal_number: 0.6, text: 0.4 } })
    assert.deepEqual(valuesOf(lines, roles), { document_number: 'D37888138' })
  })
})

describe('lines that cling together', () => {
  it('are parted where the net sees two values', () => {
    const text = '09.03.1967 UTOPIAN'
    const roles = rolesOf({
      0: (start): Record<string, number> =>
        start < 10 ? { date_of_birth: 0.98, text: 0.02 } : { nationality: 0.98, text: 0.02 },
    })
    assert.deepEqual(valuesOf([line(text, 400, 140)], roles), { date_of_birth: '09.03.1967', nationality: 'UTOPIAN' })
  })

  it('leave a title before a surname out', () => {
    const lines = [line('Surname', 400, 140, 26), line('MAG. NOBODY', 400, 170)]
    assert.equal(valuesOf(lines, rolesOf({ 1: { surname: 0.9, text: 0.1 } })).surname, 'NOBODY')
  })
})

describe('a name in two scripts', () => {
  const lines = [line('НИКТО', 400, 140), line('NIKTO', 400, 180), line('ЗИНА', 400, 240), line('ZINA', 400, 280)]
  const surname = { surname: 0.95, text: 0.05 }
  const given = { given_name: 0.95, text: 0.05 }

  it('is given in Latin', () => {
    assert.deepEqual(valuesOf(lines, rolesOf({ 0: surname, 1: surname, 2: given, 3: given })), {
      surname: 'NIKTO',
      given_name: 'ZINA',
    })
  })

  it('is given in one script with the other name', () => {
    assert.deepEqual(valuesOf(lines.slice(0, 3), rolesOf({ 0: surname, 1: surname, 2: given })), {
      surname: 'НИКТО',
      given_name: 'ЗИНА',
    })
  })

  it("and by its ending, where it is the father's", () => {
    const father = [...lines, line('ИВАНОВИЧ', 400, 340)]
    const found = valuesOf(father, rolesOf({ 0: surname, 2: given, 4: { given_name: 0.4, title: 0.4, text: 0.2 } }))
    assert.equal(found.middle_name, 'ИВАНОВИЧ')
  })
})

describe('dates of one document', () => {
  it('have the same marks, where one lost them', () => {
    const lines = [line('09 03 1967', 400, 140), line('10.01.2020', 400, 200), line('10.01 2030', 400, 260)]
    const date = (name: string) => ({ [name]: 0.95, text: 0.05 })
    const roles = rolesOf({ 0: date('date_of_birth'), 1: date('date_of_issue'), 2: date('date_of_expiry') })
    assert.deepEqual(valuesOf(lines, roles), {
      date_of_birth: '09.03.1967',
      date_of_issue: '10.01.2020',
      date_of_expiry: '10.01.2030',
    })
  })
})

describe('an address of several lines', () => {
  it('is given whole, in the order of its lines', () => {
    const lines = [
      line('NOWHERE LANE 7', 400, 140),
      line('1234 UTOPIA TOWN', 402, 180),
      line('SOMEWHERE ELSE', 900, 600),
    ]
    const address = { address: 0.95, text: 0.05 }
    const found = valuesOf(
      lines,
      rolesOf({ 0: { address: 0.9, text: 0.1 }, 1: address, 2: { address: 0.75, text: 0.25 } }),
    )
    assert.deepEqual(found, { address: 'NOWHERE LANE 7, 1234 UTOPIA TOWN' })
  })
})

describe('two numbers without labels', () => {
  const fields = (country: string, numbers: readonly [string, string]) => {
    const lines = numbers.map((number, i) => line(number, 400, 200 + 90 * i))
    const unsure = { personal_number: 0.45, document_number: 0.45, text: 0.1 }
    const roles = rolesOf({ 0: unsure, 1: unsure })
    const kind = { ...card, country }
    return readFields(catalogue, { kind, lines, size, today: '2026-11-15', roles })
  }
  const chosenFor = (country: string, numbers: readonly [string, string], name: VisualFieldName) =>
    fields(country, numbers).find((field) => field.name === name)?.value

  it("are told apart by the form of the issuer's personal number, with a check letter that fails", () => {
    for (const numbers of [
      ['AAA000000', '99999999A'],
      ['99999999A', 'AAA000000'],
    ] as const) {
      assert.equal(chosenFor('ESP', numbers, 'personal_number'), '99999999A')
      assert.equal(chosenFor('ESP', numbers, 'document_number'), 'AAA000000')
    }
  })

  it('are never exchanged where one adds up under its check digit, whatever the net says', () => {
    const lines = [line('37605030299', 400, 200), line('AA6557729', 400, 290)]
    const roles = rolesOf({
      0: { document_number: 0.95, text: 0.05 },
      1: { personal_number: 0.5, document_number: 0.4 },
    })
    const found = readFields(catalogue, { kind: { ...card, country: 'EST' }, lines, size, today: '2026-11-15', roles })
    assert.equal(found.find(({ name }) => name === 'personal_number')?.value, '37605030299')
    assert.notEqual(found.find(({ name }) => name === 'document_number')?.value, '37605030299')
  })

  it('are found where the net has no role for them', () => {
    const kind = { ...card, country: 'ESP' }
    const lines = [line('99999999R', 400, 200)]
    const found = readFields(catalogue, { kind, lines, size, today: '2026-11-15', roles: rolesOf({}) })
    assert.deepEqual(
      found.map(({ name, value }) => [name, value]),
      [['personal_number', '99999999R']],
    )
  })

  it('have no high confidence where nothing but their place says which is which', () => {
    for (const { confidence } of fields('UTO', ['123456789', '987654321'])) assert.ok(confidence < 85, `${confidence}`)
  })
})

describe('what a document must show, and how its issuer numbers it', () => {
  it('a single date that could be either is the expiry', () => {
    const roles = rolesOf({ 0: { date_of_issue: 0.55, date_of_expiry: 0.43, text: 0.02 } })
    assert.deepEqual(valuesOf([line('31.10.2020', 400, 500)], roles), { date_of_expiry: '31.10.2020' })
  })

  it('a number in the form of the issuer’s document numbers is one, whatever the net takes it for', () => {
    const lines = [line('AFM146489', 330, 420), line('00171303B', 20, 680)]
    const roles = rolesOf({
      0: { other_value: 0.97, document_number: 0.015 },
      1: { document_number: 0.97, text: 0.03 },
    })
    const kind = { ...card, country: 'ESP' }
    const fields = readFields(catalogue, { kind, lines, size, today: '2026-11-15', roles })
    assert.equal(fields.find(({ name }) => name === 'document_number')?.value, 'AFM146489')
  })
})

describe('a number whose build the catalogue knows', () => {
  it('has letters where letters are and digits where digits are', () => {
    assert.equal(asBuilt('J210303021', 'A99999999A'), 'J21030302I')
    assert.equal(asBuilt('J2103O302I', 'A99999999A'), 'J21030302I')
    assert.equal(asBuilt('1O0B', 'AX99'), 'IO08')
  })

  it('stays as it was read when it is built otherwise all the same', () => {
    assert.equal(asBuilt('J2103030', 'A99999999A'), 'J2103030')
    assert.equal(asBuilt('J21030X021', 'A99999999A'), 'J21030X021')
  })
})

describe('a number that its issuer builds otherwise', () => {
  const fits = (number: string) => /^[A-Z]{3}\d{6}$/.test(number)

  it('has one sign that looks like another', () => {
    assert.equal(asIssued('AJ0445792', fits), 'AJO445792')
    assert.equal(asIssued('AJO44579Z G', fits), 'AJO445792')
    assert.equal(asIssued('8 AJO445792', fits), 'AJO445792')
    assert.equal(
      asIssued('l1234568', (number) => /^[A-Z]\d{7}$/.test(number)),
      'I1234568',
    )
    assert.equal(asIssued('AJO44579Z', fits), 'AJO445792')
  })

  it('stays as it is where it fits, where nothing is known, or where two signs differ', () => {
    for (const number of ['AJO445792', 'A00445792', '123456789']) assert.equal(asIssued(number, fits), number)
    assert.equal(
      asIssued('AJ0445792', () => undefined),
      'AJ0445792',
    )
  })
})

describe('a value in Latin letters and in a script that the net has not learnt', () => {
  it('is the Latin one if both have a label', () => {
    const lines = [
      line('NATIONALITY', 400, 250, 23),
      line('BAHRAINI', 400, 285, 26),
      { ...line('بحريني', 600, 284, 28), box: { x: 600, y: 284, width: 110, height: 28 } },
      { ...line('الجنسية', 610, 252, 23), box: { x: 610, y: 252, width: 100, height: 23 } },
    ]
    const roles = rolesOf({ 1: { other_value: 0.2, text: 0.75, nationality: 0.05 }, 2: { text: 1 } })
    assert.equal(valuesOf(lines, roles).nationality, 'BAHRAINI')
  })
})

describe('an authority under its label', () => {
  const lines = [
    line('Authority', 400, 443, 18),
    line('MINISTRY OF', 400, 465, 28),
    line('FOREIGN MATTERS', 400, 499, 28),
  ]

  it('is whole in two lines, and without a line that is something else', () => {
    const roles = (below: string) =>
      rolesOf({ 0: { 'label authority': 1 }, 1: { authority: 0.9 }, 2: { [below]: 0.9 } })
    assert.equal(valuesOf(lines, roles('other_value')).authority, 'MINISTRY OF FOREIGN MATTERS')
    assert.equal(valuesOf(lines, roles('label signature')).authority, 'MINISTRY OF')
    const blurred = {
      ...line('FOREIGN MATTERS', 400, 499, 28),
      probabilities: Array.from('FOREIGN MATTERS', () => 0.6),
    }
    assert.equal(valuesOf([...lines.slice(0, 2), blurred], roles('other_value')).authority, 'MINISTRY OF')
    const far = [...lines.slice(0, 2), line('FOREIGN MATTERS', 400, 560, 28)]
    assert.equal(valuesOf(far, roles('other_value')).authority, 'MINISTRY OF')
  })
})
