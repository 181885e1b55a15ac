import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addsUp, NUMBER_RULES, readNumber } from '../../../src/formats/personal-numbers/read-number.ts'
import { EXAMPLES } from './examples.ts'

const read = (country: string, number: string) => {
  const statement = readNumber(country, number)
  assert.ok(statement, `${country} ${number} has no rule's form`)
  return statement
}

/** Czech numbers before 1954 have no check. */
const BEFORE_1954 = '110101111'
/** The Swedish check leaves out the century. */
const WITH_CENTURY = '19640823-3234'

describe('a number that an issuer publishes', () => {
  for (const { country, number, births, sex, check = 'valid' } of EXAMPLES) {
    it(`adds up and says what it is known to say: ${country} ${number}`, () => {
      const statement = read(country, number)
      assert.deepEqual({ check: statement.check, births: statement.births, sex: statement.sex }, { check, births, sex })
      assert.ok(addsUp(statement))
    })
  }

  it('is there for every rule', () => {
    const shown = new Set(EXAMPLES.map(({ country, number }) => read(country, number).rule.name))
    // Foreigners in Bulgaria: the form is that of every citizen's number, and the test below has one.
    const missing = NUMBER_RULES.filter(({ name }) => !shown.has(name)).map(({ name }) => name)
    assert.deepEqual(missing, ['ЛНЧ'])
  })
})

/** Checks that promise to notice every digit that is changed alone: no two remainders are written alike. */
const PROMISED = ['POL', 'HUN', 'CHE', 'HRV', 'FIN', 'SWE', 'NOR', 'NLD', 'FRA', 'ESP', 'GRC', 'TUR', 'CHN', 'ISR']

describe('a changed digit', () => {
  it('is noticed in every place, where the check promises it', () => {
    for (const { country, number } of EXAMPLES.filter((example) => PROMISED.includes(example.country))) {
      if (number === WITH_CENTURY) continue
      for (const changed of withOneDigitChanged(number)) {
        const statement = readNumber(country, changed)
        assert.ok(!statement || !addsUp(statement), `${country} ${number} as ${changed}`)
      }
    }
  })

  it('is noticed nine times in ten under every other check that binds', () => {
    for (const { country, number, check } of EXAMPLES.filter((example) => !PROMISED.includes(example.country))) {
      if (check !== undefined || number === BEFORE_1954) continue
      if (read(country, number).rule.check?.notBinding) continue
      const changed = withOneDigitChanged(number)
      const passed = changed.filter((other) => {
        const statement = readNumber(country, other, ({ name }) => name === read(country, number).rule.name)
        return statement && addsUp(statement)
      })
      assert.ok(passed.length <= changed.length / 10, `${country} ${number}: ${passed.join(' ')}`)
    }
  })
})

describe('the numbers of a day', () => {
  /** Two digits close the numbers of these, one sign those of the rest. */
  const TWO = ['NOR', 'BEL', 'FRA', 'TUR', 'BRA']
  const bound = EXAMPLES.filter(({ country, number, check }) => {
    const binds = read(country, number).rule.check?.notBinding === undefined
    // A CURP has letters of the name before its last two signs, not a serial number.
    return check === undefined && binds && number !== BEFORE_1954 && country !== 'MEX'
  })

  it('have one check digit each, or none where none is issued', () => {
    for (const { country, number } of bound) {
      const { rule } = read(country, number)
      const width = TWO.includes(country) ? 2 : 1
      const accepted = serials(number, width).map(
        (serial) =>
          endings(width).filter(
            (ending) => readNumber(country, serial + ending, ({ name }) => name === rule.name)?.check === 'valid',
          ).length,
      )
      // A Belgian number may be one of either century, each with its own check.
      const most = country === 'BEL' ? 2 : 1
      assert.ok(
        accepted.every((count) => count <= most),
        `${country} ${number}: ${accepted.join(' ')}`,
      )
      // Two checks modulo 11 that may not be ten leave 83 of 100.
      assert.ok(accepted.filter((count) => count > 0).length >= 75, `${country} ${number}: ${accepted.join(' ')}`)
    }
  })
})

describe('a number', () => {
  it('that states a day which does not exist does not add up', () => {
    assert.equal(addsUp(read('POL', '44151401350')), false)
    assert.deepEqual(read('EST', '37602300296').births, [])
  })

  it('states no birth where its register knows none', () => {
    assert.equal(read('LTU', '33300000003').births, undefined)
    assert.equal(read('BEL', '40000095579').births, undefined)
    assert.equal(read('FRA', '255991416802538').births, undefined)
  })

  it('of a person registered by coordination, in Norway or in Belgium, states the birth all the same', () => {
    // Day + 40: 5510869508 with check digits reckoned again.
    const norwegian = Array.from({ length: 100 }, (_, digits) => `551086950${String(digits).padStart(2, '0')}`)
    const [valid, ...others] = norwegian.filter((number) => read('NOR', number).check === 'valid')
    assert.equal(others.length, 0)
    assert.deepEqual(read('NOR', valid ?? '').births, ['1986-10-15'])
    // 85 47 30 033: 854730033 leaves 93 when divided by 97.
    assert.deepEqual(read('BEL', `854730033${97 - (854730033 % 97)}`).births, ['1985-07-30'])
  })

  it('of another form or another country is not judged', () => {
    assert.equal(readNumber('POL', '4405140135'), undefined)
    assert.equal(readNumber('CZE', '991231123'), undefined)
    assert.equal(readNumber('DEU', '44051401359'), undefined)
  })

  it('of a foreigner in Bulgaria is told from a citizen’s by its own check', () => {
    // 1·21 + 9·1 = 30, a check digit of 0; as a citizen's number it would state a day 0.
    const statement = read('BGR', '1000000090')
    assert.equal(statement.rule.name, 'ЛНЧ')
    assert.ok(addsUp(statement))
  })
})

function withOneDigitChanged(number: string): string[] {
  return [...number].flatMap((sign, index) =>
    /\d/.test(sign)
      ? [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
          (more) => number.slice(0, index) + String((Number(sign) + more) % 10) + number.slice(index + 1),
        )
      : [],
  )
}

/** The number up to its check digits, with a hundred serial numbers. */
function serials(number: string, width: number): string[] {
  const head = number
    .replaceAll(/[ .]/g, '')
    .replace(/-(?=.$)/, '')
    .slice(0, -width - 2)
  return Array.from({ length: 100 }, (_, serial) => head + String(serial).padStart(2, '0'))
}

const endings = (width: number): string[] =>
  width === 2
    ? Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, '0'))
    : [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
