import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type LoginGuard, loginGuard } from '../../../../src/kernel/accounts/auth/login-guard.ts'
import { createReviewerCheck } from '../../../../src/kernel/accounts/check-reviewer.ts'
import { hashPassword } from '../../../../src/kernel/accounts/passwords.ts'
import { makeCode } from '../../../../src/kernel/accounts/second-factor.ts'
import type { Storage } from '../../../../src/kernel/storage/open.ts'
import { openStorage } from '../../../../src/kernel/storage/open.ts'
import { onEveryDatabase } from '../../../support/databases.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')

onEveryDatabase((place) => {
  describe('failed logins', () => {
    let nodes: Storage[]
    before(async () => {
      const options = await place.options()
      const first = await openStorage(options)
      // Two processes may use one SQLite file; two connections of one process would wait for each other.
      nodes = [first, place.kind === 'sqlite' ? first : await openStorage(options)]
    })
    after(() => Promise.all([...new Set(nodes)].map((node) => node.close())))

    const guards = () => nodes.map((node) => loginGuard(node.loginFailures))
    const wrong = async (guard: LoginGuard, name: string, address: string, at = 0) =>
      (
        await guard.attempt(
          { name, address },
          NOW.getTime() + at,
          async () => 'wrong' as const,
          (said) => said,
        )
      ).wait
    const right = (guard: LoginGuard, name: string, address: string, at = 0) =>
      guard.attempt(
        { name, address },
        NOW.getTime() + at,
        async () => 'right' as const,
        (said) => said,
      )

    it('are free five times, then wait twice as long each time, and start again after a success', async () => {
      const [guard, other] = guards()
      assert.ok(guard && other)
      let at = 0
      const waits: number[] = []
      for (let count = 0; count < 14; count++) {
        const node: LoginGuard = count % 2 ? guard : other
        const wait: number = await wrong(node, 'patient', 'address p', at)
        waits.push(wait)
        if (wait === 0) continue
        at += wait * 1000
        assert.equal(await wrong(node, 'patient', 'address p', at), 0)
      }
      assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
      assert.ok((await right(guard, 'patient', 'address p', at)).wait > 0, 'not even the right one, while it waits')
      assert.equal((await right(guard, 'patient', 'address p', at + 60_000)).wait, 0)
      for (let count = 0; count < 5; count++) assert.equal(await wrong(other, 'patient', 'address p', at + 60_000), 0)
    })

    it('count for the name from every address, and for the address under every name, on every node', async () => {
      const [guard, other] = guards()
      assert.ok(guard && other)
      for (let count = 0; count < 5; count++) await wrong(guard, 'name', `address ${count}`)
      assert.ok((await wrong(other, 'name', 'fresh address')) > 0)
      assert.equal(await wrong(other, 'other', 'fresh address'), 0)
      for (let count = 0; count < 5; count++) await wrong(guard, `name ${count}`, 'address')
      assert.ok((await wrong(other, 'fresh name', 'address')) > 0)
    })

    it('are forgotten after a quarter of an hour, or when the clock was far ahead', async () => {
      const [guard] = guards()
      assert.ok(guard)
      const quarter = 15 * 60_000
      for (let count = 0; count < 6; count++) await wrong(guard, 'late', 'address l')
      assert.equal(await wrong(guard, 'late', 'address l', quarter + 1), 0)
      for (let count = 0; count < 6; count++) await wrong(guard, 'ahead', 'address a', 2 * quarter)
      assert.equal(await wrong(guard, 'ahead', 'address a'), 0)
    })

    it('of strangers do not lock out an address that has logged in before', async () => {
      const [guard] = guards()
      assert.ok(guard)
      await right(guard, 'integrator', 'home')
      for (let count = 0; count < 50; count++) await wrong(guard, 'integrator', `stranger ${count}`, 1)
      assert.equal((await right(guard, 'integrator', 'home', 2)).wait, 0)
    })

    it('do not hold up a client that begins with many at once', async () => {
      const [guard, other] = guards()
      assert.ok(guard && other)
      const all = Array.from({ length: 40 }, (_, at) => right(at % 2 ? guard : other, 'busy', 'address b'))
      assert.ok((await Promise.all(all)).every(({ wait }) => wait === 0))
    })

    it('are no failures when nothing was compared, or the comparison failed', async () => {
      const [guard] = guards()
      assert.ok(guard)
      const who = { name: 'unsure', address: 'address u' }
      for (let count = 0; count < 20; count++) {
        await guard.attempt(
          who,
          NOW.getTime(),
          async () => 'neither' as const,
          (said) => said,
        )
        await assert.rejects(
          guard.attempt(
            who,
            NOW.getTime(),
            () => Promise.reject(new Error('down')),
            () => 'wrong',
          ),
        )
      }
      assert.equal(await wrong(guard, 'unsure', 'address u'), 0)
    })

    it('let five of 200 simultaneous second factors through, on two nodes, from a known browser or not', async () => {
      const [one] = nodes
      assert.ok(one)
      const secret = Buffer.alloc(20, 7)
      const password = 'a long password of the reviewer'
      await one.reviewers.create({ username: 'ann', passwordHash: await hashPassword(password), role: 'admin' })
      const ann = await one.reviewers.byUsername('ann')
      assert.ok(ann)
      await one.reviewers.change(ann.id, { totpSecret: secret })
      const clock = () => NOW
      const wrongCode = makeCode(secret, NOW) === '123456' ? '123457' : '123456'
      const checks = nodes.map((node) =>
        createReviewerCheck({ ...node, clock }, { now: () => 0, wait: async () => {} }),
      )
      // So that the slow hash is remembered, and the guesses come at full speed.
      for (const check of checks)
        assert.deepEqual(await check({ username: 'ann', password, network: 'n' }), {
          ok: false,
          refusal: 'SECOND_FACTOR_NEEDED',
        })
      const doors = guards().map((guard, at) => ({ guard, check: checks[at] }))
      for (const device of [undefined, 'browser']) {
        let compared = 0
        const guess = async (count: number) => {
          const { guard, check } = doors[count % 2] ?? {}
          assert.ok(guard && check)
          const address = `address ${count}`
          const shown = { username: 'ann', password, code: wrongCode, network: address }
          await guard.attempt(
            { name: 'reviewer ann', address, device },
            NOW.getTime(),
            async () => {
              compared++
              return check(shown)
            },
            (outcome) => (outcome.ok ? 'right' : 'wrong'),
          )
        }
        await Promise.all(Array.from({ length: 200 }, (_, count) => guess(count)))
        assert.equal(compared, 5)
      }
    })

    it('are stored without the name, which may be a password', async () => {
      const [guard] = guards()
      const [one] = nodes
      assert.ok(guard && one)
      await wrong(guard, 'typed-here-by-mistake', 'address s')
      const rows = await one.database.db.selectFrom('login_failure').selectAll().execute()
      assert.ok(rows.length > 0)
      assert.ok(rows.every(({ key_hash }) => /^[0-9a-f]{64}$/.test(key_hash)))
    })
  })
})
