import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { placesOfMissedValues, readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { Classification } from '../../../../src/vision/document/kind/classify.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 845 }
const TODAY = '2026-11-15'

const line = (text: string, x: number, y: number, width: number, height = 30): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.98),
  box: { x, y, width, height },
})

const passportOf = (country: string): Classification => {
  const model = catalogue.models.find((each) => each.country === country && each.type === 'PASSPORT')
  assert.ok(model)
  return { country, type: 'PASSPORT', side: 'FRONT', twoSided: false, model }
}

const valuesOf = (country: string, lines: TextLine[]) =>
  Object.fromEntries(
    readFields(catalogue, { kind: passportOf(country), lines, size, today: TODAY }).map(({ name, value }) => [
      name,
      value,
    ]),
  )

describe('a label from right to left', () => {
  const kind: Classification = { country: 'SAU', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: false }
  const fieldsOf = (lines: TextLine[]) => readFields(catalogue, { kind, lines, size, today: TODAY })
  const value = (lines: TextLine[], name: string) => fieldsOf(lines).find((field) => field.name === name)

  it('announces what stands to its left, not to its right', () => {
    const lines = [
      line('1409/03/14', 560, 300, 180),
      line('تاريخ الميلاد', 760, 300, 200),
      line('1447/05/20', 980, 300, 150),
    ]
    assert.equal(value(lines, 'date_of_birth')?.value, '1409/03/14')
    assert.equal(value(lines, 'date_of_birth')?.date, '1988-10-26')
  })

  it('announces what ends under its own end', () => {
    const lines = [line('تاريخ الانتهاء', 760, 300, 200), line('1450/01/01', 800, 340, 160)]
    assert.equal(value(lines, 'date_of_expiry')?.date, '2028-05-25')
  })

  it('leaves the value that follows on its own line to its left', () => {
    const [field] = fieldsOf([line('الجنسية سعودي', 600, 300, 260)]).filter(({ name }) => name === 'nationality')
    assert.equal(field?.value, 'سعودي')
    assert.ok(field?.place && (field.place.x + field.place.width / 2) * size.width < 730)
  })
})

describe('a label', () => {
  it('is known behind a slash, whatever the script before it was read as', () => {
    const lines = [line('aScbJl gäyJl / Personal No.', 819, 331, 178, 23), line('GM300152', 804, 352, 140)]
    assert.equal(valuesOf('MAR', lines).personal_number, 'GM300152')
  })

  it('announces what stands between it and the next label of its line', () => {
    const lines = [line('Sex: F  Nationality: UTOPIAN', 400, 300, 500), line('D.O.B. 01/02/1990', 400, 360, 300)]
    const { sex, nationality, date_of_birth } = valuesOf('UTO', lines)
    assert.deepEqual(
      { sex, nationality, date_of_birth },
      { sex: 'F', nationality: 'UTOPIAN', date_of_birth: '01/02/1990' },
    )
  })

  it('announces the value behind its number in brackets', () => {
    assert.equal(valuesOf('UTO', [line('Surname/Nom (1) MUSTER', 400, 300, 400)]).surname, 'MUSTER')
  })

  it('of what is no field takes its own value, and no other one', () => {
    const lines = [
      line('Nationality', 400, 300, 120, 26),
      line('Religion: UTOPISM', 400, 328, 220, 26),
      line('UTOPIAN', 400, 360, 130),
      line("Nom d'usage/Alternate name", 400, 420, 300, 26),
      line('OTHERWISE', 400, 450, 160),
    ]
    const { nationality, surname, given_name } = valuesOf('UTO', lines)
    assert.deepEqual(
      { nationality, surname, given_name },
      { nationality: 'UTOPIAN', surname: undefined, given_name: undefined },
    )
  })

  it('is none where a longer word of the value only ends like it', () => {
    const lines = [line('Myndighet / Authority', 804, 460, 180, 26), line('PROVMYNDIGHETEN', 804, 490, 220)]
    assert.equal(valuesOf('SWE', lines).authority, 'PROVMYNDIGHETEN')
  })

  it('is one though its end was misread, and no value of the label above it', () => {
    const lines = [
      line('Nationality', 400, 300, 120, 26),
      line('Nationalitfe', 400, 328, 120, 26),
      line('UTOPIAN', 400, 360, 130),
    ]
    assert.equal(valuesOf('UTO', lines).nationality, 'UTOPIAN')
  })

  it('goes on behind a slash in another language, and that is no value either', () => {
    const lines = [line('Autorité / Authc', 400, 300, 160, 26), line('SPECIMEN OFFICE', 400, 330, 220)]
    assert.equal(valuesOf('FRA', lines).authority, 'SPECIMEN OFFICE')
  })

  it('has the whole value under it when its own beginning was lost', () => {
    const lines = [line('nto / Place of birth', 911, 399, 114, 26), line('VILLA EJEMPLO', 806, 417, 202, 37)]
    assert.equal(valuesOf('ESP', lines).place_of_birth, 'VILLA EJEMPLO')
  })

  it('is in the catalogue for every usual field in the languages of every state with a file of its own', () => {
    const own = new Set(catalogue.models.filter(({ isUsual }) => !isUsual).flatMap(({ languages }) => languages))
    const missing = Object.entries(catalogue.labels).flatMap(([language, labels]) => {
      if (!own.has(language) || language === 'us') return []
      const names = labels.surname_and_given_names ? [] : (['surname', 'given_name'] as const)
      const usual = [...names, 'date_of_birth', 'nationality', 'sex'] as const
      return usual.filter((name) => !labels[name]).map((name) => `${language} ${name}`)
    })
    assert.deepEqual(missing, [])
  })
})

