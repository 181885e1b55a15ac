import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDuty } from '../../../src/platform/admission/duty.ts'
import {
  openByteBudget,
  openFairQueue,
  openPlaces,
  openTenantShares,
} from '../../../src/platform/admission/tenant-shares.ts'

describe('places', () => {
  it('are never all taken by one party', () => {
    const places = openPlaces(48)
    let held = 0
    while (places.take('hostile')) held++
    assert.equal(held, 36)
    for (let count = 0; count < 9; count++) assert.ok(places.take('good'), `place ${count} of the other`)
  })

  it('are shared by many floods, and still one is left for who comes last', () => {
    const places = openPlaces(48)
    for (let round = 0; round < 100; round++) for (const party of ['a', 'b', 'c', 'd']) places.take(party)
    assert.ok(places.take('good'))
  })

  it('come back', () => {
    const places = openPlaces(1)
    for (let round = 0; round < 3; round++) {
      assert.ok(places.take('a'))
      assert.equal(places.take('b'), false)
      places.free('a')
    }
  })
})

describe('a budget of bytes', () => {
  /** Asks for the next, and says which have begun so far. */
  const play = (total: number, places = 100) => {
    const budget = openByteBudget(total, places)
    const begun: string[] = []
    const open = (name: string, most: number) => {
      const held = budget.open(name.charAt(0), most)
      return held && { ...held, grow: (bytes: number) => held.grow(bytes, () => begun.push(name)) }
    }
    /** All at once. */
    const ask = (name: string, bytes: number) => {
      const held = open(name, bytes)
      held?.grow(bytes)
      return held
    }
    return { budget, begun, open, ask }
  }

  it('is never exceeded, and what waits begins in the order in which it came', () => {
    const { budget, begun, ask } = play(100)
    const held = [1, 2, 3, 4, 5, 6].map((number) => ask(`a${number}`, 30))
    assert.deepEqual(begun, ['a1', 'a2', 'a3'])
    assert.equal(budget.held(), 90)
    assert.equal(budget.waiting(), 3)
    held[1]?.release()
    held[1]?.release()
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4'])
    held[5]?.release() // left the line
    held[0]?.release()
    held[2]?.release()
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4', 'a5'])
    assert.equal(budget.waiting(), 0)
    held[3]?.release()
    held[4]?.release()
    assert.equal(budget.held(), 0)
  })

  it('keeps a quarter for others, and serves first who holds least', () => {
    const { begun, ask } = play(100)
    for (let count = 0; count < 20; count++) ask(`a${count}`, 10)
    assert.equal(begun.length, 8)
    const good = ask('b', 20)
    assert.equal(begun.at(-1), 'b')
    ask('b2', 10)
    good?.release()
    assert.equal(begun[9], 'b2', 'not one of the many that came before')
  })

  it('does not let small ones pass a large one for ever', () => {
    const { begun, ask } = play(100)
    const first = ask('a', 60)
    ask('b', 50)
    ask('c', 10)
    assert.deepEqual(begun, ['a'])
    first?.release()
    assert.deepEqual(begun, ['a', 'b', 'c'])
  })

  it('takes one that is larger than all of it once nothing else is held', () => {
    const { budget, begun, ask } = play(100)
    const small = ask('a', 1)
    const large = ask('b', 1_000)
    assert.deepEqual(begun, ['a'])
    small?.release()
    assert.equal(budget.held(), 100)
    large?.shrink(20)
    large?.shrink(50) // not more again
    assert.equal(budget.held(), 20)
  })

  it('refuses when too many wait', () => {
    const { ask } = play(10, 4)
    assert.ok(ask('a', 10))
    for (let count = 0; count < 3; count++) assert.ok(ask('a', 10))
    assert.equal(ask('a', 10), undefined)
    assert.ok(ask('b', 10))
  })

  it('takes what has arrived, not what was announced', () => {
    const { budget, begun, open, ask } = play(100)
    for (let count = 0; count < 29; count++) open(`a${count}`, 50)?.grow(1)
    assert.equal(budget.held(), 29)
    ask('a of somebody else', 50)
    ask('b', 10)
    assert.deepEqual(begun.slice(29), ['a of somebody else', 'b'])
  })

  it('lets every body arrive in the end, however many grow at once, of however many parties', async () => {
    for (const parties of ['a', 'ab', 'abc']) {
      const budget = openByteBudget(100, 1_000)
      const arrive = async (party: string, most: number) => {
        const body = budget.open(party, most)
        assert.ok(body)
        for (let left = most; left > 0; left -= 7) {
          await new Promise<void>((begun) => body.grow(Math.min(left, 7), begun))
          assert.ok(budget.held() <= 100)
        }
        await new Promise(setImmediate)
        body.release()
      }
      const sizes = Array.from({ length: 40 }, (_, count) => 20 + ((count * 37) % 81))
      await Promise.all(sizes.map((most, count) => arrive(parties.charAt(count % parties.length), most)))
      assert.deepEqual([budget.held(), budget.waiting()], [0, 0])
    }
  })
})

