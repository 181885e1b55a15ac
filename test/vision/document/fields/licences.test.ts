import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { PageRoles } from '../../../../src/vision/document/fields/roles/say-roles.ts'
import { type Classification, classify } from '../../../../src/vision/document/kind/classify.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }
const TODAY = '2026-11-15'

const line = (text: string, x: number, y: number, width = text.length * 18, height = 38): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.98),
  box: { x, y, width, height },
})

const valuesOf = (kind: Classification, lines: TextLine[]) =>
  Object.fromEntries(readFields(catalogue, { kind, lines, size, today: TODAY }).map(({ name, value }) => [name, value]))

function kindOf(lines: TextLine[], portrait: boolean): Classification {
  const kind = classify(catalogue, { lines, size, portrait })
  assert.ok(kind)
  return kind
}

describe('the front of a licence whose numbers were not seen', () => {
  const front = [
    line('FÜHRERSCHEIN', 250, 45),
    line('BUNDESREPUBLIK DEUTSCHLAND', 250, 110),
    line('MÜSTER-NIEMAND', 470, 200),
    line('ERIKA/ERIKA', 470, 255),
    line('04.12.1988', 468, 308),
    line('NIRGENDWO', 705, 308),
    line('4a.', 400, 365, 36),
    line('22.09.2021', 468, 362),
    line('21.09.2031', 466, 415),
    line('4d. I', 727, 420, 70),
    line('12345678901', 784, 415),
    line('N0658585X8', 465, 470),
    line('AM/B1/B', 460, 666),
  ]

  it('has the names over the first date and the place of birth next to it, as annex I of the directive lays down', () => {
    assert.deepEqual(valuesOf(kindOf(front, true), front), {
      surname: 'MÜSTER-NIEMAND',
      given_name: 'ERIKA/ERIKA',
      place_of_birth: 'NIRGENDWO',
      date_of_issue: '22.09.2021',
      personal_number: '12345678901',
    })
  })

  it('has them so outside Europe too, where the page shows that its fields are numbered', () => {
    const home = catalogue.models.find(({ id }) => id === 'MAR-DRIVER_LICENSE')
    assert.ok(home)
    const kind = { country: 'MAR', type: 'DRIVER_LICENSE', side: 'FRONT', twoSided: true, model: home } as const
    const numbered = [line('1.', 400, 202, 24), line('2.', 400, 258, 24), ...front.slice(2)]
    assert.equal(valuesOf(kind, numbered).place_of_birth, 'NIRGENDWO')
    assert.equal(valuesOf(kind, front.slice(2)).place_of_birth, undefined)
  })
})

describe('the back of a licence', () => {
  const back = [
    line('1. Name', 100, 145),
    line('2. Vornamen', 100, 180),
    line('4a. Ausstellungsdatum', 100, 215),
    line('9.', 430, 145, 24),
    line('10.', 530, 145, 36),
    line('AM', 430, 185, 46),
    line('28.11.2011', 530, 185),
    line('27.11.2031', 690, 188),
    line('B', 425, 300, 22),
    line('03.05.2003', 525, 302),
    line('27.11.2031', 690, 305),
    line('BE', 425, 340, 36),
  ]

  it('has the date on which the first category was issued, and none of the front’s fields', () => {
    const model = catalogue.models.find(({ id }) => id === 'DEU-DRIVER_LICENSE')
    assert.ok(model)
    const kind = { country: 'DEU', type: 'DRIVER_LICENSE', side: 'BACK', twoSided: true, model } as const
    assert.deepEqual(valuesOf(kind, back), { first_issue_date: '03.05.2003' })
  })
})