describe('a value in two scripts', () => {
  it('stands in the state’s own before the slash and in Latin letters behind it', () => {
    const lines = [
      line('Громадянство / Nationality', 407, 328, 206, 27),
      line('YKPAÏHA/UKRAINE', 407, 350, 252, 31),
      line('Прізвище / Surname', 407, 228, 206, 27),
      line('ЇЖАЧЕНКО/УІZНАСНЕNКО', 407, 250, 440, 31),
    ]
    assert.deepEqual(valuesOf('UKR', lines), { nationality: 'УКРАЇНА/UKRAINE', surname: 'ЇЖАЧЕНКО/YIZHACHENKO' })
    const address = [line('Address', 407, 328, 90, 27), line('9 FICTION STREET, M. HEMAÏBKA/UKR', 407, 350, 452, 31)]
    assert.equal(valuesOf('UKR', address).address, '9 FICTION STREET, М. НЕМАЇВКА/UKR')
  })
})

describe('a value under its label that was not seen as text', () => {
  const page = [
    line('Surname', 411, 191, 78, 27),
    line('NEVERWAS', 413, 213, 148, 31),
    line('Given names', 411, 257, 103, 28),
    line('STELLA NOVA', 412, 279, 179, 31),
    line('Sex', 668, 397, 40, 23),
    line('Place of birth', 806, 394, 101, 23),
    line('AMAUROTE', 806, 415, 153, 31),
  ]
  const placesIn = (lines: TextLine[]) => {
    const kind = passportOf('UTO')
    return placesOfMissedValues(
      catalogue,
      { kind, lines, size },
      readFields(catalogue, { kind, lines, size, today: TODAY }),
    )
  }

  it('is looked for where the page’s other values stand under theirs', () => {
    const [place, ...others] = placesIn(page).map(boundsOf)
    assert.ok(place)
    assert.deepEqual(others, [])
    assert.ok(Math.abs(place.y - 419) < 4 && Math.abs(place.height - 31) < 4, JSON.stringify(place))
    assert.ok(place.x > 655 && place.x <= 670 && place.x + place.width > 700, JSON.stringify(place))
  })

  it('is looked for as wide as its field may be, up to what stands next to it', () => {
    const without = page.filter(({ text }) => text !== 'STELLA NOVA')
    const places = placesIn([...without, line('F', 668, 420, 22, 27), line('REPUBLIC', 600, 283, 200, 31)]).map(
      boundsOf,
    )
    assert.equal(places.length, 1)
    const [place] = places
    assert.ok(place && place.x < 412 && place.x + place.width === 600, JSON.stringify(place))
  })

  it('is not looked for when it was read, and never where there is no label for it', () => {
    assert.deepEqual(placesIn([...page, line('F', 668, 420, 22, 27)]), [])
    assert.deepEqual(placesIn(page.filter(({ text }) => text !== 'Sex')), [])
  })
})
