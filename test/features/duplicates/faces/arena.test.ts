import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Arena, openArena } from '../../../../src/features/duplicates/faces/arena.ts'
import { BLOCK } from '../../../../src/features/duplicates/faces/scan-blocks.ts'
import { openShard, type Shard } from '../../../../src/features/duplicates/faces/shard.ts'
import { layoutOf } from '../../../../src/features/duplicates/faces/sign-rows.ts'
import { ROOT } from '../../../../src/platform/resources.ts'

const LENGTH = 704
/** Two blocks of 90 kB, and the areas of the threads. */
const FEW_PAGES = 4

function numbers(seed: number): number[] {
  let state = seed * 2_654_435_761 + 1
  return Array.from({ length: LENGTH }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** This many faces, of which each can be found by its number. */
function fill(shard: Shard, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const id = randomUUID()
    shard.add(id, numbers(at + 1))
    return id
  })
}

const find = async (shard: Shard, number: number) =>
  (await shard.nearest(numbers(number), 0, 10)).map(({ sessionId }) => sessionId)

describe('memory for faces', () => {
  const small = () => openArena(layoutOf(LENGTH), FEW_PAGES)
  const within = (arena: Arena, worthAThread?: number) =>
    openShard(LENGTH, { arena, segmentRows: BLOCK, ...(worthAThread !== undefined && { worthAThread }) })

  it('goes on in a second one where the first is full, row by row at the border', async () => {
    const arena = small()
    const perMemory = arena.perMemory * BLOCK
    for (const worthAThread of [undefined, 0]) {
      const shard = within(arena, worthAThread)
      const ids = fill(shard, perMemory + 1)
      assert.equal(shard.size(), perMemory + 1)
      for (const at of [1, BLOCK, BLOCK + 1, perMemory - 1, perMemory, perMemory + 1])
        assert.deepEqual(await find(shard, at), [ids[at - 1]], `row ${at}`)
      shard.clear()
    }
    assert.ok(arena.memories().length >= 2)
  })

  it('is shared by shards, and what one gives back another gets as zeros', async () => {
    const arena = small()
    const [one, other] = [within(arena), within(arena)]
    fill(one, arena.perMemory * BLOCK)
    one.clear()
    assert.equal(one.size(), 0)
    assert.deepEqual(await find(one, 7), [])
    const block = arena.take()
    assert.ok(arena.wordsOf(block).every((word) => word === 0))
    arena.give(block)
    const [id] = fill(other, 1)
    assert.deepEqual(await find(other, 1), [id])
    assert.equal(arena.memories().length, 1)
  })

  it('is given back when most of a full segment were removed, and the others are still found', async () => {
    const arena = small()
    const shard = within(arena)
    const ids = fill(shard, 3 * BLOCK)
    const before = shard.bytes()
    for (const id of ids.slice(0, BLOCK / 2 + 1)) assert.ok(shard.remove(id))
    assert.equal(shard.size(), 3 * BLOCK - BLOCK / 2 - 1)
    for (const at of [BLOCK / 2 + 2, BLOCK, BLOCK + 1, 3 * BLOCK])
      assert.deepEqual(await find(shard, at), [ids[at - 1]], `row ${at}`)
    assert.ok(shard.bytes() <= before)
    for (const id of ids.slice(BLOCK / 2 + 1)) assert.ok(shard.remove(id), 'its place is known')
    assert.equal(shard.size(), 0)
  })

  it('is searched again if rows were moved meanwhile', async () => {
    const arena = small()
    const shard = within(arena, 0)
    const ids = fill(shard, 5 * BLOCK)
    const asked = shard.nearest(numbers(BLOCK), 0, 10)
    for (const id of ids.slice(0, BLOCK / 2 + 1)) shard.remove(id)
    assert.deepEqual(
      (await asked).map(({ sessionId }) => sessionId),
      [ids[BLOCK - 1]],
    )
  })

  it('of a thousand tenants has room in the addresses that a service manager may allow', () => {
    const program = `
      import { openShard } from './src/features/duplicates/faces/shard.ts'
      import { randomUUID } from 'node:crypto'
      const shards = Array.from({ length: 1000 }, () => openShard(${LENGTH}))
      for (const shard of shards) shard.add(randomUUID(), Array.from({ length: ${LENGTH} }, (_, at) => at - 300))
      console.log(shards.reduce((sum, shard) => sum + shard.size(), 0))`
    const command = `ulimit -v 40000000 && exec "${process.execPath}" --disable-warning=ExperimentalWarning --input-type=module -e "$PROGRAM"`
    const said = execFileSync('bash', ['-c', command], { cwd: ROOT, env: { ...process.env, PROGRAM: program } })
    assert.equal(said.toString().trim(), '1000')
  })
})