describe('a card of North America', () => {
  const heading = [line('CALIFORNIA', 70, 30), line('DRIVER LICENSE', 820, 35)]

  it('has its values behind the number or a misread abbreviation', () => {
    const lines = [
      ...heading,
      line('LLN SPECIMEN', 450, 250),
      line('2rN ORLANDO QUILL', 442, 300),
      line('4a tss 02/22/2023', 445, 657),
    ]
    const expected = {
      surname: 'SPECIMEN',
      given_name: 'ORLANDO QUILL',
      date_of_issue: '02/22/2023',
    }
    assert.deepEqual(valuesOf(kindOf(lines, true), lines), expected)
    const short = lines.map((each) => ({ ...each, text: each.text.replace('LLN', '1N').replace('2rN', '2N') }))
    assert.deepEqual(valuesOf(kindOf(short, true), short), expected)
    const numbered = lines.map((each) => ({ ...each, text: each.text.replace('LLN', '1').replace('2rN', '2') }))
    assert.deepEqual(valuesOf(kindOf(numbered, true), numbered), expected)
  })

  it('has its number behind whatever became of 4d and DL, and next to them', () => {
    const numberIn = (...lines: TextLine[]) =>
      valuesOf(kindOf([...heading, ...lines], true), [...heading, ...lines]).document_number
    assert.equal(numberIn(line('4a b. C1383386', 443, 141)), 'C1383386')
    assert.equal(numberIn(line('4d DL E', 414, 209, 70), line('BH621182', 463, 195, 166, 52)), 'BH621182')
  })

  it('has the number next to 4d DL, and not that of the card next to 5 DD, which the net takes for it', () => {
    const lines = [
      ...heading,
      line('4d DL', 447, 159, 57, 22),
      line('074075520', 509, 140),
      line('5 DD', 447, 616, 48, 22),
      line('27403798BP09', 504, 608),
    ]
    const roles: PageRoles = {
      rolesOf: (at) => new Map([[['', '', '', 'personal_number', '', 'document_number'][at] || 'text', 0.99]] as const),
      kinds: new Map(),
      back: 0,
    }
    const values = readFields(catalogue, { kind: kindOf(lines, true), lines, size, today: TODAY, roles })
    assert.deepEqual(Object.fromEntries(values.map(({ name, value }) => [name, value])), {
      document_number: '074075520',
    })
    // The net knows the 4d of Europe: these cards have no personal number, whatever it says.
    const bare = [...heading, line('074075520', 509, 140)]
    const kind = kindOf(lines, true)
    const said = { ...roles, rolesOf: (at: number) => new Map([[at === 2 ? 'personal_number' : 'text', 0.99]]) }
    assert.deepEqual(readFields(catalogue, { kind, lines: bare, size, today: TODAY, roles: said }), [])
    const inOneLine = [...lines.slice(0, -2), line('5 DD 27403798BP09', 447, 608)]
    const [number, ...others] = readFields(catalogue, {
      kind: kindOf(lines, true),
      lines: inOneLine,
      size,
      today: TODAY,
      roles: { ...roles, rolesOf: (at) => new Map([[at === 4 ? 'document_number' : 'text', 0.99]]) },
    })
    assert.equal(number?.value, '074075520')
    assert.deepEqual(others, [])
  })

  it('has a number that begins with DD, and keeps what stands around a DD whose value was not read', () => {
    const numbered = [...heading, line('4d DL', 447, 159, 57, 22), line('DD123456', 509, 140)]
    assert.equal(valuesOf(kindOf(numbered, true), numbered).document_number, 'DD123456')
    const unread = [
      ...heading,
      line('5 DD', 447, 616, 48, 22),
      line('4a ISS', 446, 650, 60, 22),
      line('05/11/2026', 516, 642),
    ]
    assert.equal(valuesOf(kindOf(unread, true), unread).date_of_issue, '05/11/2026')
  })

  it('has its fields by their labels where it prints these in full', () => {
    const lines = [
      line('UNITED STATES OF AMERICA', 60, 30),
      line('IDENTITY CARD', 60, 90),
      line('Surname', 440, 160, 90, 26),
      line('NOBODY', 440, 190),
      line('Given names', 440, 240, 126, 28),
      line('ZEPHYR', 440, 268),
      line('Date of birth', 440, 400, 124, 27),
      line('10/30/1950', 440, 429),
    ]
    assert.deepEqual(valuesOf(kindOf(lines, true), lines), {
      surname: 'NOBODY',
      given_name: 'ZEPHYR',
      date_of_birth: '10/30/1950',
    })
  })
})

describe('the front of a licence of North America', () => {
  const elements = [
    line('3 DOB', 360, 295),
    line('04/24/1976', 460, 295),
    line('4a ISS 08/27/2015', 620, 295),
    line('4b EXP 04/24/2028', 620, 330),
    line('9 CLASS D', 620, 250),
    line('12 REST NONE', 860, 330),
    line('15 SEX F', 360, 500),
    line('17 WGT 150 lb', 620, 560),
    line('5 DD 1234567890', 360, 640),
  ]
  const holder = [
    line('SPECIMEN', 390, 120),
    line('JANE ANN', 390, 165),
    line('123 MAIN STREET', 390, 210),
    line('ANYTOWN, CO 80214-1249', 390, 255),
  ]

  it('is recognised by the elements of AAMVA and the address, where no state is named', () => {
    const { country, type } = kindOf([line('DRIVER LICENSE', 600, 100), ...holder, ...elements], true)
    assert.deepEqual({ country, type }, { country: 'USA', type: 'DRIVER_LICENSE' })
    const canadian = [...holder.slice(0, 3), line('ANYTOWN, ON M5V 2T6', 390, 255)]
    assert.equal(kindOf([line('DRIVER LICENCE', 600, 100), ...canadian, ...elements], true).country, 'CAN')
  })

  it('is not recognised by an address and a few words', () => {
    assert.equal(classify(catalogue, { lines: [...holder, ...elements.slice(0, 3)], size, portrait: true }), undefined)
  })

  it('has the names over the address, with the numbers alone, misread or not seen', () => {
    const title = [line('COLORADO', 40, 40), line('DRIVER LICENSE', 600, 40)]
    const names = (lines: TextLine[]) => {
      const { surname, given_name } = valuesOf(kindOf(lines, true), lines)
      return { surname, given_name }
    }
    const right = { surname: 'SPECIMEN', given_name: 'JANE ANN' }
    assert.deepEqual(names([...title, ...holder, ...elements]), right)
    assert.deepEqual(names([...title, line('1', 360, 124, 12), line('2', 360, 169, 12), ...holder, ...elements]), right)
    const misread = [line('4 SPECIMEN', 390, 120), line('2JANE ANN', 390, 165), line('a123 MAIN STREET', 390, 210)]
    assert.deepEqual(names([...title, ...misread, ...holder.slice(3), ...elements]), right)
  })

  it('has its number where several elements are in one line, and where its label was misread', () => {
    const title = [line('COLORADO', 40, 40), line('DRIVER LICENSE', 600, 40)]
    const read = (text: string) => {
      const others = elements.filter((each) => !each.text.includes('CLASS'))
      const lines = [...title, line(text, 390, 80), ...holder, ...others]
      const { document_number, document_class_code } = valuesOf(kindOf(lines, true), lines)
      return [document_number, document_class_code]
    }
    assert.deepEqual(read('4dLIc#WDLABCD456DG øCLASS B DONOR'), ['WDLABCD456DG', 'B'])
    assert.equal(read('oLI1234568')[0], 'I1234568')
  })
})
