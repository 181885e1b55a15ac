import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FoundSession } from '../../../src/kernel/review/contract/console-search.ts'
import { EXPORT_FORMATS } from '../../../src/kernel/review/routes/console-sessions.ts'

const row = (externalId: string): FoundSession => ({
  id: '0b9f0d9e-54d4-4d0c-8f83-3a1f0d6cf5b1',
  tenant: 'acme',
  mode: 'test',
  status: 'PENDING',
  createdUtc: '2026-06-15T10:00:00.000Z',
  externalId,
})

describe('sessions as rows', () => {
  it('are CSV that a spreadsheet takes as text, never as a formula', () => {
    const written = (externalId: string) => EXPORT_FORMATS.csv.row(row(externalId))
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1+1', '＝1+1', '＠SUM(A1)'])
      assert.ok(written(formula).includes(`,"'${formula}"\r\n`), JSON.stringify(formula))
    assert.match(written('order "7", late'), /,"order ""7"", late"\r\n$/)
    assert.equal(EXPORT_FORMATS.csv.head().split(',').length, written('plain').split(',').length)
  })

  it('are JSON, one a line', () => {
    const text = EXPORT_FORMATS.jsonl.row(row('=1\n2'))
    assert.deepEqual(JSON.parse(text), row('=1\n2'))
    assert.equal(text.indexOf('\n'), text.length - 1)
  })
})
