import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Reviewers } from '../../../src/actions/ports/reviewers.ts'
import { createReviewerCheck, hashPassword } from '../../../src/actions/review/check-reviewer.ts'
import { onEveryDatabase } from '../../support/databases.ts'

onEveryDatabase((place) => {
  let reviewers: Reviewers
  let now = new Date('2026-06-15T12:00:00Z')
  const clock = () => now
  before(async () => {
    reviewers = (await place.open({ clock })).reviewers
    await reviewers.create({ username: 'ada', passwordHash: await hashPassword('right'), role: 'reviewer' })
  })

  describe("a reviewer's login", () => {
    it('knows the right password, and nothing of a wrong one or an unknown name', async () => {
      const login = createReviewerCheck(reviewers, clock)
      assert.deepEqual(await login('ada', 'right'), { ok: true, examiner: { username: 'ada', role: 'reviewer' } })
      assert.deepEqual(await login('ada', 'wrong'), { ok: false, refusal: 'WRONG' })
      assert.deepEqual(await login('eve', 'right'), { ok: false, refusal: 'WRONG' })
    })

    it('forgets a verified password when it was changed', async () => {
      const login = createReviewerCheck(reviewers, clock)
      assert.equal((await login('ada', 'right')).ok, true)
      const ada = await reviewers.byUsername('ada')
      assert.ok(ada)
      await reviewers.setPassword(ada.id, await hashPassword('newer'))
      assert.equal((await login('ada', 'right')).ok, false)
      assert.equal((await login('ada', 'newer')).ok, true)
      await reviewers.setPassword(ada.id, await hashPassword('right'))
    })

    it('rests after ten failures in a row, also for the right password, and wakes after a quarter of an hour', async () => {
      const login = createReviewerCheck(reviewers, clock)
      for (let failure = 0; failure < 10; failure++) await login('ada', 'wrong')
      assert.deepEqual(await login('ada', 'right'), { ok: false, refusal: 'LOCKED' })
      now = new Date(now.getTime() + 15 * 60_000)
      assert.equal((await login('ada', 'right')).ok, true)
      assert.equal((await reviewers.byUsername('ada'))?.failedCount, 0)
    })
  })
})
