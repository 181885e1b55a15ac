import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planSessions, tallySessions } from '../../../../../lab/evaluate/sets/sessions/session-plan.ts'

describe('the plan of whole sessions', () => {
  it('is two hundred sessions, none of them twice', () => {
    const plan = planSessions()
    assert.equal(plan.length, 200)
    assert.equal(new Set(plan.map(({ scenario, number }) => `${scenario} ${number}`)).size, 200)
  })

  it('a part of it has its share of every scenario', () => {
    const part = planSessions().slice(0, 50)
    const of = (name: string) => part.filter(({ scenario }) => scenario === name).length
    assert.ok(of('genuine') >= 11 && of('genuine') <= 14, String(of('genuine')))
    for (const attack of ['expired', 'screen', 'wrong check digit']) assert.equal(of(attack), 4, attack)
  })

  it('counts how they ended and how many needed another picture', () => {
    const about = { kind: 'td3' as const, reasons: [] }
    const [genuine, screen, ...none] = tallySessions([
      { ...about, scenario: 'screen', number: 0, end: 'refer', retakes: 0 },
      { ...about, scenario: 'genuine', number: 0, end: 'approve', retakes: 2 },
      { ...about, scenario: 'genuine', number: 1, end: 'refused', retakes: 2 },
      { ...about, scenario: 'genuine', number: 2, end: 'approve', retakes: 0 },
    ])
    assert.deepEqual(none, [])
    assert.deepEqual(genuine, {
      scenario: 'genuine',
      n: 3,
      ends: { approve: 2, refer: 0, reject: 0, incomplete: 0, refused: 1 },
      retaken: 2,
    })
    assert.equal(screen?.ends.refer, 1)
  })
})
