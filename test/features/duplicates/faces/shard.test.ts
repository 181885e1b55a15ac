import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { helpScan } from '../../../../src/features/duplicates/faces/second-thread.ts'
import { openShard } from '../../../../src/features/duplicates/faces/shard.ts'

/** Numbers of nobody, the same for the same seed. */
function numbers(seed: number, length = 704): number[] {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 31 - 1
  })
}

const differing = (values: number[], count: number) => values.map((value, at) => (at < count ? -value : value))

describe('a shard of faces', () => {
  it('counts the signs that differ, as one would by hand', async () => {
    for (const length of [256, 512, 700, 704]) {
      const shard = openShard(length)
      const faces = Array.from({ length: 50 }, (_, at) => ({ id: randomUUID(), values: numbers(at + 1, length) }))
      for (const { id, values } of faces) shard.add(id, values)
      const wanted = numbers(999, length)
      const byHand = faces.map(({ id, values }) => ({
        sessionId: id,
        share: values.filter((value, at) => value > 0 !== (wanted[at] as number) > 0).length / length,
      }))
      const found = await shard.nearest(wanted, 1, 100)
      const byId = (a: { sessionId: string }, b: { sessionId: string }) => (a.sessionId < b.sessionId ? -1 : 1)
      assert.deepEqual(found.toSorted(byId), byHand.toSorted(byId))
      assert.deepEqual(
        found.map(({ share }) => share),
        found.map(({ share }) => share).toSorted((a, b) => a - b),
      )
    }
  })

  it('gives those within the limit, the nearest first, and no more than asked for', async () => {
    const shard = openShard(704)
    const wanted = numbers(1)
    const ids = [10, 40, 100, 300].map((count) => {
      const id = randomUUID()
      shard.add(id, differing(wanted, count))
      return id
    })
    const near = async (share: number, most: number) =>
      (await shard.nearest(wanted, share, most)).map((each) => each.sessionId)
    assert.deepEqual(await near(0.2, 10), ids.slice(0, 3))
    assert.deepEqual(await near(0.2, 2), ids.slice(0, 2))
    assert.deepEqual(await near(0.01, 10), [])
    assert.deepEqual(await shard.nearest(numbers(1, 512), 1, 10), [], 'of another length')
  })

  it('finds one among many, over several blocks, and grows as they come', async () => {
    const shard = openShard(256)
    const filler = Array.from({ length: 97 }, (_, at) => numbers(at + 5, 256))
    for (let at = 0; at < 40_000; at += 1) shard.add(randomUUID(), filler[at % filler.length] as number[])
    const wanted = numbers(4242, 256)
    const [first, last] = [randomUUID(), randomUUID()]
    shard.add(first, differing(wanted, 20))
    shard.add(last, differing(wanted, 10))
    assert.deepEqual(
      (await shard.nearest(wanted, 0.1, 100)).map(({ sessionId }) => sessionId),
      [last, first],
    )
    assert.equal(shard.size(), 40_002)
  })

  it('finds with a second thread what one thread finds, and again while that one is at work', async () => {
    const [alone, together] = [openShard(704), openShard(704, { worthAThread: 0 })]
    const wanted = numbers(1)
    const filler = Array.from({ length: 97 }, (_, at) => differing(wanted, 100 + at * 4))
    for (let at = 0; at < 5000; at += 1) {
      const id = randomUUID()
      for (const shard of [alone, together]) shard.add(id, filler[at % filler.length] as number[])
    }
    const expected = await alone.nearest(wanted, 0.25, 10_000)
    assert.ok(expected.length > 500)
    const asked = Array.from({ length: 4 }, () => together.nearest(wanted, 0.25, 10_000))
    for (const found of await Promise.all(asked)) assert.deepEqual(found, expected)
    assert.deepEqual(await together.nearest(wanted, 0.25, 10_000), expected)
  })

  it('finds the same after the second thread has failed', async () => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
    const search = { next: new Int32Array(new SharedArrayBuffer(4)) } as Parameters<typeof helpScan>[0]['search']
    const memory = { buffer: new ArrayBuffer(0) } as Parameters<typeof helpScan>[0]['memories'][number]
    assert.equal(await helpScan({ module: {}, memories: [memory], search }), undefined)
    assert.match((await warned).message, /WebAssembly/)
    const shard = openShard(704, { worthAThread: 0 })
    const id = randomUUID()
    shard.add(id, numbers(1))
    assert.deepEqual(await shard.nearest(numbers(1), 0, 10), [{ sessionId: id, share: 0 }])
  })

  it('keeps nothing of one that is removed, and uses its place again', async () => {
    const shard = openShard(704)
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()]
    shard.add(one, numbers(1))
    shard.add(other, numbers(2))
    const before = shard.bytes()
    assert.equal(shard.remove(one), true)
    assert.equal(shard.remove(one), false)
    assert.equal(shard.size(), 1)
    assert.deepEqual(
      (await shard.nearest(numbers(1), 1, 10)).map(({ sessionId }) => sessionId),
      [other],
    )
    shard.add(third, numbers(3))
    assert.equal(shard.bytes(), before)
    assert.deepEqual(
      (await shard.nearest(numbers(3), 0, 10)).map(({ sessionId }) => sessionId),
      [third],
    )
  })

  it('removes and finds again among many that come and go', async () => {
    const shard = openShard(256)
    const filler = numbers(3, 256)
    const ids = Array.from({ length: 5000 }, () => randomUUID())
    for (const id of ids) shard.add(id, filler)
    for (let round = 0; round < 3; round += 1)
      for (const id of ids.slice(0, 2500)) {
        assert.equal(shard.remove(id), true)
        if (round < 2) shard.add(id, filler)
      }
    assert.equal(shard.size(), 2500)
    for (const id of ids.slice(0, 2500)) assert.equal(shard.remove(id), false)
    for (const id of ids.slice(2500)) assert.equal(shard.remove(id), true)
    assert.deepEqual(await shard.nearest(filler, 1, 10), [])
  })
})
