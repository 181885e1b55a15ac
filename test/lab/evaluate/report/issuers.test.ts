import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addIssuers, type IssuersFigures, issuersRead } from '../../../../lab/evaluate/report/tables/issuers.ts'

const tally = (issuers: number, right: number) => ({
  issuers,
  named: { n: 2 * issuers, right },
  values: { n: 10 * issuers, right: 5 * right },
  dates: { n: 4 * issuers, right: 2 * right },
})

const part = (script: string, issuers: number, right: number): IssuersFigures => ({
  scripts: [{ script, ...tally(issuers, right) }],
  leftOut: tally(0, 0),
  others: tally(issuers, right),
  all: tally(issuers, right),
})

describe('figures of issuers measured in parts', () => {
  it('add up by script and over all', () => {
    const both = addIssuers(part('Thai', 1, 2), addIssuers(part('Arabic', 2, 3), part('Arabic', 1, 1)))
    assert.deepEqual(
      both.scripts.map(({ script, issuers, named }) => [script, issuers, named.right]),
      [
        ['Arabic', 3, 4],
        ['Thai', 1, 2],
      ],
    )
    assert.deepEqual(both.all, { ...tally(4, 6) })
    assert.equal(issuersRead(both).rows.length, 3)
  })

  it('are as they are where nothing came before', () => {
    assert.deepEqual(addIssuers(part('Thai', 1, 2)), part('Thai', 1, 2))
  })
})
