import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { issueDocument } from '../../../../packages/specimen/src/issue/issue.ts'
import { fictionalPerson } from '../../../../packages/specimen/src/issue/person.ts'
import { personalNumber } from '../../../../packages/specimen/src/issue/personal-number.ts'
import { stateCodes, stateOf } from '../../../../packages/specimen/src/issue/states.ts'
import { random } from '../../../../packages/specimen/src/random.ts'
import { addsUp, readNumber } from '../../../../src/formats/personal-numbers/read-number.ts'

const today = '2026-06-15'

describe('the personal number of a specimen', () => {
  it('adds up and states its holder’s birth and sex, whichever state issues it', () => {
    const judged = new Set<string>()
    for (const country of stateCodes()) {
      for (let seed = 0; seed < 40; seed++) {
        const { personalNumber: number, person } = issueDocument({ kind: 'td3', country, seed, faults: [], today })
        const statement = number === undefined ? undefined : readNumber(country, number)
        if (!statement) continue
        judged.add(country)
        assert.ok(addsUp(statement), `${country} ${number}`)
        assert.ok(statement.births?.includes(person.dateOfBirth) ?? true, `${country} ${number} ${person.dateOfBirth}`)
        assert.equal(statement.sex ?? person.sex, person.sex)
      }
    }
    assert.deepEqual([...judged].sort(), ['CZE', 'ESP', 'EST', 'HUN', 'POL', 'ROU', 'SVK', 'SWE', 'UKR'])
  })

  it('has nine digits for a Czech born before 1954 and states the century of those born since 2000', () => {
    const person = fictionalPerson(1, 'cs', today)
    const born = (dateOfBirth: string, country: string) =>
      personalNumber(stateOf(country), { ...person, dateOfBirth, sex: 'F' }, random('x'))
    assert.match(born('1950-02-03', 'CZE') ?? '', /^505203\/\d{3}$/)
    assert.match(born('2004-02-03', 'POL') ?? '', /^042203/)
    assert.match(born('2004-02-03', 'EST') ?? '', /^6040203/)
    assert.match(born('2004-02-03', 'ROU') ?? '', /^6040203/)
    assert.match(born('2004-02-03', 'HUN') ?? '', /^4-040203/)
  })

  it('is the number of a Spanish licence', () => {
    const { number, personalNumber: personal } = issueDocument({
      kind: 'eu-licence',
      country: 'ESP',
      seed: 1,
      faults: [],
      today,
    })
    assert.equal(number.replace('-', ''), personal)
  })
})
