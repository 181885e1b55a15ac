import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sessionsOf } from '../../../src/apps/console/address.ts'
import { type Fields, requestOf, saidOf, wordsOf } from '../../../src/apps/console/screens/session-filter.ts'

const range = { from: '2026-03-01', tenant: 'shop', mode: 'test' } as const
const fieldsOf = (address: string): Fields => {
  const { mode: _, ...fields } = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
  return fields
}

describe('the filter of sessions', () => {
  it('asks for what a mark of the overview counts, in days of UTC', () => {
    const day = sessionsOf(range, { status: 'approved', from: '2026-03-05', to: '2026-03-05' })
    assert.match(day, /[?&]tenant=shop&mode=test$/)
    assert.deepEqual(requestOf(fieldsOf(day)), {
      statuses: ['AUTO_APPROVED', 'MANUAL_APPROVED'],
      tenant: 'shop',
      from: '2026-03-05T00:00:00.000Z',
      before: '2026-03-06T00:00:00.000Z',
    })
    const span = sessionsOf(range, { decidedBy: 'reviewer', decidedFrom: range.from, over: '5', under: '15' })
    assert.deepEqual(requestOf(fieldsOf(span)), {
      tenant: 'shop',
      decided: { by: 'reviewer', from: '2026-03-01T00:00:00.000Z', overMinutes: 5, underMinutes: 15 },
    })
    assert.deepEqual(requestOf({ status: 'PENDING', country: 'uto' }), { status: 'PENDING', country: 'UTO' })
  })

  it('says in words what no field shows, and carries it along', () => {
    const fields = { reached: 'front', utc: '1', from: '2026-03-01', country: 'UTO' }
    assert.equal(wordsOf(fields), 'Stopped at “Front”')
    assert.deepEqual(saidOf(fields), { reached: 'front', utc: '1' })
    assert.equal(
      wordsOf({ decidedBy: 'rules', over: '1', under: '5', decidedFrom: '2026-03-01' }),
      'Decided automatically in 1 min to 5 min, since 2026-03-01 (UTC)',
    )
    assert.equal(wordsOf({ country: 'UTO' }), '')
  })
})
