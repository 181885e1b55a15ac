import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MrzReading } from '../../../../src/formats/mrz/mrz-reading.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import { type Classification, classify } from '../../../../src/vision/document/kind/classify.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }
const TODAY = '2026-11-15'

/** A line as the reader gives it. */
const line = (text: string, x: number, y: number, width = text.length * 18, height = 34): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.98),
  box: { x, y, width, height },
})

const kindOf = (lines: TextLine[]): Classification => {
  const kind = classify(catalogue, { lines, size, portrait: true })
  assert.ok(kind)
  return kind
}

const valuesOf = (lines: TextLine[]) => {
  const fields = readFields(catalogue, { kind: kindOf(lines), lines, size, today: TODAY })
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

describe('a card with labels', () => {
  const card = [
    line('REPUBLIC OF UTOPIA', 40, 20),
    line('IDENTITY CARD', 40, 70),
    line('Surname', 400, 140, 120, 26),
    line('NOBODY', 400, 170),
    line('Given names', 400, 220, 160, 26),
    line('ZINNIA MAY', 400, 250),
    line('Date of birth', 400, 300, 170, 26),
    line('Nationality', 760, 300, 150, 26),
    line('09 MAR 1967', 400, 330, 240),
    line('UTOPIAN', 760, 330, 150),
    line('Sex', 400, 380, 50, 26),
    line('F', 400, 410, 20),
    line('Document No: D37888138', 700, 20, 420),
  ]

  it('gives each value the name of the label above, next to or before it', () => {
    assert.deepEqual(valuesOf(card), {
      surname: 'NOBODY',
      given_name: 'ZINNIA MAY',
      date_of_birth: '09 MAR 1967',
      nationality: 'UTOPIAN',
      sex: 'F',
      document_number: 'D37888138',
    })
  })

  it('states a date also as a date', () => {
    const birth = readFields(catalogue, { kind: kindOf(card), lines: card, size, today: TODAY }).find(
      ({ name }) => name === 'date_of_birth',
    )
    assert.equal(birth?.date, '1967-03-09')
  })

  it('leaves out a field whose value was not read', () => {
    const without = card.filter(({ text }) => text !== 'NOBODY')
    assert.equal(valuesOf(without).surname, undefined)
  })
})

describe('a passport with labels in two languages', () => {
  const page = [
    line('BUNDESREPUBLIK DEUTSCHLAND', 300, 20),
    line('REISEPASS/PASSPORT', 40, 20),
    line('P', 400, 110, 20),
    line('D', 560, 110, 20),
    line('Pass-Nr./Passport No.', 800, 80, 300, 24),
    line('C05K04M6T', 800, 110, 220),
    line('Name/Surname', 400, 160, 180, 24),
    line('NIEMALS', 400, 182, 150),
    line('Vornamen/Given names', 400, 230, 260, 24),
    line('MAX', 400, 252, 70),
    line('Behörde/Authority', 760, 440, 240, 24),
    line('PASSPORT OFFICE NOWHERE', 760, 470, 420),
  ]

  it('gives values the names of their labels, and takes no value for a label it resembles', () => {
    assert.deepEqual(valuesOf(page), {
      document_number: 'C05K04M6T',
      surname: 'NIEMALS',
      given_name: 'MAX',
      authority: 'PASSPORT OFFICE NOWHERE',
    })
  })
})

describe('a driving licence with numbered fields', () => {
  const licence = [
    line('FÜHRERSCHEIN', 360, 30),
    line('REPUBLIK ÖSTERREICH', 360, 80),
    line('1.', 360, 190, 24),
    line('NIEMAND', 410, 190),
    line('2.ZINNIA', 360, 230),
    line('3.31.12.1981', 360, 270, 200),
    line('NIRGENDWO', 600, 270),
    line('4a.19.01.2013', 360, 310, 200),
    line('4b18.01.2028', 620, 310, 200),
    line('5.12345678', 360, 390, 180),
  ]

  it('is told from others by its title and its country', () => {
    const { country, type, side, twoSided } = kindOf(licence)
    assert.deepEqual(
      { country, type, side, twoSided },
      { country: 'AUT', type: 'DRIVER_LICENSE', side: 'FRONT', twoSided: true },
    )
  })

  it('gives each value the name of its number', () => {
    assert.deepEqual(valuesOf(licence), {
      surname: 'NIEMAND',
      given_name: 'ZINNIA',
      date_of_birth: '31.12.1981',
      place_of_birth: 'NIRGENDWO',
      date_of_issue: '19.01.2013',
      date_of_expiry: '18.01.2028',
      document_number: '12345678',
    })
  })
})

describe('a driving licence whose numbers were read badly', () => {
  const licence = [
    line('FÜHRERSCHEIN', 360, 30),
    line('REPUBLIK ÖSTERREICH', 360, 80),
    line('I.NIEMAND', 360, 190),
    line('2ZINNIA', 360, 230),
    line('331.12.1981', 360, 270, 200),
    line('48.19.01.2013', 360, 310, 200),
    line('4618.01.2028', 620, 310, 200),
    line('S.12345678', 360, 390, 180),
  ]

  it('still gives each value the name of its number', () => {
    assert.deepEqual(valuesOf(licence), {
      surname: 'NIEMAND',
      given_name: 'ZINNIA',
      date_of_birth: '31.12.1981',
      date_of_issue: '19.01.2013',
      date_of_expiry: '18.01.2028',
      document_number: '12345678',
    })
  })
})

describe('a page that says nothing of its country', () => {
  it('is not classified', () => {
    const lines = [line('PASSPORT', 40, 20), line('Surname', 400, 140), line('NOBODY', 400, 170)]
    assert.equal(classify(catalogue, { lines, size, portrait: true }), undefined)
  })
})

describe('a North American licence', () => {
  const licence = [
    line('NEW YORK', 40, 30),
    line('DRIVER LICENSE', 800, 30),
    line('4d DL', 450, 160, 70, 26),
    line('393848532', 530, 156),
    line('4b ExP 03/29/2030', 450, 210),
    line('1LN EXEMPLAR', 450, 270),
    line('2FN FABIAN FICTUS', 450, 320),
    line('852 FICTION STREET', 470, 370),
    line('3DOB', 450, 460, 80, 26),
    line('05/06/1986', 540, 456),
    line('15 SEXM', 450, 520),
    line('16 HGT 5\'-05"', 450, 570),
    line('4a Iss 03/30/2022', 450, 680),
    line('9CLASS C', 850, 210),
  ]

  it('knows its small labels where they were read as letters of another script', () => {
    const misread = [
      ...licence.slice(0, 2),
      line('4a bL D5520489', 450, 160),
      line('4b ExP 03/29/2030', 450, 210),
      line('ΤιΝ EXEMPLAR', 450, 270),
      line('2FN FABIAN', 450, 320),
      line('з ров 05/06/1986', 450, 460),
      line('4a Iss 03/30/2022', 450, 680),
    ]
    assert.deepEqual(valuesOf(misread), {
      document_number: 'D5520489',
      date_of_expiry: '03/29/2030',
      surname: 'EXEMPLAR',
      given_name: 'FABIAN',
      date_of_birth: '05/06/1986',
      date_of_issue: '03/30/2022',
    })
    for (const number of ['4a bu D55204897', '4aοι D55204897', '4d D1 D55204897']) {
      assert.equal(valuesOf([...licence.slice(0, 2), line(number, 450, 160)]).document_number, 'D55204897', number)
    }
    for (const birth of ['з оов 05/06/1986', '3 DOB 05/06/1986', 'ЗРОВ 05/06/1986']) {
      assert.equal(valuesOf([...licence.slice(0, 2), line(birth, 450, 460)]).date_of_birth, '05/06/1986', birth)
    }
  })

  it('gives each value the name of the abbreviation before it, run together or apart', () => {
    assert.deepEqual(valuesOf(licence), {
      document_number: '393848532',
      date_of_expiry: '03/29/2030',
      surname: 'EXEMPLAR',
      given_name: 'FABIAN FICTUS',
      date_of_birth: '05/06/1986',
      sex: 'M',
      height: '5\'-05"',
      date_of_issue: '03/30/2022',
      document_class_code: 'C',
    })
  })
})

describe('a card whose corners are half a line off', () => {
  const card = [
    line('REPUBLIKA E SHQIPËRISË', 40, 20),
    line('LETËRNJOFTIM ID', 40, 70),
    line('autoriteti lëshues/authority', 358, 544, 337),
    line('SAMPLE OFFICE', 357, 591, 220),
  ]

  it('takes no label for a value that should stand there: the value is found by its label', () => {
    assert.equal(valuesOf(card).authority, 'SAMPLE OFFICE')
  })
})

describe('labels in several languages under one another', () => {
  const page = [
    line('REPUBLIC OF UTOPIA', 40, 20),
    line('PASSPORT', 40, 70),
    line('Primary identifier/', 400, 140, 190, 30),
    line('Identifiant primaire', 400, 172, 190, 30),
    line('NOBODY', 405, 206),
    line('Nationality/ Nationalité', 400, 300, 240, 26),
    line('UTOPIAN', 400, 330),
  ]

  it('are none of them a value', () => {
    const { surname, nationality } = valuesOf(page)
    assert.deepEqual({ surname, nationality }, { surname: 'NOBODY', nationality: 'UTOPIAN' })
  })
})

describe('what nothing on a page repeats', () => {
  const passport = [
    line('REPUBLIC OF UTOPIA', 40, 20),
    line('PASSPORT', 40, 70),
    line('Surname', 400, 140, 120, 26),
    line('NOBODY', 400, 170),
    line('Place of birth', 400, 220, 160, 26),
    line('UTOPIA TOWN', 400, 250),
    line('Date of birth', 400, 300, 170, 26),
    line('09 MAR 1967', 400, 330, 240),
    line('Authority', 400, 380, 120, 26),
    line('HARBOUR OFFICE', 400, 410),
  ]
  const confidences = (lines: TextLine[], mrz?: MrzReading) => {
    const fields = readFields(catalogue, { kind: kindOf(lines), lines, size, today: TODAY, mrz })
    return Object.fromEntries(fields.map(({ name, confidence }) => [name, confidence]))
  }

  it('is never as certain as a value with a form, if it is words: a word of it may be missing', () => {
    const { surname, date_of_birth, place_of_birth, authority } = confidences(passport)
    assert.ok((surname ?? 0) >= 95 && (date_of_birth ?? 0) >= 95)
    assert.ok((place_of_birth ?? 100) < 85 && (authority ?? 100) < 85)
    const abroad = passport.map((each) => (each.text === 'UTOPIA TOWN' ? line('FRANCE', 400, 250) : each))
    assert.ok((confidences(abroad).place_of_birth ?? 0) >= 95, 'the name of a country is a form')
  })

  it('is certain as a name only if every letter is, or if the MRZ has it too', () => {
    const doubted = passport.map((each) =>
      each.text === 'NOBODY' ? { ...each, probabilities: each.probabilities.with(2, 0.9) } : each,
    )
    assert.ok((confidences(doubted).surname ?? 100) < 85)
    const said = { fields: { primary_identifier: 'NOBODY' }, lines: [], checks: [], confidence: 99, repaired: false }
    assert.ok((confidences(doubted, said).surname ?? 0) >= 85)
  })
})

describe('the place of birth of a passport', () => {
  it('is what the net takes for an address, which a data page does not have', () => {
    const lines = [
      line('REPUBLIC OF UTOPIA', 40, 20),
      line('PASSPORT', 40, 70),
      line('Surname', 400, 140, 120, 26),
      line('NOBODY', 400, 170),
      line('UTOPIA TOWN 07', 500, 400),
    ]
    const roles = {
      rolesOf: (at: number): ReadonlyMap<string, number> => new Map(at === 4 ? [['address', 0.95]] : []),
      kinds: new Map(),
      back: 0,
    }
    const read = (type: 'PASSPORT' | 'IDENTITY_CARD') => {
      const kind = { country: 'UTO', type, side: 'FRONT', twoSided: false } as const
      return readFields(catalogue, { kind, lines, size, today: TODAY, roles }).find(
        ({ value }) => value === 'UTOPIA TOWN 07',
      )
    }
    assert.equal(read('PASSPORT')?.name, 'place_of_birth')
    assert.equal(read('IDENTITY_CARD')?.name, 'address')
  })
})

describe('a line that the net takes for a value', () => {
  const read = (text: string) => {
    const lines = [line('REPUBLIC OF UTOPIA', 40, 20), line(text, 500, 400)]
    const roles = {
      rolesOf: (at: number): ReadonlyMap<string, number> => new Map(at === 1 ? [['place_of_birth', 0.7]] : []),
      kinds: new Map(),
      back: 0,
    }
    const kind = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const
    return readFields(catalogue, { kind, lines, size, today: TODAY, roles }).map(({ value }) => value)
  }

  it('is none if it is nothing but a label', () => {
    assert.deepEqual(read('Nationality'), [])
    assert.deepEqual(read('UTOPIA TOWN'), ['UTOPIA TOWN'])
  })
})
