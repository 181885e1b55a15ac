import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../../packages/specimen/src/random.ts'
import { type DocumentModel, openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { classify, type Evidence, readStatements } from '../../../../src/vision/document/kind/classify.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const CARD = { width: 1200, height: 757 }
const PAGE = { width: 1200, height: 845 }

const linesOf = (...texts: string[]): TextLine[] =>
  texts.map((text, i) => ({
    text,
    confidence: 0.95,
    probabilities: [],
    box: { x: 450, y: 40 + 50 * i, width: 300, height: 30 },
  }))

const kindOf = (evidence: Partial<Evidence>) => {
  const found = classify(catalogue, { lines: [], size: CARD, portrait: true, ...evidence })
  return found && `${found.country} ${found.type} ${found.side}`
}

/** The country's name, the title and six labels, as this document may print them. */
function printOn(model: DocumentModel, turn: number): string[] {
  const labels = Object.values(catalogue.labels[model.languages[0] ?? 'en'] ?? {})
  const name = model.names[turn % model.names.length] ?? ''
  const title = model.titles[turn % model.titles.length] ?? ''
  return [name, title, ...labels.slice(0, 6).map(([label = '']) => label)]
}

describe('the kind of a document', () => {
  it('is not known by a title that is only part of a longer one', () => {
    const numbered = ['1. NOBODY', '2. ZINNIA', '3. 09.02.1988', '4a. 14.10.2021', '4b. 14.10.2031', '5. 99 16 482201']
    assert.equal(kindOf({ lines: linesOf('PERMIS DE CONDUIRE', ...numbered) }), undefined)
    assert.equal(kindOf({ lines: linesOf('PERMÍS DE CONDUIR', ...numbered) }), 'AND DRIVER_LICENSE FRONT')
  })

  it('is not that of a country whose name is only like the one that stands there', () => {
    const card = (name: string) =>
      kindOf({ lines: linesOf(name, "CARTE NATIONALE D'IDENTITÉ", 'Nom', 'Prénoms', 'Sexe') })
    assert.equal(card('RÉPUBLIQUE TOGOLAISE'), 'TGO IDENTITY_CARD FRONT')
    assert.equal(card('RÉPUBLIQUE GABONAISE'), 'GAB IDENTITY_CARD FRONT')
    assert.equal(card('RÉPUBLIQUE GABONAIZE'), 'GAB IDENTITY_CARD FRONT', 'misread')
  })

  it('is open in its type where hardly a word of the title is one of the country', () => {
    const isOpen = (title: string) =>
      classify(catalogue, { lines: linesOf('REPÚBLICA ORIENTAL DEL URUGUAY', title), size: CARD, portrait: true })
        ?.isTypeOpen ?? false
    assert.equal(isOpen('QWERTZ'), true)
    assert.equal(isOpen('DOCUMENTO DE IDENTIDAD'), false)
  })

  it('is known by its name, title and labels, for every document of the catalogue', () => {
    for (const model of catalogue.models) {
      const hasTwo = model.names.length > 1 || model.titles.length > 1
      for (const turn of hasTwo ? [0, 1] : [0]) {
        const size = model.format === 'ID-1' ? CARD : PAGE
        const texts = printOn(model, turn)
        assert.equal(
          kindOf({ lines: linesOf(...texts), size }),
          `${model.country} ${model.type} FRONT`,
          texts.join(', '),
        )
      }
    }
  })

  it('is known on nine of ten pages when every fifteenth letter is misread and accents and spaces are lost', () => {
    const source = random('misread')
    const misread = (text: string) =>
      [...text.normalize('NFD').replace(/[\p{M} ]/gu, '')]
        .map((letter) => (source.next() < 1 / 15 ? source.pick(['', 'X', 'I', '0']) : letter))
        .join('')
    const known = catalogue.models.filter((model) => {
      const size = model.format === 'ID-1' ? CARD : PAGE
      return (
        kindOf({ lines: linesOf(...printOn(model, 0).map(misread)), size }) === `${model.country} ${model.type} FRONT`
      )
    })
    assert.ok(known.length >= 0.9 * catalogue.models.length, `${known.length} of ${catalogue.models.length}`)
  })

  it('is a licence by its numbered fields, whose dots and small letters are read wrongly', () => {
    const lines = linesOf('REPUBLIK OSTERREICH', 'lMUSTER', '2ERIKA', '3.12.08.1964', '48.01.02.2015', '46.31.01.2030')
    assert.equal(kindOf({ lines }), 'AUT DRIVER_LICENSE FRONT')
  })

  it('is a licence by the numbers alone next to the sign of its state, whatever script its title is in', () => {
    const [sign, ...rest] = linesOf('MA', '1.', '2.', '3.', '4a.', '4b.', '4c.', '5.')
    assert.ok(sign)
    const lines = [{ ...sign, box: { ...sign.box, x: 60 } }, ...rest]
    assert.equal(kindOf({ lines }), 'MAR DRIVER_LICENSE FRONT')
  })

  it('is a passport by the letter P next to the code of its state', () => {
    const lines = linesOf('LATVIJA LATVIA LETTONIE', 'P', 'LVA', 'UZVARDS SURNAME')
    assert.equal(kindOf({ lines, size: CARD }), 'LVA PASSPORT FRONT')
  })

  it('is told by words that only it bears where it has no title', () => {
    const lines = linesOf('НИКТО', 'ОБРАЗЕЦ', 'МУЖ.', '01.02.1980', 'ГОР. НИГДЕ')
    assert.equal(kindOf({ lines, size: PAGE }), 'RUS PASSPORT FRONT')
  })

  it('is a card by its own title where that names a visa or an authorization too', () => {
    const card = (title: string) =>
      kindOf({ lines: linesOf('UNITED STATES OF AMERICA', title, 'Surname', 'Given Name', 'Date of Birth') })
    assert.equal(card('B1/B2 VISA/BORDER CROSSING CARD'), 'USA IDENTITY_CARD FRONT')
    assert.equal(card('EMPLOYMENT AUTHORIZATION CARD'), 'USA IDENTITY_CARD FRONT')
    assert.equal(card('PERMANENT RESIDENT'), 'USA RESIDENCE_PERMIT FRONT')
  })

  it('is left open between states of one language where none is named', () => {
    const labels = ['Vornamen', 'Geburtstag', 'Geburtsort', 'Staatsangehörigkeit', 'Gültig bis', 'Unterschrift']
    const card = ['IDENTITY CARD / CARTE D’IDENTITE', ...labels]
    assert.equal(kindOf({ lines: linesOf(...card) }), undefined)
    assert.equal(kindOf({ lines: linesOf('REPUBLIK ÖSTERREICH', ...card) }), 'AUT IDENTITY_CARD FRONT')
  })

  it('is not taken from a word that is some state’s code', () => {
    const lines = linesOf('IDENTITY CARD', 'SURNAME AND GIVEN NAMES', 'DATE OF BIRTH')
    assert.equal(kindOf({ lines }), undefined)
  })

  it('is unknown on a page that says nothing', () => {
    assert.equal(kindOf({ lines: linesOf('LOREM IPSUM', 'DOLOR SIT') }), undefined)
  })
})

describe('the back of a card', () => {
  it('is told by its country and two labels, or one next to its name in full', () => {
    const back = (...texts: string[]) => kindOf({ lines: linesOf(...texts), portrait: false })
    assert.equal(back('ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ', 'Εκδούσα αρχή / Authority'), 'GRC IDENTITY_CARD BACK')
    assert.equal(back('ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ'), undefined)
  })

  it('is told by a name in capitals whose script does not show', () => {
    const lines = linesOf('YKPAÏHA', 'Місце народження / Place of birth', 'Місце проживання / Address')
    assert.equal(kindOf({ lines, portrait: false }), 'UKR IDENTITY_CARD BACK')
  })
})

describe('the kind of a document with an MRZ', () => {
  const issuedBy = (code: string, country: string, more: Partial<NonNullable<Evidence['mrz']>> = {}) => ({
    mrz: { code, country, certain: true, ...more },
  })

  it('is what the first letters say', () => {
    assert.equal(kindOf(issuedBy('P', 'JPN')), 'JPN PASSPORT FRONT')
    assert.equal(kindOf({ ...issuedBy('ID', 'DEU'), portrait: false }), 'DEU IDENTITY_CARD BACK')
    assert.equal(kindOf(issuedBy('V', 'USA')), 'USA VISA FRONT')
    assert.equal(kindOf({ ...issuedBy('IR', 'FRA'), portrait: false }), 'FRA RESIDENCE_PERMIT BACK')
  })

  it('is a front where the MRZ stands next to the portrait, though that was not found', () => {
    assert.equal(kindOf({ ...issuedBy('ID', 'ROU', { onFront: true }), portrait: false }), 'ROU IDENTITY_CARD FRONT')
  })

  it('is the nationality’s country when nobody knows the issuer', () => {
    assert.equal(kindOf(issuedBy('P', 'QQQ', { nationality: 'DEU' })), 'DEU PASSPORT FRONT')
    assert.equal(kindOf(issuedBy('V', 'QQQ', { nationality: 'DEU' })), 'QQQ VISA FRONT')
  })

  it('is a residence permit when the card calls itself one without saying so in its code', () => {
    const lines = linesOf('UNITED STATES OF AMERICA', 'PERMANENT RESIDENT CARD')
    assert.equal(kindOf({ ...issuedBy('C1', 'USA'), lines }), 'USA RESIDENCE_PERMIT FRONT')
  })

  it('is no residence permit where a sentence says what the card is not', () => {
    const lines = linesOf('This card is not evidence of citizenship or permanent residence', 'SPECIMEN OFFICE')
    assert.equal(kindOf({ ...issuedBy('IA', 'USA'), lines, portrait: false }), 'USA IDENTITY_CARD BACK')
  })

  it('is told by the beginning of a line whose rest could not be read', () => {
    const lines = linesOf('PALVASPECIMEN<<F', 'unreadable')
    assert.equal(kindOf({ lines, ...readStatements(undefined, undefined, lines) }), 'LVA PASSPORT FRONT')
    assert.deepEqual(readStatements(undefined, undefined, linesOf('PAVLOVA<<ANNA')), {})
  })
})

describe('the kind of a document with an AAMVA barcode', () => {
  it('is the back of a licence of its state', () => {
    const licence = { country: 'USA', type: 'DRIVER_LICENSE', region: 'California' } as const
    assert.equal(kindOf({ licence, portrait: false }), 'USA DRIVER_LICENSE BACK')
  })

  it('is an identification card when the barcode says so', () => {
    const licence = { country: 'CAN', type: 'IDENTITY_CARD' } as const
    assert.equal(kindOf({ licence, portrait: false }), 'CAN IDENTITY_CARD BACK')
  })
})

describe('the back of a driving licence', () => {
  const table = ['AM', 'A1', 'A2', 'B1', 'C1', 'D1', 'BE']

  it('is told by its table of categories and the sign before its number', () => {
    for (const [number, country] of [
      ['CZ EZ 386790', 'CZE'],
      ['F 54CC91903', 'FRA'],
      ['S 724644-1633', 'SWE'],
    ] as const) {
      const lines = linesOf(...table, number)
      assert.equal(kindOf({ lines, portrait: false }), `${country} DRIVER_LICENSE BACK`)
      // A ghost image of the portrait, or a pattern that looks like a face.
      assert.equal(kindOf({ lines, portrait: true }), `${country} DRIVER_LICENSE BACK`)
    }
  })

  it('names the other countries of its language when no country stands on it', () => {
    const labels = [
      'FAMILIENNAME',
      'VORNAMEN',
      'GEBURTSDATUM',
      'AUSSTELLUNGSDATUM',
      'ABLAUFDATUM',
      'AUSSTELLUNGSBEHÖRDE',
    ]
    const found = classify(catalogue, { lines: linesOf(...table, ...labels), size: CARD, portrait: false })
    assert.equal(found?.type, 'DRIVER_LICENSE')
    assert.ok([found.country, ...(found.alternatives ?? [])].includes('DEU'))
    assert.ok([found.country, ...(found.alternatives ?? [])].includes('AUT'))
    assert.ok(!found.alternatives?.includes('FRA'))
  })

  it('is known by its language though every travel document speaks it', () => {
    const lines = linesOf(
      ...table,
      '1. Nom',
      '2. Prénoms',
      '3. Date de naissance',
      '4a. Date de délivrance',
      '4c. Autorité',
    )
    const found = classify(catalogue, { lines, size: CARD, portrait: false })
    assert.equal(found?.type, 'DRIVER_LICENSE')
    assert.ok([found.country, ...(found.alternatives ?? [])].includes('FRA'))
  })
})
