import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openClockWatch, sweep } from '../../../src/kernel/operations/sweep.ts'
import { freshSession } from '../../storage/sample.ts'
import { onEveryDatabase } from '../../support/databases.ts'

const MINUTE = 60_000
const [HOUR, DAY, YEAR] = [60 * MINUTE, 24 * 60 * MINUTE, 365 * 24 * 60 * MINUTE]

function opened(stored = new Map<string, string>(), at = Date.UTC(2026, 5, 15)) {
  const time = { wall: at, watch: 0 }
  const settings = {
    get: async (name: string) => stored.get(name),
    set: async (name: string, value: string) => void stored.set(name, value),
  }
  const doubt = openClockWatch(
    settings,
    () => new Date(time.wall),
    () => time.watch,
  )
  const pass = (ms: number, jump = 0) => {
    time.wall += ms + jump
    time.watch += ms
    return doubt()
  }
  return { stored, doubt, pass, time }
}

describe('the clock, before anything is erased by its age', () => {
  it('is relied on while it runs, however slowly sweeps follow', async () => {
    const { doubt, pass } = opened()
    assert.equal(await doubt(), undefined)
    for (const ms of [MINUTE, DAY, 30 * DAY]) assert.equal(await pass(ms), undefined)
    assert.equal(await pass(MINUTE, 2 * MINUTE), undefined, 'a correction of minutes')
  })

  for (const [what, jump, why] of [
    ['an hour ahead', HOUR, /60 minutes/],
    ['an hour back', -HOUR, /-60 minutes/],
    ['a year ahead', YEAR, /365 days/],
    ['a year back', -YEAR, /-365 days/],
  ] as const)
    it(`is in doubt for a day after a jump of ${what}, also over a restart`, async () => {
      const { doubt, pass, stored, time } = opened()
      await doubt()
      assert.match((await pass(MINUTE, jump)) ?? '', why)
      assert.ok(await pass(12 * HOUR))
      const again = opened(stored, time.wall + MINUTE)
      assert.ok(await again.doubt(), 'the process began again')
      assert.ok(await again.pass(11 * HOUR))
      assert.equal(await again.pass(2 * HOUR), undefined)
    })

  it('is in doubt after a start that is weeks after the last sweep, or before it', async () => {
    const { doubt, stored, time } = opened()
    await doubt()
    for (const away of [8 * DAY, -HOUR]) assert.ok(await opened(new Map(stored), time.wall + away).doubt())
    assert.equal(await opened(new Map(stored), time.wall + 6 * DAY).doubt(), undefined)
  })
})

onEveryDatabase((place) => {
  describe('a sweep under a clock in doubt', () => {
    it('expires and erases nothing by its age, and finishes what was begun', async () => {
      const storage = await place.open()
      const [old, begun] = [freshSession(), freshSession()]
      for (const session of [old, begun]) await storage.sessions.create(session)
      await storage.sessions.beginErasure('acme', begun.id)
      const said: (string | undefined)[] = []
      const log = {
        movedAside() {},
        removed() {},
        refused() {},
        waits: (why: string | undefined) => void said.push(why),
      }
      const clock = () => new Date(Date.now() + YEAR)
      const swept = await sweep({ ...storage, clock }, 60, log, 'the clock has jumped')
      assert.deepEqual([swept.erasuresFinished, swept.expired, swept.retired], [1, 0, 0])
      assert.equal((await storage.sessions.load('acme', old.id))?.status, 'PENDING')
      assert.equal((await sweep({ ...storage, clock }, 60, log)).expired, 1, 'and goes on afterwards')
      assert.deepEqual(said, ['the clock has jumped', undefined])
    })
  })
})
