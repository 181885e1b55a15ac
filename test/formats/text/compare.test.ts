import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { alpha3Of, comparable, distance, sameNameAs, sexOf } from '../../../src/formats/text/compare.ts'
import { transliterate, transliterations } from '../../../src/formats/text/transliterate.ts'

const name = { kind: 'name' } as const

describe('distances between a printed value and its MRZ', () => {
  const same: [string, string][] = [
    ['MÜLLER', 'MUELLER'],
    ['MÜLLER', 'MULLER'],
    ['MUELLER', 'MULLER'],
    ['Mu\u0308ller', 'MUXXLLER'],
    ['Ørsted', 'OERSTED'],
    ['Ñandú', 'NXXANDU'],
    ['Þór', 'THOR'],
    ['Straße', 'STRASSE'],
    ['Łódź', 'LODZ'],
    ['Əliyev', 'ALIYEV'],
    ['O’Neil-Smith', 'ONEIL<SMITH'],
    ['СИДОРЕНКО', 'SYDORENKO'],
    ['Щука', 'SHCHUKA'],
    ['محمد', 'MXHMD'],
    ['ΝΙΚΟΣ', 'NIKOS'],
  ]
  for (const [a, b] of same) {
    it(`are 0 for ${a} and ${b}`, () => assert.equal(distance(a, b, name), 0))
  }

  it('count a swapped digit', () => {
    assert.equal(distance('X1234567', 'X1243567', { kind: 'number' }), 2)
    assert.equal(distance('X1234567', 'X1234568', { kind: 'number' }), 1)
  })

  it('do not take a letter of a number for another', () => {
    assert.equal(distance('AUE12', 'AU12', { kind: 'number' }), 1)
    assert.equal(distance('O1', '01', { kind: 'number' }), 1)
  })

  it('let a name that was cut at the end of its field agree', () => {
    assert.equal(distance('ANDRÉ ESTEVÃO', 'ANDRE ESTEV', { ...name, truncated: true }), 0)
    assert.equal(distance('ANDRÉ ESTEVÃO', 'ANDRE ESTEV', name), 2)
  })

  it('compare dates as dates', () => {
    assert.equal(distance('1974-08-12', '740812', { kind: 'date' }), 0)
    assert.equal(distance('1974-08-12', '1974-08-21', { kind: 'date' }), 2)
  })

  it('compare countries by what they are, not how they are written', () => {
    assert.equal(distance('D', 'DEU', { kind: 'country' }), 0)
    assert.equal(distance('AZƏRBAYCAN/AZERBAIJAN', 'AZE', { kind: 'country' }), 0)
    assert.ok(distance('FRA', 'DEU', { kind: 'country' }) > 0)
  })

  it('never call an unread value equal', () => {
    assert.ok(distance('', '', { kind: 'sex' }) > 0)
    assert.equal(distance('ABC', '', name), 3)
  })

  it('are those of Levenshtein for plain letters and digits, symmetric and 0 only for equal texts', () => {
    const text = fc.stringMatching(/^[B-DF-HJ-NP-TV-Z0-9]{0,12}$/)
    fc.assert(
      fc.property(text, text, (a, b) => {
        assert.equal(distance(a, b), levenshtein(a, b))
        assert.equal(distance(a, b), distance(b, a))
      }),
    )
  })

  it('are 0 between any text and each of its transliterations', () => {
    const letters = fc.constantFrom(...Array.from('AÄÅÆÇÐĐƏĞÑÖØŞßÞÜЖЩЮЯЇХباخشDE'))
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (parts, choices) => {
        const text = parts.join('')
        const spelled = transliterations(text)
          .map((spellings) => spellings[Number(choices.next().value) % spellings.length])
          .join('')
        assert.equal(distance(text, spelled, name), 0)
      }),
    )
  })
})

describe('sex', () => {
  it('is understood in the forms documents print', () => {
    const cases = {
      M: 'M',
      'K/M': 'M',
      'Q/F': 'F',
      'Ж/F': 'F',
      female: 'F',
      '<': 'X',
      X: 'X',
      'M/F': undefined,
      '': undefined,
    }
    for (const [printed, sex] of Object.entries(cases)) assert.equal(sexOf(printed), sex, printed)
    assert.equal(comparable('K/M', 'sex'), 'M')
  })

  it('is understood in the words of the world’s issuers', () => {
    const words = {
      M: 'VARÓN LAKI-LAKI LELAKI MĘŻCZYZNA MOŠKI KARLKYN MASCULÍ MUME GASON ΑΡΡΕΝ ЧОЛОВІЧА МУЖЧЫНСКІ МЪЖ МУШКО МАРД ЕРКЕК نارینه نێر 男 ذكر ชาย',
      F: 'MUJER PEREMPUAN WANITA KOBIETA ŽENSKA KVENKYN FEMENÍ MKE FANM VROUW KVINNE ΘΗΛΥ ЖІНОЧА ЖАНОЧЫ ЖЕНА ЖЕНСКО ЗАН ӘЙЕЛ AÝAL ښځینه مێ 女 أنثى หญิง',
    }
    for (const [sex, texts] of Object.entries(words))
      for (const text of texts.split(' ')) assert.equal(sexOf(text), sex, text)
  })

  it('is not guessed from an M of an issuer whose cards print H and M, hombre and mujer', () => {
    const card = { country: 'MEX', type: 'IDENTITY_CARD' }
    assert.equal(sexOf('M', card), undefined)
    assert.equal(sexOf('H', card), 'M')
    assert.equal(sexOf('MUJER', card), 'F')
    assert.equal(sexOf('M', { country: 'MEX', type: 'PASSPORT' }), 'M')
    assert.equal(sexOf('M', { country: 'ESP', type: 'IDENTITY_CARD' }), 'M')
  })
})

describe('whether two names are the same', () => {
  it('is what a distance of zero says', () => {
    assert.ok(sameNameAs('MUELLER')('Müller'))
    assert.ok(sameNameAs('')('-'))
    assert.ok(!sameNameAs('MUELLER')('MILLER'))
    const letter = fc.constantFrom(..."AOUEÄÖßÅÉðÞİıШёالفضّة國- '", '\u0301', '\u0308', 'AE', 'OE', 'SS', 'SHCH')
    const name = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(name, name, (a, b) => assert.equal(sameNameAs(a)(b), distance(b, a, { kind: 'name' }) === 0)),
      { numRuns: 2000 },
    )
  })
})

describe('transliteration', () => {
  it('takes the first recommendation of ICAO 9303 part 3', () => {
    assert.equal(transliterate('Ærøskøbing Ångström Weiß'), 'AEROESKOEBING AANGSTROEM WEISS')
    assert.equal(transliterate('Хрущёв'), 'KHRUSHCHEV')
    assert.equal(transliterate('الرازي'), 'ALRAZY')
    assert.equal(transliterate('فضّة'), 'FXDZXDZXAH')
  })
})

function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}

describe('the country that a document states', () => {
  it('is known by a code or a name, also next to its name in another language', () => {
    const cases = { UKR: 'UKR', 'Україна/UKR': 'UKR', 'T.C./TUR': 'TUR', Portugal: 'PRT', 'БЪЛГАРИЯ / BULGARIA': 'BGR' }
    for (const [printed, code] of Object.entries(cases)) assert.equal(alpha3Of(printed), code, printed)
    assert.equal(alpha3Of('UTOPISCH'), undefined)
    assert.equal(alpha3Of(''), undefined)
  })
})
