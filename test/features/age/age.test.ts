import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { judgeEstimate, NO_MARGIN, withEstimate, YES_MARGIN } from '../../../src/features/age/domain/age.ts'

describe('the margins of an age limit', () => {
  it('are those that were measured', () => {
    const path = new URL('../../../docs/figures/age.json', import.meta.url)
    const { margins } = JSON.parse(readFileSync(path, 'utf8')).figures as {
      margins: { which: string; ages: string; years: { share: number; years: number }[] }[]
    }
    const measured = (which: string, ages: string, share: number) =>
      margins
        .find((margin) => margin.which === which && margin.ages === ages)
        ?.years.find((exceeded) => exceeded.share === share)?.years ?? assert.fail(`no ${which} of ${ages}`)
    assert.equal(YES_MARGIN['1%'], Math.ceil(measured('too old', '8–24', 0.01)))
    assert.equal(YES_MARGIN['0.1%'], Math.ceil(measured('too old', '8–24', 0.001)))
    assert.equal(NO_MARGIN, Math.ceil(measured('too young', '18–29', 0.01)))
  })

  const question = { atLeast: 18, minorsAccepted: '1%' } as const

  it('leave it open within them', () => {
    assert.equal(judgeEstimate({ ...question, lowest: 18 + YES_MARGIN['1%'] }), 'YES')
    assert.equal(judgeEstimate({ ...question, lowest: 17 + YES_MARGIN['1%'] }), 'UNSURE')
    assert.equal(judgeEstimate({ ...question, minorsAccepted: '0.1%', lowest: 18 + YES_MARGIN['1%'] }), 'UNSURE')
    assert.equal(judgeEstimate({ ...question, atLeast: 25, lowest: 25 - NO_MARGIN }), 'UNSURE')
    assert.equal(judgeEstimate({ ...question, atLeast: 25, lowest: 24 - NO_MARGIN }), 'NO')
    assert.equal(judgeEstimate(question), 'UNSURE')
  })

  it('go by the lowest of several selfies, and by none where one could not be estimated', () => {
    const once = withEstimate(question, 30, true)
    assert.deepEqual(once, { ...question, lowest: 30 })
    assert.equal(withEstimate(once, 60, false).lowest, 30)
    assert.equal(withEstimate(once, 20, false).lowest, 20)
    const lost = withEstimate(once, undefined, false)
    assert.equal(lost.lowest, undefined)
    assert.equal(withEstimate(lost, 60, false).lowest, undefined)
  })
})
