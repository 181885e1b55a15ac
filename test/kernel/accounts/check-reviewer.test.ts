import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { before, describe, it } from 'node:test'
import { createReviewerCheck, hashDevice } from '../../../src/kernel/accounts/check-reviewer.ts'
import { comparePassword, hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import type { Ports } from '../../../src/kernel/ports/ports.ts'
import { onEveryDatabase } from '../../support/databases.ts'

/** As the service keeps it, but for the cost: these tests compare a hundred times. */
function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const hash = argon2Sync('argon2id', { message: password, nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(hash)}`
}
/** Nobody watches the time here. */
const timer = { now: () => 0, wait: async () => {} }

onEveryDatabase((place) => {
  let ports: Pick<Ports, 'reviewers' | 'signIns' | 'clock'>
  let now = new Date('2026-06-15T12:00:00Z')
  const clock = () => now
  before(async () => {
    const { reviewers, signIns } = await place.open({ clock })
    ports = { reviewers, signIns, clock }
    await reviewers.create({ username: 'ada', passwordHash: quickHash('right'), role: 'reviewer' })
  })

  describe("a reviewer's login", () => {
    const login = (username: string, password: string, device?: string) =>
      createReviewerCheck(ports, timer)({ username, password, network: '198.51.100.7', device })
    const failTenTimes = async () => {
      for (let failure = 0; failure < 10; failure++) await login('ada', 'wrong')
    }
    const later = (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    }

    it('knows the right password, and nothing of a wrong one or an unknown name', async () => {
      assert.deepEqual(await login('ada', 'right'), { ok: true, examiner: { username: 'ada', role: 'reviewer' } })
      assert.deepEqual(await login('ada', 'wrong'), { ok: false, refusal: 'WRONG' })
      assert.deepEqual(await login('eve', 'right'), { ok: false, refusal: 'WRONG' })
    })

    it('forgets a verified password when it was changed', async () => {
      const check = createReviewerCheck(ports, timer)
      const shown = { username: 'ada', network: '198.51.100.7' }
      assert.equal((await check({ ...shown, password: 'right' })).ok, true)
      const ada = await ports.reviewers.byUsername('ada')
      assert.ok(ada)
      await ports.reviewers.change(ada.id, { passwordHash: quickHash('newer') })
      assert.equal((await check({ ...shown, password: 'right' })).ok, false)
      assert.equal((await check({ ...shown, password: 'newer' })).ok, true)
      await ports.reviewers.change(ada.id, { passwordHash: quickHash('right') })
    })

    it('rests after ten failures, also for the right password, says no word of it, and wakes after a quarter of an hour', async () => {
      await failTenTimes()
      assert.deepEqual(await login('ada', 'right'), { ok: false, refusal: 'WRONG' })
      later(15)
      assert.equal((await login('ada', 'right')).ok, true)
      assert.equal((await ports.reviewers.byUsername('ada'))?.failedCount, 0)
    })

    it('forgets failures: after a rest ten more are free, and those of an hour ago do not count', async () => {
      await failTenTimes()
      later(16)
      await login('ada', 'wrong')
      assert.equal((await login('ada', 'right')).ok, true, 'one more failure does not lock again')
      for (let failure = 0; failure < 9; failure++) await login('ada', 'wrong')
      later(60)
      await login('ada', 'wrong')
      assert.equal((await login('ada', 'right')).ok, true)
    })

    it('spares a device that has signed in before, which has ten failures of its own', async () => {
      const device = 'a browser that Ada has signed in with'
      await ports.signIns.rememberDevice(hashDevice(device), 'ada', now)
      await failTenTimes()
      assert.equal((await login('ada', 'right')).ok, false)
      assert.equal((await login('ada', 'right', 'a device made up')).ok, false)
      assert.equal((await login('ada', 'right', device)).ok, true)
      await failTenTimes()
      for (let failure = 0; failure < 10; failure++) await login('ada', 'wrong', device)
      assert.equal((await login('ada', 'right', device)).ok, false, 'one that guesses is trusted no more')
      later(16)
    })

    it('answers an unknown, a locked and a wrong one on the quarter of a second, so that the time tells nothing', async () => {
      await failTenTimes()
      for (const [username, password, taken] of [
        ['eve', 'right', 30],
        ['ada', 'right', 249],
        ['ada', 'wrong', 251],
      ] as const) {
        const waits: number[] = []
        const times = [1000, 1000 + taken]
        const check = createReviewerCheck(ports, {
          now: () => times.shift() ?? assert.fail('it looks at the time twice'),
          wait: async (milliseconds) => void waits.push(milliseconds),
        })
        assert.equal((await check({ username, password, network: '198.51.100.7' })).ok, false)
        assert.deepEqual(waits, [taken < 250 ? 250 - taken : 500 - taken], `${username} ${password}`)
      }
      later(16)
    })

    it('answers at once when it lets in', async () => {
      const check = createReviewerCheck(ports, { now: () => 0, wait: async () => assert.fail('it waits') })
      assert.equal((await check({ username: 'ada', password: 'right', network: '198.51.100.7' })).ok, true)
    })
  })
})

describe('comparing passwords', () => {
  it('knows the hashes of earlier versions', async () => {
    const earlier = '$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$cTLmpgKLeruU6za+t2cUZ3fNfHVCYhGoJ8inpcUNcwc'
    assert.equal(await comparePassword('correct horse', earlier, { network: 'a' }), 'right')
    const hash = await hashPassword('correct horse')
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.equal(await comparePassword('correct horse', hash, { network: 'a' }), 'right')
    assert.equal(await comparePassword('wrong horse', hash, { network: 'a' }), 'wrong')
    assert.equal(await comparePassword('correct horse', 'not a hash', { network: 'a' }), 'wrong')
    assert.equal(await comparePassword('correct horse', undefined, { network: 'a' }), 'wrong')
  })

  it('leaves this thread free under 150 at once, tells most of them to come back, and serves another network', async () => {
    const hash = await hashPassword('right')
    const before = performance.eventLoopUtilization()
    let compared = 0
    const flood = Array.from({ length: 150 }, async () => {
      const answer = await comparePassword('wrong', hash, { network: 'flood' })
      if (answer === 'wrong') compared++
      return answer
    })
    assert.equal(await comparePassword('right', hash, { network: 'elsewhere' }), 'right')
    const comparedFirst = compared
    const answers = await Promise.all(flood)
    const { utilization } = performance.eventLoopUtilization(before)
    assert.ok(answers.filter((answer) => answer === 'busy').length > 100)
    assert.ok(compared > 0)
    assert.ok(comparedFirst < compared / 2, `${comparedFirst} of ${compared} were compared before the other network's`)
    assert.ok(utilization < 0.9, `this thread was busy for ${utilization} of the time`)
  })
})
