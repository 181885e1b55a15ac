import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  africa,
  latinAmerica,
  southAndEastAsia,
  westAndCentralAsia,
} from '../../../src/formats/personal-numbers/further.ts'
import { NUMBER_RULES } from '../../../src/formats/personal-numbers/read-number.ts'
import type { NumberRule } from '../../../src/formats/personal-numbers/rule.ts'

describe('the rules of personal numbers', () => {
  it('stand in docs/personal-numbers.md as they are', () => {
    const file = new URL('../../../docs/personal-numbers.md', import.meta.url)
    const page = readFileSync(file, 'utf8')
    const head = ['| issuer | number | check digits | states | compared with |', '|---|---|---|---|---|']
    const table = [...head, ...NUMBER_RULES.map(row)].join('\n')
    const wanted = page.replace(
      /<!-- rules -->[\s\S]*<!-- \/rules -->/,
      () => `<!-- rules -->\n${table}\n<!-- /rules -->`,
    )
    if (process.env.UPDATE_DOCS) writeFileSync(file, wanted)
    else assert.equal(page, wanted, 'run UPDATE_DOCS=1 node --test test/formats/personal-numbers/docs.test.ts')
  })

  it('name a source each, and issuers by three letters', () => {
    for (const { name, source, issuers } of NUMBER_RULES) {
      assert.ok(source.length > 5, name)
      for (const issuer of issuers) assert.match(issuer, /^[A-Z]{3}$/)
    }
  })

  it('decide nothing until something independent agrees with them', () => {
    const rules = [...southAndEastAsia, ...westAndCentralAsia, ...africa, ...latinAmerica]
    const alone = rules.filter(({ compared }) => compared === undefined)
    assert.deepEqual(alone.map(({ name }) => name).toSorted(), ['DUI', 'Omang', 'жеке номер'])
    for (const { name, check, birth, sex } of alone) {
      assert.deepEqual({ check, birth, sex }, { check: undefined, birth: undefined, sex: undefined }, name)
    }
  })
})

function row({ issuers, name, check, birth, sex, asDocumentNumber, compared = '' }: NumberRule): string {
  const binding = check?.notBinding ? ` (not binding: ${check.notBinding})` : ''
  const nominal = birth?.nominal ? ` (nominal: ${birth.nominal})` : ''
  const cells = [
    issuers.join(', '),
    asDocumentNumber ? `${name} (number of ${asDocumentNumber.join(', ')})` : name,
    check ? `yes${binding}` : 'no',
    [...(birth ? [`birth${nominal}`] : []), ...(sex ? ['sex'] : [])].join(', '),
    compared,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