describe('duty', () => {
  /** How much work was done by then when there is always more. */
  const flood = (until: number, share: number, burstMs: number) => {
    const duty = openDuty({ share, burstMs })
    let [now, worked] = [0, 0]
    while (now < until) {
      now += duty.rest(now)
      now += 30
      worked += 30
      duty.spent(30, now)
    }
    return worked
  }

  it('takes its share of the time and no more, after a first burst', () => {
    const worked = flood(100_000, 1 / 4, 1_000)
    assert.ok(Math.abs(worked - (25_000 + 1_000)) <= 60, `${worked} ms`)
    assert.equal(flood(900, 1 / 4, 1_000), 900)
  })

  it('lets who comes now and then begin at once', () => {
    const duty = openDuty({ share: 1 / 4, burstMs: 100 })
    for (let now = 0; now < 100_000; now += 1_000) {
      assert.equal(duty.rest(now), 0)
      duty.spent(200, now + 200)
    }
  })

  it('does not rest longer when the clock is set back', () => {
    const duty = openDuty({ share: 1 / 4, burstMs: 0 })
    duty.spent(100, 1_000_000)
    assert.equal(duty.rest(0), 400)
  })
})

describe('a fair queue', () => {
  it('serves who has used least, and of those alike whose turn it is', () => {
    const queue = openFairQueue<string>(64)
    const used = new Map([['a', 900]])
    for (const [party, item] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c1'],
      ['b', 'b2'],
    ] as const)
      queue.add(party, item)
    assert.equal(queue.waiting('b'), 2)
    const take = () => queue.take(undefined, (party) => used.get(party) ?? 0)
    assert.deepEqual([take(), take()], ['b1', 'c1'])
    used.set('b', 1_000)
    assert.deepEqual([take(), take(), take(), take()], ['a1', 'a2', 'b2', undefined])
  })

  it('serves parties in turn, each in its own order', () => {
    const queue = openFairQueue<string>(64)
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add('a', item)
    for (const item of ['b1', 'b2']) queue.add('b', item)
    queue.add('c', 'c1')
    assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('keeps room for others when one party floods it', () => {
    const queue = openFairQueue<number>(64)
    let flood = 0
    while (queue.add('hostile', flood)) flood++
    assert.equal(flood, 48)
    assert.ok(queue.add('good', -1))
    assert.deepEqual([queue.take(), queue.take()], [0, -1])
  })

  it('fills to its last place when it is small', () => {
    const queue = openFairQueue<number>(2)
    assert.deepEqual([queue.add('a', 1), queue.add('a', 2), queue.add('a', 3)], [true, true, false])
  })

  it('passes over a party that may not, without losing its turn', () => {
    const queue = openFairQueue<string>(8)
    queue.add('a', 'a1')
    queue.add('b', 'b1')
    assert.equal(
      queue.take((party) => party !== 'a'),
      'b1',
    )
    assert.equal(
      queue.take((party) => party !== 'a'),
      undefined,
    )
    assert.equal(queue.take(), 'a1')
  })

  it('forgets what is taken out', () => {
    const queue = openFairQueue<string>(8)
    queue.add('a', 'a1')
    queue.add('a', 'a2')
    assert.ok(queue.remove('a', 'a1'))
    assert.equal(queue.remove('a', 'a1'), false)
    assert.equal(queue.size(), 1)
    assert.deepEqual(queue.clear(), ['a2'])
    assert.equal(queue.size(), 0)
  })
})

function drain(queue: { take(): string | undefined }): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

describe('the shares of tenants', () => {
  const MINUTE = 60_000

  it('are half of the workers for each while another one is about, and all of them for one alone', () => {
    const shares = openTenantShares()
    shares.saw('good', 0)
    assert.ok(shares.mayHaveMore(3, 4))
    shares.saw('hostile', 1)
    assert.ok(shares.mayHaveMore(1, 4))
    assert.equal(shares.mayHaveMore(2, 4), false)
    assert.ok(shares.mayHaveMore(0, 1), 'one at least')
    shares.saw('hostile', 6 * MINUTE)
    assert.ok(shares.mayHaveMore(3, 4), 'the other one has left')
  })

  it('count CPU time, of which half is forgotten in a minute', () => {
    const shares = openTenantShares()
    shares.saw('a', 0)
    shares.spent('a', 8_000, 0)
    assert.equal(shares.recent('a', MINUTE), 4_000)
    shares.spent('a', 1_000, MINUTE)
    assert.equal(shares.recent('a', 2 * MINUTE), 2_500)
    assert.equal(shares.recent('nobody', 0), 0)
    assert.equal(shares.recent('a', -MINUTE), 5_000, 'a clock that is set back adds nothing')
  })

  it('show who presses on others', () => {
    const shares = openTenantShares()
    shares.saw('hostile', 0)
    assert.equal(shares.isFlooding('hostile', 50, 0), false, 'nobody else is there')
    shares.saw('good', 0)
    assert.ok(shares.isFlooding('hostile', 2, 0))
    assert.equal(shares.isFlooding('good', 1, 0), false)
    shares.spent('hostile', 5_000, 0)
    shares.spent('good', 900, 0)
    assert.ok(shares.isFlooding('hostile', 1, 0))
    assert.equal(shares.isFlooding('good', 1, 0), false)
  })
})
